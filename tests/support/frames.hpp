// SPDX-License-Identifier: Apache-2.0
// Builds frames for tests: header fields are given, every other byte counts up, so that a byte that
// moves shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/common/wire.hpp"

namespace sluice::test {

using Bytes = std::vector<std::uint8_t>;

struct FrameSpec {
  std::vector<std::uint16_t> vlans = {};  ///< TPIDs, outermost first
  std::optional<std::uint16_t> tag = {};  ///< word of a CSIG tag
  std::uint16_t tpid = model::kTpidDefault;
  std::vector<std::uint16_t> vlans_after = {};  ///< TPIDs of VLAN tags between tag and EtherType
  std::uint16_t ethertype = model::kEtherIpv4;
  std::size_t length =
      100;            ///< of the whole frame; where less than its headers take, it is cut there
  unsigned salt = 0;  ///< what the other bytes count up from
};

/// Writes the fields of `spec` over a frame of any length and content; fields behind its end are
/// left out. VLAN tags keep whatever stands in the frame as their TCI.
inline void put_headers(Bytes& frame, const FrameSpec& spec) {
  std::size_t at = model::kMacBytes;
  const auto put16 = [&](std::uint16_t value) {
    if (at < frame.size()) frame[at] = static_cast<std::uint8_t>(value >> 8);
    if (at + 1 < frame.size()) frame[at + 1] = static_cast<std::uint8_t>(value);
    at += 2;
  };
  const auto put_vlans = [&](const std::vector<std::uint16_t>& vlans) {
    for (const std::uint16_t vlan : vlans) {
      put16(vlan);
      at += 2;
    }
  };
  put_vlans(spec.vlans);
  if (spec.tag) {
    put16(spec.tpid);
    put16(*spec.tag);
  }
  put_vlans(spec.vlans_after);
  put16(spec.ethertype);
}

inline Bytes make_frame(const FrameSpec& spec) {
  Bytes frame(spec.length);
  for (std::size_t i = 0; i < frame.size(); ++i) {
    frame[i] = static_cast<std::uint8_t>(i * 7 + 1 + spec.salt);
  }
  put_headers(frame, spec);
  return frame;
}

}  // namespace sluice::test
