// SPDX-License-Identifier: Apache-2.0
#include "tb/traffic/packets.hpp"

#include <zlib.h>

#include <algorithm>
#include <string>

#include "model/common/wire.hpp"

namespace sluice::tb {
namespace {

constexpr std::size_t kIpv4Bytes = 20, kIpv6Bytes = 40, kUdpBytes = 8, kBthBytes = 12,
                      kIcrcBytes = 4;
constexpr std::uint8_t kProtocolUdp = 17;
constexpr std::uint8_t kTimeToLive = 64;

/// Appends big-endian fields to a frame.
class Writer {
 public:
  explicit Writer(Frame& out) : out_(out) {}
  Writer& u8(std::uint64_t v) { return put(v, 1); }
  Writer& u16(std::uint64_t v) { return put(v, 2); }
  Writer& u24(std::uint64_t v) { return put(v, 3); }
  Writer& u32(std::uint64_t v) { return put(v, 4); }
  Writer& u64(std::uint64_t v) { return put(v, 8); }
  Writer& bytes(std::span<const std::uint8_t> b) {
    out_.insert(out_.end(), b.begin(), b.end());
    return *this;
  }
  Writer& zeros(std::size_t n) {
    out_.insert(out_.end(), n, 0);
    return *this;
  }
  Writer& pad_to(std::size_t n) { return zeros(n - std::min(n, out_.size())); }

