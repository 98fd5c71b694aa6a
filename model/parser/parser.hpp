// SPDX-License-Identifier: Apache-2.0
// Golden model of the parser: positions and raw fields of a frame, and what they mean under a TPID.
// Source: docs/architecture.md, "Classification of a frame at `start`" and "at `arrive`"; IP
// headers: RFC 791, RFC 8200; their ECN field: RFC 3168.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::model {

/// Raw fields. They do not depend on the configuration.
struct Headers {
  std::size_t offset = 0;       ///< of the EtherType behind at most two VLAN tags: 12, 16 or 20
  bool has_ethertype = false;   ///< the frame holds both its bytes
  std::uint16_t ethertype = 0;  ///< E; 0 where not there
  bool has_tag = false;         ///< the frame reaches to offset + 6: E, a tag's word, an EtherType
  std::uint16_t word = 0;       ///< at offset + 2; 0 where has_tag is false
  std::uint16_t next = 0;       ///< at offset + 4; 0 where has_tag is false
  bool mac_control = false;     ///< the EtherType at byte 12 is 0x8808
  bool tagged = false;          ///< at least one VLAN tag
  std::uint8_t pcp = 0;         ///< of the outer VLAN tag; 0 where not there
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

/// What of the CSIG configuration the search for an IP header depends on.
struct CsigState {
  bool enabled = false;
  std::uint16_t tpid = 0x0600;
};

enum class Ip : std::uint8_t {
  kNone,    ///< no EtherType of IP where one is looked for
  kV4,      ///< valid
  kV6,      ///< valid
  kBroken,  ///< the EtherType says IP, but the header contradicts itself or the frame's length
};

/// ECN codepoints (RFC 3168).
enum class Ecn : std::uint8_t { kNotEct = 0, kEct1 = 1, kEct0 = 2, kCe = 3 };

constexpr bool is_ect(Ecn ecn) { return ecn == Ecn::kEct0 || ecn == Ecn::kEct1; }

/// The IP header that queue and marking go by. All but `ip` is 0 where it is neither kV4 nor kV6.
struct IpHeader {
  Ip ip = Ip::kNone;
  std::uint8_t words = 0;  ///< 0..3: the header begins at 14 + 4 * words
  std::uint8_t dscp = 0;   ///< 0..63
  Ecn ecn = Ecn::kNotEct;

  bool valid() const { return ip == Ip::kV4 || ip == Ip::kV6; }
  std::size_t offset() const { return 14 + 4 * std::size_t{words}; }
  friend bool operator==(const IpHeader&, const IpHeader&) = default;
};

/// Looks behind at most two VLAN tags and, where CSIG is enabled, one CSIG tag. `headers` must be
/// those of `frame`. An EtherType of IP counts as such even where it is the TPID.
IpHeader parse_ip(std::span<const std::uint8_t> frame, const Headers& headers,
                  const CsigState& csig);

}  // namespace sluice::model
