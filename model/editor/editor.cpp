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

std::uint16_t checksum_after(std::uint16_t checksum, std::uint16_t delta) {
  const std::uint32_t sum = static_cast<std::uint16_t>(~checksum) + std::uint32_t{delta};
  return static_cast<std::uint16_t>(~((sum & 0xFFFF) + (sum >> 16)));
}

void mark_ce(std::vector<std::uint8_t>& frame, const IpHeader& ip) {
  if (!ip.valid() || !is_ect(ip.ecn)) return;
  std::uint8_t& second = frame[ip.offset() + 1];
  if (ip.ip == Ip::kV6) {
    second |= 0x30;
    return;
  }
  second |= 0x03;
  const auto delta = static_cast<std::uint16_t>(3 - static_cast<unsigned>(ip.ecn));
  const std::size_t checksum = ip.offset() + 10;
  store16(frame, checksum, checksum_after(load16(frame, checksum), delta));
}

}  // namespace sluice::model