 private:
  Writer& put(std::uint64_t v, unsigned n) {
    for (unsigned i = n; i-- > 0;) out_.push_back(static_cast<std::uint8_t>(v >> (8 * i)));
    return *this;
  }
  Frame& out_;
};

void ethernet(Writer& w, const Path& path) {
  w.bytes(path.destination).bytes(path.source);
  for (const std::uint32_t tag : path.vlans) w.u32(tag);
  w.u16(path.ipv6 ? model::kEtherIpv6 : model::kEtherIpv4);
}

void ipv4(Frame& out, const Path& path, std::uint8_t tos, std::uint16_t id, std::size_t payload) {
  const std::size_t start = out.size();
  Writer w(out);
  w.u8(0x45)
      .u8(tos)
      .u16(kIpv4Bytes + payload)
      .u16(id)
      .u16(0x4000)
      .u8(kTimeToLive)
      .u8(kProtocolUdp)
      .u16(0);
  w.bytes(std::span(path.source_ip).first(4)).bytes(std::span(path.destination_ip).first(4));
  model::store16(out, start + 10, internet_checksum(std::span(out).subspan(start, kIpv4Bytes)));
}

void ipv6(Writer& w, const Path& path, std::uint8_t traffic_class, std::size_t payload) {
  // Flow label: from the source port, so that a flow keeps to one path.
  w.u32(std::uint32_t{6} << 28 | std::uint32_t{traffic_class} << 20 | path.source_port);
  w.u16(payload).u8(kProtocolUdp).u8(kTimeToLive).bytes(path.source_ip).bytes(path.destination_ip);
}

bool carries_reth(RoceOpcode op) {
  return op == RoceOpcode::kWriteFirst || op == RoceOpcode::kWriteOnly ||
         op == RoceOpcode::kReadRequest;
}

bool carries_aeth(RoceOpcode op) {
  return op == RoceOpcode::kReadFirst || op == RoceOpcode::kReadLast ||
         op == RoceOpcode::kReadOnly || op == RoceOpcode::kAcknowledge;
}

void bth(Writer& w, const RocePacket& p, std::size_t pad) {
  constexpr std::uint16_t kDefaultPartition = 0xFFFF;
  w.u8(static_cast<std::uint8_t>(p.opcode)).u8(pad << 4).u16(kDefaultPartition);
  w.u8(0).u24(p.queue_pair & 0xFFFFFF).u8(p.acknowledge ? 0x80 : 0).u24(p.psn & 0xFFFFFF);
  if (carries_reth(p.opcode)) {
    w.u64(0x7F00'0000'0000U + (std::uint64_t{p.psn} << 12))
        .u32(p.queue_pair ^ 0x5A5A)
        .u32(p.message_length);
  }
  if (carries_aeth(p.opcode)) w.u8(0x1F).u24(p.psn & 0xFFFFFF);  // ACK, credits not counted
  if (p.opcode == RoceOpcode::kCnp) w.zeros(16);
}

}  // namespace

std::uint16_t internet_checksum(std::span<const std::uint8_t> bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    sum += std::uint32_t{bytes[i]} << (i % 2 == 0 ? 8 : 0);
  }
  while (sum > 0xFFFF) sum = (sum & 0xFFFF) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

std::optional<std::uint32_t> roce_icrc(std::span<const std::uint8_t> packet) {
  if (packet.empty()) return std::nullopt;
  const bool v6 = packet[0] >> 4 == 6;
  const std::size_t ip = v6 ? kIpv6Bytes : kIpv4Bytes;
  if ((!v6 && packet[0] != 0x45) || packet.size() < ip + kUdpBytes + kBthBytes ||
      packet[v6 ? 6 : 9] != kProtocolUdp || model::load16(packet, ip + 2) != kRocePort) {
    return std::nullopt;
  }
  std::array<std::uint8_t, 8 + kIpv6Bytes + kUdpBytes + kBthBytes> head;
  head.fill(0xFF);  // eight bytes stand for the local route header that RoCE does not have
  const std::size_t masked = ip + kUdpBytes + kBthBytes;
  std::copy_n(packet.begin(), masked, head.begin() + 8);
  const auto mask = [&](std::size_t at) { head[8 + at] = 0xFF; };
  if (v6) {
    head[8] |= 0x0F;                                     // traffic class, flow label
    for (const std::size_t at : {1, 2, 3, 7}) mask(at);  // and hop limit
  } else {
    for (const std::size_t at : {1, 8, 10, 11})
      mask(at);  // type of service, time to live, checksum
  }
  mask(ip + 6), mask(ip + 7);  // UDP checksum
  mask(ip + kUdpBytes + 4);    // FECN, BECN, reserved
  uLong crc = ::crc32(0, head.data(), static_cast<uInt>(8 + masked));
  crc = ::crc32(crc, packet.data() + masked, static_cast<uInt>(packet.size() - masked));
  return static_cast<std::uint32_t>(crc);
}

Frame roce_frame(const Path& path, const RocePacket& p) {
  const std::size_t data = p.payload.size();
  const std::size_t pad = (4 - data % 4) % 4;
  const std::size_t extension = (carries_reth(p.opcode) ? 16 : 0) +
                                (carries_aeth(p.opcode) ? 4 : 0) +
                                (p.opcode == RoceOpcode::kCnp ? 16 : 0);
  const std::size_t udp = kUdpBytes + kBthBytes + extension + data + pad + kIcrcBytes;
  const auto tos = static_cast<std::uint8_t>(p.dscp << 2 | p.ecn);
  Frame out;
  out.reserve(14 + 4 * path.vlans.size() + kIpv6Bytes + udp);
  Writer w(out);
  ethernet(w, path);
  const std::size_t start = out.size();
  if (path.ipv6) {
    ipv6(w, path, tos, udp);
  } else {
    ipv4(out, path, tos, p.ip_id, udp);
  }
  w.u16(path.source_port).u16(kRocePort).u16(udp).u16(0);
  bth(w, p, pad);
  w.bytes(p.payload).zeros(pad);
  const std::uint32_t icrc = *roce_icrc(std::span(out).subspan(start));
  for (unsigned i = 0; i < kIcrcBytes; ++i)
    w.u8(icrc >> (8 * i) & 0xFF);  // least significant byte first
  return out;
}

Frame small_frame(const Path& path, std::uint16_t ip_id) {
  constexpr std::size_t kPayload = 4;
  Path p = path;
  p.ipv6 = false;
  Frame out;
  Writer w(out);
  ethernet(w, p);
  ipv4(out, p, 0, ip_id, kUdpBytes + kPayload);
  w.u16(p.source_port).u16(9).u16(kUdpBytes + kPayload).u16(0).u32(ip_id).pad_to(kMinimumFrame);
  return out;
}

Frame numbered_frame(const Path& path, const RocePacket& p, std::size_t length, std::uint32_t flow,
                     std::uint32_t number) {
  constexpr std::uint16_t kDiscard = 9;
  Frame out;
  out.reserve(length);
  Writer w(out);
  ethernet(w, path);
  const std::size_t udp = length - out.size() - kIpv4Bytes;
  ipv4(out, path, static_cast<std::uint8_t>(p.dscp << 2 | p.ecn), p.ip_id, udp);
  w.u16(path.source_port).u16(kDiscard).u16(udp).u16(0).u32(flow).u32(number).pad_to(length);
  return out;
}

Frame arp_request(const Mac& source, std::array<std::uint8_t, 4> from,
                  std::array<std::uint8_t, 4> to) {
  constexpr Mac kBroadcast = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
  Frame out;
  Writer(out)
      .bytes(kBroadcast)
      .bytes(source)
      .u16(model::kEtherArp)
      .u16(1)
      .u16(model::kEtherIpv4)
      .u8(6)
      .u8(4)
      .u16(1)
      .bytes(source)
      .bytes(from)
      .zeros(6)
      .bytes(to)
      .pad_to(kMinimumFrame);
  return out;
}

Frame lldp_frame(const Mac& source, unsigned port) {
  constexpr Mac kNearestBridge = {0x01, 0x80, 0xC2, 0x00, 0x00, 0x0E};
  constexpr unsigned kChassis = 1, kPort = 2, kTimeToLiveTlv = 3;
  const std::string name = "ethernet-1/" + std::to_string(port);
  Frame out;
  Writer w(out);
  w.bytes(kNearestBridge).bytes(source).u16(model::kEtherLldp);
  w.u16(kChassis << 9 | 7).u8(4).bytes(source);
  w.u16(kPort << 9 | (1 + name.size())).u8(5);
  for (const char c : name) w.u8(static_cast<std::uint8_t>(c));
  w.u16(kTimeToLiveTlv << 9 | 2).u16(120).u16(0).pad_to(kMinimumFrame);
  return out;
}

Frame pfc_frame(const Mac& source, unsigned priority, std::uint16_t quanta) {
  constexpr Mac kMacControl = {0x01, 0x80, 0xC2, 0x00, 0x00, 0x01};
  constexpr std::uint16_t kOpcodePfc = 0x0101;
  Frame out;
  Writer w(out);
  w.bytes(kMacControl)
      .bytes(source)
      .u16(model::kEtherMacControl)
      .u16(kOpcodePfc)
      .u16(1U << priority);
  for (unsigned i = 0; i < 8; ++i) w.u16(i == priority ? quanta : 0);
  w.pad_to(kMinimumFrame);
  return out;
}

}  // namespace sluice::tb
