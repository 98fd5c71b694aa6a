// SPDX-License-Identifier: Apache-2.0
// What came into a run from outside since its sleeping copies were made, in memory that they share:
// a copy reads it instead of the file, pipe or network that gave it, which cannot give it twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tb/common/error.hpp"

namespace sluice::tb {

/// Records of bytes, in the order in which they were appended. Two segments are in use, one from
/// each of the two copies that are kept to the next: what only older copies could read is
/// forgotten. Its memory is taken at the start and does not grow.
class Journal {
 public:
  /// A record may be this long where full() is false.
  static constexpr std::size_t kLongest = std::size_t{1} << 20;

  /// `segment_bytes`: from which on full() asks for a new segment. Error: Error where the system
  /// gives no memory.
  explicit Journal(std::size_t segment_bytes = std::size_t{8} << 20);

  /// A copy made right before this, where no record came in between, reads what is appended from
  /// here on. What readers of the segment before the last could read is gone.
  void begin_segment();
  /// In a copy, before the first read(): reads from the segment that was begun after it was made.
  void read_next_segment();
  /// Of the segment appended to, from 1.
  std::uint64_t number() const { return number_; }

  /// Appends one record of two parts. Error: Error where it does not fit: begin a segment when
  /// full().
  void append(std::span<const std::uint8_t> head, std::span<const std::uint8_t> body);
  /// The segment is full: make a new copy before the next record.
  bool full() const;

  /// In a copy: the next record since it was made; false behind the last. Valid until the process
  /// ends.
  bool read(std::span<const std::uint8_t>& record);

 private:
  struct Segment {
    std::uint64_t number;  ///< of the segments begun, from 1
    std::uint64_t used;    ///< bytes
    std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(this + 1); }
  };
  struct Unmap {
    std::size_t size;
    void operator()(Segment* segment) const;
  };
  using Mapped = std::unique_ptr<Segment, Unmap>;

  Mapped map() const;
  Segment& segment(std::uint64_t number) const { return *segments_[number % 2]; }

  std::size_t limit_;
  std::size_t capacity_;
  std::array<Mapped, 2> segments_;
  std::uint64_t number_ = 0;  ///< of the segment appended to, or read from
  std::size_t at_ = 0;        ///< next byte to read
};

}  // namespace sluice::tb
