// SPDX-License-Identifier: Apache-2.0
#include "model/parser/parser.hpp"

#include "model/common/wire.hpp"

namespace sluice::model {
namespace {

constexpr std::size_t kV4Header = 20;
constexpr std::size_t kV6Header = 40;

bool holds(std::span<const std::uint8_t> frame, std::size_t end) { return frame.size() >= end; }

/// `packet` begins with the header and ends with the frame.
IpHeader parse_v4(std::span<const std::uint8_t> packet) {
  if (packet.size() < kV4Header || packet[0] >> 4 != 4) return {.ip = Ip::kBroken};
  const std::size_t header = std::size_t{4} * (packet[0] & 0xFU);
  const std::size_t total = load16(packet, 2);
  if (header < kV4Header || total < header || total > packet.size()) return {.ip = Ip::kBroken};
  return {.ip = Ip::kV4,
          .dscp = static_cast<std::uint8_t>(packet[1] >> 2),
          .ecn = static_cast<Ecn>(packet[1] & 3U)};
}

IpHeader parse_v6(std::span<const std::uint8_t> packet) {
  if (packet.size() < kV6Header || packet[0] >> 4 != 6) return {.ip = Ip::kBroken};
  if (kV6Header + load16(packet, 4) > packet.size()) return {.ip = Ip::kBroken};
  const unsigned traffic_class = load16(packet, 0) >> 4 & 0xFFU;
  return {.ip = Ip::kV6,
          .dscp = static_cast<std::uint8_t>(traffic_class >> 2),
          .ecn = static_cast<Ecn>(traffic_class & 3U)};
}

}  // namespace

Headers parse(std::span<const std::uint8_t> frame) {
  Headers result;
  result.offset = kMacBytes;
  for (std::size_t vlans = 0; vlans < kMaxVlans; ++vlans) {
    if (!holds(frame, result.offset + 2) || !is_vlan(load16(frame, result.offset))) break;
    result.offset += kVlanBytes;
  }
  result.tagged = result.offset != kMacBytes;
  if (result.tagged && holds(frame, kMacBytes + 3)) result.pcp = frame[kMacBytes + 2] >> 5;
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

IpHeader parse_ip(std::span<const std::uint8_t> frame, const Headers& headers,
                  const CsigState& csig) {
  std::uint16_t type = headers.ethertype;
  std::size_t at = headers.offset + 2;
  if (!is_ip(type) && csig.enabled && headers.has_tag && type == csig.tpid) {
    type = headers.next;
    at += kTagBytes;
  }
  if (!is_ip(type)) return {};
  IpHeader result = type == kEtherIpv4 ? parse_v4(frame.subspan(at)) : parse_v6(frame.subspan(at));
  if (result.valid()) result.words = static_cast<std::uint8_t>((at - kMacBytes - 2) / 4);
  return result;
}

}  // namespace sluice::model
