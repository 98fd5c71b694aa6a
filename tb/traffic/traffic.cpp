// SPDX-License-Identifier: Apache-2.0
#include "tb/traffic/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tb/common/error.hpp"

namespace sluice::tb {
namespace {

constexpr std::int64_t kStartNs = 1'767'225'600'000'000'000;  // 2026-01-01 00:00:00 UTC
constexpr unsigned kHosts = 12;
constexpr std::size_t kLargestMtu = 4096;
constexpr std::uint64_t kLineOverhead = 24;  // preamble, FCS, gap
constexpr std::uint8_t kDscpRdma = 26, kDscpCnp = 48;

Mac host_mac(unsigned host) {
  return {0x02, 0x1A, 0x2C, 0x00, 0x00, static_cast<std::uint8_t>(host)};
}

std::array<std::uint8_t, 4> host_ip(unsigned host) {
  return {10, 1, 0, static_cast<std::uint8_t>(host)};
}

std::array<std::uint8_t, 16> host_ip6(unsigned host) {
  return {0xFD, 0x00, 0x00, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, static_cast<std::uint8_t>(host)};
}

/// Untagged, one VLAN, or two (0x88A8 outside).
std::vector<std::uint32_t> vlans_of(unsigned host) {
  constexpr std::uint32_t kPriority3 = 3U << 13;
  const std::uint32_t inner = 0x8100U << 16 | kPriority3 | (100 + host);
  if (host % 3 == 0) return {};
  if (host % 3 == 1) return {inner};
  return {0x88A8U << 16 | kPriority3 | 10U, inner};
}

}  // namespace

Traffic::Traffic(TrafficOptions options)
    : options_(options), random_(options.seed), payload_(kLargestMtu + 64) {
  if (options.speed_bps == 0 || options.speed_bps > 10'000'000'000'000) {
    throw ParameterError(fmt::format("speed of {} bit/s, expected 1 to 10^13", options.speed_bps));
  }
  if (options.load_percent < 1 || options.load_percent > 100) {
    throw ParameterError(
        fmt::format("load of {} percent, expected 1 to 100", options.load_percent));
  }
  for (std::uint8_t& byte : payload_) byte = static_cast<std::uint8_t>(random_.next());
  constexpr std::array<std::size_t, 4> kMtus = {1024, 1024, 2048, 4096};
  for (unsigned host = 1; host <= kHosts; ++host) {
    for (const Side side : {Side::kRequester, Side::kResponder}) {
      Flow flow;
      flow.side = side;
      flow.path.destination = host_mac(0x80);
      flow.path.source = host_mac(host);
      flow.path.vlans = vlans_of(host);
      flow.path.ipv6 = host % 4 >= 2;
      if (flow.path.ipv6) {
        flow.path.source_ip = host_ip6(host);
        flow.path.destination_ip = host_ip6(0x80);
      } else {
        std::ranges::copy(host_ip(host), flow.path.source_ip.begin());
        std::ranges::copy(host_ip(0x80), flow.path.destination_ip.begin());
      }
      flow.path.source_port = static_cast<std::uint16_t>(0xC000 | random_.below(0x4000));
      flow.queue_pair = 0x100 + 2 * host + (side == Side::kResponder ? 1U : 0U);
      flow.psn = static_cast<std::uint32_t>(random_.below(1U << 24));
      flow.mtu = kMtus[random_.below(kMtus.size())];
      flows_.push_back(std::move(flow));
    }
  }
}

Traffic::Flow& Traffic::any(Side side) {
  return flows_[2 * random_.below(kHosts) + (side == Side::kResponder ? 1 : 0)];
}

Frame Traffic::roce(Flow& flow, RoceOpcode opcode, std::size_t payload, bool acknowledge,
                    std::size_t message) {
  RocePacket p;
  p.opcode = opcode;
  p.dscp = opcode == RoceOpcode::kCnp ? kDscpCnp : kDscpRdma;
  const std::uint64_t ecn = random_.below(100);
  p.ecn = ecn < 94 ? 2 : ecn < 96 ? 1 : ecn < 98 ? 3 : 0;
  p.queue_pair = flow.queue_pair;
  p.psn = flow.psn;
  p.acknowledge = acknowledge;
  p.message_length = static_cast<std::uint32_t>(message);
  p.ip_id = ip_id_++;
  p.payload = std::span<const std::uint8_t>(payload_).subspan(random_.below(64), payload);
  if (opcode != RoceOpcode::kCnp) flow.psn = (flow.psn + 1) & 0xFFFFFF;
  return roce_frame(flow.path, p);
}

Frame Traffic::segment(Flow& flow) {
  const bool write = flow.side == Side::kRequester;
  const std::size_t message = flow.left;  // what the first segment announces
  const std::size_t here = std::min(flow.left, flow.mtu);
  const bool first = flow.first;
  const bool last = here == flow.left;
  flow.left -= here;
  flow.first = false;
  RoceOpcode opcode = write ? RoceOpcode::kWriteMiddle : RoceOpcode::kReadMiddle;
  if (first && last) {
    opcode = write ? RoceOpcode::kWriteOnly : RoceOpcode::kReadOnly;
  } else if (first) {
    opcode = write ? RoceOpcode::kWriteFirst : RoceOpcode::kReadFirst;
  } else if (last) {
    opcode = write ? RoceOpcode::kWriteLast : RoceOpcode::kReadLast;
  }
  return roce(flow, opcode, here, write && last, message);
}

Frame Traffic::control() {
  const auto host = static_cast<unsigned>(random_.between(1, kHosts));
  switch (random_.below(3)) {
    case 0:
      return arp_request(host_mac(host), host_ip(host), host_ip(0x80));
    case 1:
      return lldp_frame(host_mac(host), host);
    default:
      return pfc_frame(host_mac(host), 3,
                       static_cast<std::uint16_t>(random_.chance(50) ? 0 : random_.below(65'536)));
  }
}

Frame Traffic::make() {
  const std::uint64_t draw = random_.below(100);
  if (draw < 36) {
    // Messages of several queue pairs interleave; each goes out in order.
    Flow& flow = any(random_.chance(60) ? Side::kRequester : Side::kResponder);
    if (flow.left == 0) {
      flow.left = random_.between(1, 4 * flow.mtu);
      flow.first = true;
    }
    return segment(flow);
  }
  Flow& responder = any(Side::kResponder);
  if (draw < 70 && responder.left == 0) return roce(responder, RoceOpcode::kAcknowledge, 0, false);
  Flow& requester = any(Side::kRequester);
  if (draw < 82 && requester.left == 0)
    return roce(requester, RoceOpcode::kSendOnly, random_.between(1, 256), true);
  if (draw < 88 && requester.left == 0)
    return roce(requester, RoceOpcode::kReadRequest, 0, true, requester.mtu);
  if (draw < 90) return roce(requester, RoceOpcode::kCnp, 0, false);
  if (draw < 95) return control();
  Path path = any(Side::kRequester).path;
  std::ranges::copy(host_ip(path.source.back()), path.source_ip.begin());
  std::ranges::copy(host_ip(0x80), path.destination_ip.begin());
  if (random_.chance(50)) path.vlans.clear();
  return small_frame(path, ip_id_++);
}

bool Traffic::next(CapturedFrame& frame) {
  if (made_ == options_.frames) return false;
  if (burst_left_ == 0) {
    // A silence as long as the load asks for, give or take a half.
    const std::uint64_t silence =
        burst_bits_ * (100 - options_.load_percent) / options_.load_percent;
    line_bits_ += silence * random_.between(50, 150) / 100;
    burst_bits_ = 0;
    burst_left_ = random_.between(20, 200);
  }
  --burst_left_;
  ++made_;
  frame.bytes = make();
  frame.packet = made_;
  frame.original_length = static_cast<std::uint32_t>(frame.bytes.size());
  __extension__ using Wide = unsigned __int128;
  frame.time_ns =
      kStartNs + static_cast<std::int64_t>(Wide{line_bits_} * 1'000'000'000 / options_.speed_bps);
  const std::uint64_t bits = (frame.bytes.size() + kLineOverhead) * 8;
  line_bits_ += bits;
  burst_bits_ += bits;
  return true;
}

std::uint64_t write_traffic(const TrafficOptions& options, CaptureWriter& writer) {
  Traffic traffic(options);
  CapturedFrame frame;
  std::uint64_t bytes = 0;
  while (traffic.next(frame)) {
    writer.write(frame.time_ns, frame.bytes);
    bytes += frame.bytes.size();
  }
  return bytes;
}

}  // namespace sluice::tb
