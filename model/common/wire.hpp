// SPDX-License-Identifier: Apache-2.0
// Wire-format constants (SystemVerilog: rtl/pkg/sluice_pkg.sv) and the compact CSIG tag's fields.
// Source: "CSIG tag formats", table 1; bit positions: SAI-CSIG-Spec, tag figure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::model {

/// Frame limits in bytes, without FCS.
inline constexpr std::size_t kMinFrame = 14;    ///< shorter: runt
inline constexpr std::size_t kPadFrame = 60;    ///< stripping does not take a frame below this
inline constexpr std::size_t kMaxFrame = 9600;  ///< longer: oversize

inline constexpr std::uint16_t kEtherIpv4 = 0x0800;
inline constexpr std::uint16_t kEtherArp = 0x0806;
inline constexpr std::uint16_t kEtherCtag = 0x8100;
inline constexpr std::uint16_t kEtherIpv6 = 0x86DD;
inline constexpr std::uint16_t kEtherMacControl = 0x8808;
inline constexpr std::uint16_t kEtherStag = 0x88A8;
inline constexpr std::uint16_t kEtherLldp = 0x88CC;
inline constexpr std::uint16_t kEtherCnm = 0x22E7;
inline constexpr std::uint16_t kEtherCnTag = 0x22E9;
inline constexpr std::uint16_t kEtherQinq = 0x9100;
inline constexpr std::uint16_t kEtherFirst = 0x0600;  ///< below: a length, not a type (IEEE 802.3)
inline constexpr std::uint16_t kTpidDefault = 0x0600;

inline constexpr std::size_t kMacBytes = 12;  ///< DA and SA; the first EtherType follows
inline constexpr std::size_t kVlanBytes = 4;  ///< TPID and TCI
inline constexpr std::size_t kTagBytes = 4;   ///< compact CSIG tag: TPID and word
inline constexpr std::size_t kMaxVlans = 2;   ///< VLAN tags that may stand before a CSIG tag

constexpr bool is_vlan(std::uint16_t ethertype) {
  return ethertype == kEtherCtag || ethertype == kEtherStag || ethertype == kEtherQinq;
}

constexpr bool is_ip(std::uint16_t ethertype) {
  return ethertype == kEtherIpv4 || ethertype == kEtherIpv6;
}

/// EtherTypes that mean something to the parser and therefore are no foreign TPID.
constexpr bool is_known(std::uint16_t ethertype) {
  return is_vlan(ethertype) || is_ip(ethertype) || ethertype == kEtherArp ||
         ethertype == kEtherMacControl || ethertype == kEtherLldp || ethertype == kEtherCnm ||
         ethertype == kEtherCnTag;
}

/// Big-endian 16 bits at `offset`. Precondition: offset + 2 <= bytes.size().
constexpr std::uint16_t load16(std::span<const std::uint8_t> bytes, std::size_t offset) {
  return static_cast<std::uint16_t>(bytes[offset] << 8 | bytes[offset + 1]);
}

/// Writes `value` big-endian at `offset`. Precondition: offset + 2 <= bytes.size().
constexpr void store16(std::span<std::uint8_t> bytes, std::size_t offset, std::uint16_t value) {
  bytes[offset] = static_cast<std::uint8_t>(value >> 8);
  bytes[offset + 1] = static_cast<std::uint8_t>(value);
}

/// The word of a compact tag, most significant field first: t[3] r[1] s[5] lm[6] d[1].
struct CompactTag {
  std::uint8_t signal = 0;     ///< t: 0..7
  bool reserved = false;       ///< r: kept as received
  std::uint8_t bucket = 0;     ///< s: 0..31
  std::uint8_t locator = 0;    ///< lm: 0..63
  bool do_not_update = false;  ///< d: packet was trimmed

  friend constexpr bool operator==(const CompactTag&, const CompactTag&) = default;
};

/// Fields above their range are cut to it.
constexpr std::uint16_t pack(const CompactTag& tag) {
  return static_cast<std::uint16_t>((tag.signal & 0x7U) << 13 | (tag.reserved ? 1U : 0U) << 12 |
                                    (tag.bucket & 0x1FU) << 7 | (tag.locator & 0x3FU) << 1 |
                                    (tag.do_not_update ? 1U : 0U));
}

constexpr CompactTag unpack(std::uint16_t word) {
  return {.signal = static_cast<std::uint8_t>(word >> 13),
          .reserved = (word >> 12 & 1U) != 0,
          .bucket = static_cast<std::uint8_t>(word >> 7 & 0x1FU),
          .locator = static_cast<std::uint8_t>(word >> 1 & 0x3FU),
          .do_not_update = (word & 1U) != 0};
}

}  // namespace sluice::model
