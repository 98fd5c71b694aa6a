// SPDX-License-Identifier: Apache-2.0
#include "model/editor/editor.hpp"

#include "model/common/wire.hpp"

namespace sluice::model {

void update_tag(std::vector<std::uint8_t>& frame, std::size_t offset, std::uint16_t word) {
  store16(frame, offset + 2, word);
}

void strip_tag(std::vector<std::uint8_t>& frame, std::size_t offset) {
  const bool pads = frame.size() >= kPadFrame && frame.size() - kTagBytes < kPadFrame;
  const auto tag = frame.begin() + static_cast<std::ptrdiff_t>(offset);
  frame.erase(tag, tag + kTagBytes);
  if (pads) frame.resize(kPadFrame, 0);
}

}  // namespace sluice::model
