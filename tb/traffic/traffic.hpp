// SPDX-License-Identifier: Apache-2.0
// Traffic of an AI job as one egress port sees it, deterministic from a seed.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "tb/capture/reader.hpp"
#include "tb/capture/writer.hpp"
#include "tb/common/random.hpp"
#include "tb/traffic/packets.hpp"

namespace sluice::tb {

struct TrafficOptions {
  std::uint64_t frames = 10'000;
  std::uint64_t seed = 1;
  std::uint64_t speed_bps =
      400'000'000'000;         ///< bits a second: frames of a burst follow one another at it
  unsigned load_percent = 60;  ///< of that speed, on average over bursts and silences, 1..100
};

/// Collective phases ("on": RDMA WRITE and READ segments with their acknowledgements at line rate)
/// and silences
/// ("off"); IPv4 and IPv6, untagged, VLAN, QinQ; ARP, LLDP, PFC and small datagrams between. Mostly
/// ECT(0). Every RoCEv2 packet has a rising PSN in its queue pair, a right IPv4 checksum and a
/// right ICRC. The same options give the same bytes and times on every machine. Error:
/// ParameterError where an option is out of range.
class Traffic {
 public:
  explicit Traffic(TrafficOptions options);

  /// Fills in the next frame; false after the last one. Times start at a fixed date, in 2026.
  bool next(CapturedFrame& frame);

 private:
  enum class Side : std::uint8_t { kRequester, kResponder };
  /// A queue pair and what is left to send of its present message.
  struct Flow {
    Path path;
    Side side;
    std::uint32_t queue_pair;
    std::uint32_t psn;
    std::size_t mtu;
    std::size_t left = 0;  ///< bytes of the message
    bool first = false;
  };

  Frame make();
  Frame segment(Flow& flow);
  Frame roce(Flow& flow, RoceOpcode opcode, std::size_t payload, bool acknowledge,
             std::size_t message = 0);
  Frame control();
  Flow& any(Side side);

  TrafficOptions options_;
  Random random_;
  std::vector<Flow> flows_;
  std::vector<std::uint8_t> payload_;
  std::uint64_t made_ = 0;
  std::uint64_t burst_left_ = 0;  ///< frames until the next silence
  std::uint64_t burst_bits_ = 0;
  std::uint64_t line_bits_ = 0;  ///< bit times on the line since the start, silences included
  std::uint16_t ip_id_ = 1;
};

/// All of it into a capture. Answers the bytes of the frames. Errors: ParameterError, CaptureError.
std::uint64_t write_traffic(const TrafficOptions& options, CaptureWriter& writer);

}  // namespace sluice::tb
