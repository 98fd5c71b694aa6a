// SPDX-License-Identifier: Apache-2.0
// Frames as an AI fabric carries them: RoCEv2 over IPv4 and IPv6, ARP, LLDP, PFC. Without FCS.
// Sources: InfiniBand Architecture Specification 1.6, chapter 9 (BTH, RETH, AETH) and annex A17
// (RoCEv2 and its ICRC); RFC 791, 826, 8200; IEEE 802.1AB, 802.1Q (PFC).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sluice::tb {

using Frame = std::vector<std::uint8_t>;
using Mac = std::array<std::uint8_t, 6>;

inline constexpr std::uint16_t kRocePort = 4791;
inline constexpr std::size_t kMinimumFrame = 60;

/// Opcodes of the reliable connection, and the notification packet.
enum class RoceOpcode : std::uint8_t {
  kSendOnly = 0x04,
  kWriteFirst = 0x06,
  kWriteMiddle = 0x07,
  kWriteLast = 0x08,
  kWriteOnly = 0x0A,
  kReadRequest = 0x0C,
  kReadFirst = 0x0D,
  kReadMiddle = 0x0E,
  kReadLast = 0x0F,
  kReadOnly = 0x10,
  kAcknowledge = 0x11,
  kCnp = 0x81,
};

/// Where a packet comes from, goes to, and what stands before its EtherType.
struct Path {
  Mac destination{}, source{};
  std::vector<std::uint32_t> vlans;  ///< TPID << 16 | TCI, outermost first
  bool ipv6 = false;
  std::array<std::uint8_t, 16> source_ip{}, destination_ip{};  ///< IPv4: the first four bytes
  std::uint16_t source_port = 0;
};

struct RocePacket {
  RoceOpcode opcode = RoceOpcode::kSendOnly;
  std::uint8_t dscp = 0;
  std::uint8_t ecn = 2;          ///< 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE
  std::uint32_t queue_pair = 0;  ///< 24 bits
  std::uint32_t psn = 0;         ///< 24 bits
  bool acknowledge = false;
  std::uint16_t ip_id = 0;                ///< IPv4
  std::uint32_t message_length = 0;       ///< of the whole message, for opcodes with a RETH
  std::span<const std::uint8_t> payload;  ///< padded to 4 bytes with zeros
};

/// A whole RoCEv2 frame with the headers that the opcode asks for, IPv4 checksum and ICRC.
Frame roce_frame(const Path& path, const RocePacket& packet);

/// A small IPv4 datagram that is not RoCE, padded to 60 bytes, Not-ECT.
Frame small_frame(const Path& path, std::uint16_t ip_id);

/// Bytes of a numbered datagram's headers, without VLAN tags.
inline constexpr std::size_t kNumberedHeader = 14 + 20 + 8 + 8;

/// An IPv4 datagram of exactly `length` bytes whose payload begins with its flow and its number.
/// Range of `length`: kNumberedHeader and 4 a VLAN tag, up to 65,535. RocePacket's dscp, ecn and
/// ip_id are used.
Frame numbered_frame(const Path& path, const RocePacket& packet, std::size_t length,
                     std::uint32_t flow, std::uint32_t number);

Frame arp_request(const Mac& source, std::array<std::uint8_t, 4> from,
                  std::array<std::uint8_t, 4> to);
Frame lldp_frame(const Mac& source, unsigned port);
/// Pauses (or, with 0 quanta, resumes) one priority.
Frame pfc_frame(const Mac& source, unsigned priority, std::uint16_t quanta);

/// Internet checksum of these bytes as they are (0 where a right checksum is among them).
std::uint16_t internet_checksum(std::span<const std::uint8_t> bytes);

/// ICRC of a packet that begins with its IP header and ends where the ICRC begins: the bytes that
/// switches change count as ones. Nothing where it is no RoCEv2 packet over IPv4 without options or
/// IPv6 without extensions.
std::optional<std::uint32_t> roce_icrc(std::span<const std::uint8_t> ip_packet);

}  // namespace sluice::tb
