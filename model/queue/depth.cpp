// SPDX-License-Identifier: Apache-2.0
#include "model/queue/depth.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "model/common/wire.hpp"

namespace sluice::model {

Depth::Depth(const PortOptions& options) : options_(options), cell_shift_(0) {
  if (!std::has_single_bit(options.cell_bytes)) {
    throw std::invalid_argument("buffer: cells of " + std::to_string(options.cell_bytes) +
                                " bytes, expected a power of two");
  }
  cell_shift_ = static_cast<unsigned>(std::countr_zero(options.cell_bytes));
  if (options.buffer_cells < cells_of(kMaxFrame)) {
    throw std::invalid_argument("buffer: " + std::to_string(options.buffer_cells) + " cells of " +
                                std::to_string(options.cell_bytes) +
                                " bytes, expected room for a frame of " +
                                std::to_string(kMaxFrame) + " bytes");
  }
}

Drop Depth::admit(const BufferConfig& config, unsigned queue, std::uint32_t length) const {
  if (bytes_[queue] + length > config.queue[queue].limit) return Drop::kQueueLimit;
  if (total_ + length > config.limit) return Drop::kPortLimit;
  if (cells_ + cells_of(length) > options_.buffer_cells) return Drop::kBuffer;
  return Drop::kNone;
}

void Depth::enter(unsigned queue, std::uint32_t length) {
  bytes_[queue] += length;
  total_ += length;
  cells_ += cells_of(length);
  watermarks_[queue] = std::max(watermarks_[queue], bytes_[queue]);
  watermark_ = std::max(watermark_, total_);
}

void Depth::leave(unsigned queue, std::uint32_t length) {
  bytes_[queue] -= length;
  total_ -= length;
  cells_ -= cells_of(length);
}

void Depth::restart_watermarks() {
  watermarks_ = bytes_;
  watermark_ = total_;
}

}  // namespace sluice::model
