// SPDX-License-Identifier: Apache-2.0
#include "tb/capture/pcapng_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>

namespace sluice::tb {
namespace {

constexpr std::uint32_t kSectionBlock = 0x0A0D0D0A, kInterfaceBlock = 1, kPacketBlock = 6;
constexpr std::uint32_t kByteOrder = 0x1A2B3C4D;
constexpr std::uint16_t kComment = 1;                     // any block
constexpr std::uint16_t kHardware = 2, kApplication = 4;  // section
constexpr std::uint16_t kName = 2, kDescription = 3, kSpeed = 8, kTimeResolution = 9,
                        kFcsLength = 13;
constexpr std::uint16_t kFlags = 2, kPacketId = 5;  // packet
constexpr std::uint16_t kEthernet = 1;
constexpr std::uint32_t kSnapLength = 262'144;  // libpcap's own limit for Ethernet
constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr std::size_t kLengthAt = 4;  // of the total length in a block

}  // namespace

PcapngWriter::PcapngWriter(std::filesystem::path path, const PcapngSection& section)
    : path_(std::move(path)) {
  check_text("hardware of the section", section.hardware);
  check_text("application of the section", section.application);
  check_text("comment of the section", section.comment);
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_) fail(fmt::format("cannot be written: {}", std::strerror(errno)));
  begin(kSectionBlock);
  put(kByteOrder, 4);
  put(1, 2);  // version 1.0
  put(0, 2);
  put(UINT64_MAX, 8);  // length of the section: not known
  put_text(kComment, section.comment);
  put_text(kHardware, section.hardware);
  put_text(kApplication, section.application);
  end_options();
  end();
}

unsigned PcapngWriter::add_interface(const PcapngInterface& interface) {
  check_text(fmt::format("name of interface {}", interfaces_), interface.name);
  check_text(fmt::format("description of interface {}", interfaces_), interface.description);
  begin(kInterfaceBlock);
  put(kEthernet, 2);
  put(0, 2);
  put(kSnapLength, 4);
  put_text(kName, interface.name);
  put_text(kDescription, interface.description);
  if (interface.speed_bps != 0) put_number(kSpeed, interface.speed_bps, 8);
  put_number(kTimeResolution, 9, 1);
  put_number(kFcsLength, 0, 1);
  end_options();
  end();
  return interfaces_++;
}

void PcapngWriter::write(std::int64_t time_ns, std::span<const std::uint8_t> bytes,
                         const PcapngPacket& packet) {
  const std::uint64_t number = frames_ + 1;
  if (packet.interface >= interfaces_) {
    fail(fmt::format("packet {}: interface {}, expected one of the {} that were added", number,
                     packet.interface, interfaces_));
  }
  if (time_ns < 0 || time_ns / kNsPerSecond > std::int64_t{UINT32_MAX}) {
    fail(fmt::format("packet {}: time {} ns, expected 0 to 2^32 s", number, time_ns));
  }
  if (bytes.size() > kSnapLength) {
    fail(
        fmt::format("packet {}: {} bytes, expected at most {}", number, bytes.size(), kSnapLength));
  }
  check_text(fmt::format("comment of packet {}", number), packet.comment);
  begin(kPacketBlock);
  put(packet.interface, 4);
  const auto time = static_cast<std::uint64_t>(time_ns);
  put(time >> 32, 4);
  put(time & UINT32_MAX, 4);
  put(bytes.size(), 4);
  put(packet.original_length != 0 ? packet.original_length : bytes.size(), 4);
  put_padded(bytes);
  const std::size_t options = block_.size();
  put_text(kComment, packet.comment);
  if (packet.direction != Direction::kUnknown) {
    put_number(kFlags, static_cast<std::uint64_t>(packet.direction), 4);
  }
  if (packet.id) put_number(kPacketId, *packet.id, 8);
  if (block_.size() != options) end_options();
  end();
  ++frames_;
}

void PcapngWriter::flush() {
  if (!file_) return;
  errno = 0;
  check(std::fflush(file_.get()) == 0);
}

void PcapngWriter::close() {
  if (!file_) return;
  flush();
  errno = 0;
  check(std::fclose(file_.release()) == 0);
}

void PcapngWriter::begin(std::uint32_t type) {
  block_.clear();
  put(type, 4);
  put(0, 4);  // the length, once it is known
}

void PcapngWriter::put(std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) {
    block_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
}

void PcapngWriter::put_padded(std::span<const std::uint8_t> bytes) {
  block_.insert(block_.end(), bytes.begin(), bytes.end());
  block_.resize((block_.size() + 3) / 4 * 4, 0);  // blocks keep to 32 bits
}

void PcapngWriter::put_text(std::uint16_t code, std::string_view text) {
  if (text.empty()) return;
  put(code, 2);
  put(text.size(), 2);
  put_padded({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

void PcapngWriter::put_number(std::uint16_t code, std::uint64_t value, unsigned bytes) {
  put(code, 2);
  put(bytes, 2);
  put(value, bytes);
  put_padded({});
}

void PcapngWriter::end_options() { put(0, 4); }

void PcapngWriter::end() {
  if (!file_) fail("is closed");
  const auto length = static_cast<std::uint32_t>(block_.size() + 4);
  put(length, 4);
  for (unsigned i = 0; i < 4; ++i) {
    block_[kLengthAt + i] = static_cast<std::uint8_t>(length >> (8 * i));
  }
  errno = 0;
  check(std::fwrite(block_.data(), 1, block_.size(), file_.get()) == block_.size());
}

void PcapngWriter::check(bool ok) {
  if (ok) return;
  const std::string reason = errno != 0 ? std::strerror(errno) : "write error";
  file_.reset();
  fail(fmt::format("cannot be written after packet {}: {}", frames_, reason));
}

void PcapngWriter::check_text(std::string_view what, std::string_view text) const {
  if (text.size() <= kMaxPcapngOption) return;
  fail(fmt::format("{}: {} bytes, expected at most {}", what, text.size(), kMaxPcapngOption));
}

void PcapngWriter::fail(const std::string& what) const {
  throw CaptureError(fmt::format("{}: {}", path_.string(), what));
}

bool is_pcapng_name(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".pcapng";
}

}  // namespace sluice::tb
