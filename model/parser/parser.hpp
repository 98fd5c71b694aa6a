// SPDX-License-Identifier: Apache-2.0
// Golden model of the parser: positions and raw fields of a frame, and what they mean under a TPID.
// Source: docs/architecture.md, "Classification of a frame at `start`".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::model {

/// Raw fields. They do not depend on the configuration, which is looked at only when the frame
/// leaves.
struct Headers {
  std::size_t offset = 0;       ///< of the EtherType behind at most two VLAN tags: 12, 16 or 20
  bool has_ethertype = false;   ///< the frame holds both its bytes
  std::uint16_t ethertype = 0;  ///< E; 0 where not there
  bool has_tag = false;         ///< the frame reaches to offset + 6: E, a tag's word, an EtherType
  std::uint16_t word = 0;       ///< at offset + 2; 0 where has_tag is false
  std::uint16_t next = 0;       ///< at offset + 4; 0 where has_tag is false
  bool mac_control = false;     ///< the EtherType at byte 12 is 0x8808
};

/// Any frame, any length.
Headers parse(std::span<const std::uint8_t> frame);

enum class TagState : std::uint8_t {
  kNone,         ///< no tag, nothing unusual
  kCsig,         ///< a tag that the port's action applies to
  kTruncated,    ///< TPID, but the frame ends before the EtherType behind the tag does
  kVlanAfter,    ///< a VLAN tag follows the tag
  kNonIp,        ///< something else than IPv4 or IPv6 follows the tag
  kForeignTpid,  ///< an EtherType that nobody here knows: perhaps another domain's TPID
};

/// What the fields mean in a domain with this TPID.
TagState classify(const Headers& headers, std::uint16_t tpid);

}  // namespace sluice::model
