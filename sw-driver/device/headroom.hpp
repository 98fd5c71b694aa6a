// SPDX-License-Identifier: Apache-2.0
// What a lossless switch must keep free, and where it must mark: PFC headroom (IEEE 802.3 Annex
// 31B, IEEE 802.1Q on PFC delays) and the thresholds of DCQCN (Zhu et al., SIGCOMM 2015, section
// 4). Integers alone; what must be kept free is rounded up, a threshold down.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>

namespace sluice::driver {

/// A value out of its range, or thresholds that cannot exist: one sentence.
class HeadroomError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Quanta (512 bit times) within which a port stops after a pause frame, by its speed; nothing for
/// a speed that Annex 31B does not list.
std::optional<std::uint32_t> response_quanta(std::uint64_t speed_bps);

struct LinkOptions {
  std::uint64_t speed_bps = 40'000'000'000;  ///< 1M .. 1.6T
  std::uint64_t cable_mm = 100'000;          ///< one way, up to 100 km
  std::uint64_t delay_ps_per_m = 5'000;      ///< 1,000 .. 20,000
  std::uint32_t mtu = 1500;                  ///< IP packet, bytes, 68 .. 9,600
  std::uint32_t tags = 1;                    ///< VLAN and CSIG tags a frame, 0 .. 3
  std::uint64_t local_delay_ps = 0;          ///< own delay, both directions together, up to 1 ms
  std::optional<std::uint32_t> quanta = {};  ///< response limit; unset: by speed; up to 65,535
};

/// Bytes of the line that may still come once a queue decides to pause its peer.
struct LinkHeadroom {
  std::uint64_t frame = 0;     ///< the longest one with preamble, FCS and gap
  std::uint64_t own = 0;       ///< a frame of ours, begun before the pause frame
  std::uint64_t pause = 0;     ///< the pause frame itself
  std::uint64_t cable = 0;     ///< out and back
  std::uint64_t local = 0;     ///< our own delay
  std::uint64_t quanta = 0;    ///< of the peer's response
  std::uint64_t response = 0;  ///< those as bytes
  std::uint64_t peer = 0;      ///< a frame that the peer began before it had to stop
  std::uint64_t total = 0;
};

/// Errors: HeadroomError.
LinkHeadroom link_headroom(const LinkOptions& options);

struct SwitchOptions {
  std::uint64_t buffer = 12'000'000;          ///< bytes shared by all ports, up to 2^40
  std::uint32_t ports = 32;                   ///< 1 .. 4,096
  std::uint32_t priorities = 8;               ///< lossless ones, 1 .. 8
  std::uint64_t in_flight = 0;                ///< bytes a port and priority, up to 2^32
  std::uint64_t beta_millionths = 8'000'000;  ///< of the dynamic threshold, 1,000 .. 1000 * 10^6
};

struct DcqcnThresholds {
  std::uint64_t reserved = 0;     ///< headroom of every port and priority
  std::uint64_t shared = 0;       ///< what is left
  std::uint64_t pfc = 0;          ///< t_PFC: highest static threshold that can never overrun
  std::uint64_t ecn_static = 0;   ///< highest t_ECN below t_PFC / ports
  std::uint64_t ecn = 0;          ///< t_ECN: highest that marks before a dynamic t_PFC pauses
  std::uint64_t occupied = 0;     ///< s where every egress queue holds t_ECN
  std::uint64_t pfc_dynamic = 0;  ///< t_PFC at that s
};

/// Errors: HeadroomError, also where the headroom leaves nothing of the buffer.
DcqcnThresholds dcqcn_thresholds(const SwitchOptions& options);

}  // namespace sluice::driver
