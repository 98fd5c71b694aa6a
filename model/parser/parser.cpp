// SPDX-License-Identifier: Apache-2.0
#include "model/parser/parser.hpp"

#include "model/common/wire.hpp"

namespace sluice::model {
namespace {

bool holds(std::span<const std::uint8_t> frame, std::size_t end) { return frame.size() >= end; }

}  // namespace

Headers parse(std::span<const std::uint8_t> frame) {
  Headers result;
  result.offset = kMacBytes;
  for (std::size_t vlans = 0; vlans < kMaxVlans; ++vlans) {
    if (!holds(frame, result.offset + 2) || !is_vlan(load16(frame, result.offset))) break;
    result.offset += kVlanBytes;
  }
  if (holds(frame, result.offset + 2)) {
    result.has_ethertype = true;
    result.ethertype = load16(frame, result.offset);
  }
  if (holds(frame, result.offset + kTagBytes + 2)) {
    result.has_tag = true;
    result.word = load16(frame, result.offset + 2);
    result.next = load16(frame, result.offset + kTagBytes);
  }
  result.mac_control = holds(frame, kMacBytes + 2) && load16(frame, kMacBytes) == kEtherMacControl;
  return result;
}

TagState classify(const Headers& headers, std::uint16_t tpid) {
  if (!headers.has_ethertype) return TagState::kNone;
  if (headers.ethertype == tpid) {
    if (!headers.has_tag) return TagState::kTruncated;
    if (is_vlan(headers.next)) return TagState::kVlanAfter;
    if (!is_ip(headers.next)) return TagState::kNonIp;
    return TagState::kCsig;
  }
  if (headers.ethertype >= kEtherFirst && !is_known(headers.ethertype)) {
    return TagState::kForeignTpid;
  }
  return TagState::kNone;
}

}  // namespace sluice::model
