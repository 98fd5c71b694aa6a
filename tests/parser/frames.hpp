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
  std::uint16_t ethertype = model::kEtherIpv4;
  std::size_t length =
      100;  ///< of the whole frame; where less than its headers take, it is cut there
};

inline Bytes make_frame(const FrameSpec& spec) {
  Bytes bytes;
  const auto fill = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      bytes.push_back(static_cast<std::uint8_t>(bytes.size() * 7 + 1));
  };
  const auto put16 = [&](std::uint16_t value) {
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
    bytes.push_back(static_cast<std::uint8_t>(value));
  };
  fill(model::kMacBytes);
  for (const std::uint16_t vlan : spec.vlans) {
    put16(vlan);
    fill(2);
  }
  if (spec.tag) {
    put16(spec.tpid);
    put16(*spec.tag);
  }
  put16(spec.ethertype);
  if (bytes.size() < spec.length) fill(spec.length - bytes.size());
  bytes.resize(spec.length);
  return bytes;
}

}  // namespace sluice::test
