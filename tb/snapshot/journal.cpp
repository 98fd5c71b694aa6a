// SPDX-License-Identifier: Apache-2.0
#include "tb/snapshot/journal.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <new>

namespace sluice::tb {

void Journal::Unmap::operator()(Segment* segment) const { munmap(segment, size); }

Journal::Mapped Journal::map() const {
  const std::size_t size = sizeof(Segment) + capacity_;
  // Shared and without a name: the copies have it, the file system does not. All of it at once: a
  // run's memory must not depend on its length.
  void* const memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) {
    throw Error(fmt::format("journal of {} bytes: {}", size, std::strerror(errno)));
  }
  return {new (memory) Segment{}, Unmap{size}};
}

Journal::Journal(std::size_t segment_bytes)
    : limit_(segment_bytes),
      capacity_(segment_bytes + kLongest + sizeof(std::uint64_t)),
      segments_{map(), map()} {
  begin_segment();
}

void Journal::begin_segment() {
  ++number_;
  segment(number_) = {number_, 0};
  at_ = 0;
}

void Journal::read_next_segment() {
  ++number_;
  at_ = 0;
}

void Journal::append(std::span<const std::uint8_t> head, std::span<const std::uint8_t> body) {
  Segment& to = segment(number_);
  const std::uint64_t size = head.size() + body.size();
  if (size > kLongest || to.used + sizeof size + size > capacity_) {
    throw Error(
        fmt::format("journal: a record of {} bytes does not fit behind {}, expected up to {}", size,
                    to.used, capacity_));
  }
  std::uint8_t* at = to.data() + to.used;
  const auto put = [&at](const void* data, std::size_t n) {
    if (n != 0) std::memcpy(at, data, n);
    at += n;
  };
  put(&size, sizeof size);
  put(head.data(), head.size());
  put(body.data(), body.size());
  to.used += sizeof size + size;
}

bool Journal::full() const { return segment(number_).used >= limit_; }

bool Journal::read(std::span<const std::uint8_t>& record) {
  if (at_ == segment(number_).used && segment(number_ + 1).number == number_ + 1) {
    ++number_;
    at_ = 0;
  }
  Segment& from = segment(number_);
  if (at_ == from.used) return false;
  std::uint64_t size = 0;
  std::memcpy(&size, from.data() + at_, sizeof size);
  record = {from.data() + at_ + sizeof size, size};
  at_ += sizeof size + size;
  return true;
}

}  // namespace sluice::tb
