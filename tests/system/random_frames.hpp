// SPDX-License-Identifier: Apache-2.0
// Random frames with everything in them that the parser knows, at any length.
#pragma once

#include <cstdint>
#include <vector>

#include "tb/common/random.hpp"

namespace sluice::test {

/// `length` random bytes whose start is, by chance, VLAN tags, a CSIG tag with a random word (or
/// another TPID, a VLAN tag behind it, or none), and IPv4, IPv6 or something else. Shorter frames
/// are the same, cut.
std::vector<std::uint8_t> random_frame(tb::Random& random, std::size_t length,
                                       std::uint16_t tpid = 0x0600);

/// An IPv4 frame of this length, untagged or tagged, with a CSIG tag right before the EtherType.
std::vector<std::uint8_t> tagged_frame(std::size_t length, std::uint16_t word, unsigned vlans = 0,
                                       std::uint16_t tpid = 0x0600);

/// Makes it a MAC Control frame, where it is long enough.
void make_mac_control(std::vector<std::uint8_t>& frame);

}  // namespace sluice::test
