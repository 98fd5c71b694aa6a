// SPDX-License-Identifier: Apache-2.0
// Golden model of the depths of a port's queues, its limits and its watermarks.
// Source: docs/architecture.md, "Limits".
#pragma once

#include <array>
#include <cstdint>

#include "model/port/drop.hpp"
#include "model/queue/config.hpp"

namespace sluice::model {

/// The buffer that the queues of a port share. It is given out in cells; a frame takes whole ones.
struct PortOptions {
  std::uint32_t cell_bytes = 64;        ///< max(64, bus bytes): a power of two
  std::uint32_t buffer_cells = 65'536;  ///< 4 MiB of the smallest cells
};

/// Bytes (as they came in) and cells of the frames inside: from `arrive` to `select`, or, where RED
/// dropped the frame, to `leave`.
class Depth {
 public:
  /// Throws std::invalid_argument where a cell's size is no power of two, or no frame of 9,600
  /// bytes fits the buffer.
  explicit Depth(const PortOptions& options = {});

  /// Whether a frame of `length` bytes fits now: kNone, or the first limit that it breaks, in the
  /// order kQueueLimit, kPortLimit, kBuffer.
  Drop admit(const BufferConfig& config, unsigned queue, std::uint32_t length) const;

  void enter(unsigned queue, std::uint32_t length);
  /// Precondition: such a frame entered this queue and is still inside.
  void leave(unsigned queue, std::uint32_t length);

  std::uint32_t bytes(unsigned queue) const { return bytes_[queue]; }
  std::uint32_t bytes() const { return total_; }  ///< of the port
  std::uint32_t cells() const { return cells_; }  ///< of the port

  /// The highest depth since the last restart.
  std::uint32_t watermark(unsigned queue) const { return watermarks_[queue]; }
  std::uint32_t watermark() const { return watermark_; }
  /// All watermarks begin again at the depths of this moment.
  void restart_watermarks();

 private:
  std::uint32_t cells_of(std::uint32_t length) const {
    return (length + options_.cell_bytes - 1) >> cell_shift_;
  }

  PortOptions options_;
  unsigned cell_shift_;
  std::array<std::uint32_t, kQueues> bytes_{}, watermarks_{};
  std::uint32_t total_ = 0, watermark_ = 0, cells_ = 0;
};

}  // namespace sluice::model
