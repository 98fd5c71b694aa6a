// SPDX-License-Identifier: Apache-2.0
// Writes IP headers into frames for tests.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/common/wire.hpp"
#include "tests/support/frames.hpp"

namespace sluice::test {

/// One's complement sum of the header at `at`, its checksum field included: 0xFFFF where it is
/// right.
inline std::uint16_t header_sum(const Bytes& frame, std::size_t at) {
  const std::size_t length = std::size_t{4} * (frame.at(at) & 0xFU);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < length; i += 2) sum += model::load16(frame, at + i);
  while (sum > 0xFFFF) sum = (sum & 0xFFFF) + (sum >> 16);
  return static_cast<std::uint16_t>(sum);
}

/// A valid header at `at` that takes all of the frame behind it, with checksum. `tos`: DSCP and
/// ECN. `ihl`: 5..15; options keep the frame's bytes. Precondition: the header fits.
inline void put_ipv4(Bytes& frame, std::size_t at, std::uint8_t tos, unsigned ihl = 5) {
  frame.at(at) = static_cast<std::uint8_t>(0x40 | ihl);
  frame.at(at + 1) = tos;
  model::store16(frame, at + 2, static_cast<std::uint16_t>(frame.size() - at));
  model::store16(frame, at + 10, 0);
  model::store16(frame, at + 10, static_cast<std::uint16_t>(~header_sum(frame, at)));
}

/// The same for IPv6; the flow label keeps the frame's bytes.
inline void put_ipv6(Bytes& frame, std::size_t at, std::uint8_t traffic_class) {
  frame.at(at) = static_cast<std::uint8_t>(0x60 | traffic_class >> 4);
  frame.at(at + 1) =
      static_cast<std::uint8_t>((traffic_class & 0xFU) << 4 | (frame.at(at + 1) & 0xFU));
  model::store16(frame, at + 4, static_cast<std::uint16_t>(frame.size() - at - 40));
}

/// make_frame() with a valid header behind its tags. `spec.ethertype` says which; `tos` as above.
inline Bytes make_ip_frame(const FrameSpec& spec, std::uint8_t tos) {
  Bytes frame = make_frame(spec);
  const std::size_t at = 14 + 4 * (spec.vlans.size() + (spec.tag ? 1 : 0));
  if (spec.ethertype == model::kEtherIpv4) put_ipv4(frame, at, tos);
  if (spec.ethertype == model::kEtherIpv6) put_ipv6(frame, at, tos);
  return frame;
}

}  // namespace sluice::test
