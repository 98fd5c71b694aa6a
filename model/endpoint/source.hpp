// SPDX-License-Identifier: Apache-2.0
// What a source NIC does: puts a fresh compact tag into frames that have none.
// Source: "CSIG domain" (SNIC), "CSIG lifecycle" (initialization).
#pragma once

#include <cstdint>
#include <vector>

#include "model/csig/config.hpp"

namespace sluice::model {

/// Word of a tag that no switch has touched: the least severe bucket, locator 0, d 0.
std::uint16_t initial_word(Signal signal);

/// Inserts a compact tag right before the EtherType of an IPv4 or IPv6 frame, behind 0 to 2 VLAN
/// tags. Left alone: frames that are not IP, that have a third VLAN tag, that are tagged already,
/// and those that the tag would make longer than 9,600 bytes. Answers whether a tag was inserted.
bool insert_tag(std::vector<std::uint8_t>& frame, Signal signal, std::uint16_t tpid);

}  // namespace sluice::model
