// SPDX-License-Identifier: Apache-2.0
// What admission does with the events of a clock, written as the rules stand, without clocks of its
// own: a verdict is known at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>

#include "tests/red/red_reference.hpp"

namespace sluice::test {

/// sluice_pkg::drop_e
enum AdmissionDrop : unsigned {
  kKept,
  kBad,
  kRunt,
  kOversize,
  kQueueLimit,
  kPortLimit,
  kBufferFull,
  kRedDrop
};
/// sluice_pkg::ip_e
enum Ip : unsigned { kNoIp, kIpV4, kIpV6, kIpBroken };

struct QueueRule {
  bool strict = true;
  std::uint32_t quantum = 0;
  std::uint32_t limit = 0xFF'FFFF;
  RedRule red = {};
};

/// sluice_pkg::buffer_config_t; as after a reset.
struct BufferRule {
  std::uint32_t seed = 1;
  std::uint32_t limit = 0xFF'FFFF;
  unsigned default_queue = 0;
  std::array<unsigned, 8> pcp_map = {0, 1, 2, 3, 4, 5, 6, 7};
  std::array<unsigned, 64> dscp_map = [] {
    std::array<unsigned, 64> map{};
    for (unsigned i = 0; i < 64; ++i) map[i] = i / 8;
    return map;
  }();
  std::array<QueueRule, 8> queue = {};
};

/// datapath_pkg::arrival_t
struct Arrival {
  unsigned drop = kKept;
  unsigned len = 64;
  bool vlan = false;
  unsigned pcp = 0;
  unsigned ip = kIpV4;
  unsigned dscp = 0;
  unsigned ecn = kEct0;

  bool has_ip() const { return ip == kIpV4 || ip == kIpV6; }
};

/// datapath_pkg::judged_t
struct Judged {
  unsigned drop = kKept;
  unsigned queue = 0;
  unsigned len = 0;
  bool ip_broken = false, ce = false, mark = false;
  friend bool operator==(const Judged&, const Judged&) = default;
};

struct DepthsShown {
  std::array<std::uint32_t, 8> depth{}, watermark{};
  std::uint32_t port_depth = 0, port_watermark = 0;
  friend bool operator==(const DepthsShown&, const DepthsShown&) = default;
};

/// One port. Events of a clock come in the order of the functions.
class AdmissionReference {
 public:
  struct Frame {
    unsigned len, ip, ecn;
    std::uint64_t arrived;
  };

  AdmissionReference(unsigned cells, unsigned cell_bytes)
      : cells_(cells), cell_bytes_(cell_bytes) {}

  void activate(const BufferRule& rule) {
    if (rule.seed != rule_.seed) red_.reseed(rule.seed);
    rule_ = rule;
  }
  DepthsShown snapshot(bool clear) {
    DepthsShown shown{depth_, watermark_, port(), port_watermark_};
    if (clear) {
      watermark_ = depth_;
      port_watermark_ = port();
    }
    return shown;
  }
  /// The head of `queue` leaves; answers whether it is marked.
  bool select(unsigned queue) {
    const Frame frame = frames_[queue].front();
    frames_[queue].pop_front();
    const bool has_ip = frame.ip == kIpV4 || frame.ip == kIpV6;
    const bool mark = red_.depart(queue, depth_[queue], has_ip ? frame.ecn : unsigned{kNotEct},
                                  rule_.queue[queue].red)
                          .mark;
    take(queue, frame.len);
    return mark;
  }
  /// Frames whose verdict was to drop leave `kRedClocks` after they arrived.
  void leave(std::uint64_t now, unsigned red_clocks) {
    while (!leaving_.empty() && leaving_.front().at + red_clocks <= now) {
      take(leaving_.front().queue, leaving_.front().len);
      leaving_.pop_front();
    }
  }
  Judged arrive(std::uint64_t now, const Arrival& a) {
    Judged j{.drop = a.drop, .len = a.len};
    if (a.drop != kKept) return j;
    j.queue = a.vlan       ? rule_.pcp_map[a.pcp]
              : a.has_ip() ? rule_.dscp_map[a.dscp]
                           : rule_.default_queue;
    j.ip_broken = a.ip == kIpBroken;
    const unsigned ecn = a.has_ip() ? a.ecn : unsigned{kNotEct};
    j.ce = ecn == kCe;
    const QueueRule& q = rule_.queue[j.queue];
    if (depth_[j.queue] + a.len > q.limit) {
      j.drop = kQueueLimit;
    } else if (port() + a.len > rule_.limit) {
      j.drop = kPortLimit;
    } else if (used_ + cells_of(a.len) > cells_) {
      j.drop = kBufferFull;
    }
    if (j.drop != kKept) return j;
    const bool first = depth_[j.queue] == 0;
    depth_[j.queue] += a.len;
    used_ += cells_of(a.len);
    watermark_[j.queue] = std::max(watermark_[j.queue], depth_[j.queue]);
    port_watermark_ = std::max(port_watermark_, port());
    const RedVerdict verdict = red_.arrive(j.queue, depth_[j.queue], first, ecn, q.red);
    j.mark = verdict.mark;
    if (verdict.drop) {
      j.drop = kRedDrop;
      leaving_.push_back({now, j.queue, a.len});
    } else {
      frames_[j.queue].push_back({a.len, a.ip, a.ecn, now});
    }
    return j;
  }

  const std::deque<Frame>& frames(unsigned queue) const { return frames_[queue]; }
  std::uint32_t depth(unsigned queue) const { return depth_[queue]; }
  unsigned cells() const { return used_; }
  const BufferRule& rule() const { return rule_; }
  const RedReference& red() const { return red_; }
  std::uint32_t port() const {
    std::uint32_t sum = 0;
    for (const std::uint32_t d : depth_) sum += d;
    return sum;
  }

 private:
  struct Leaving {
    std::uint64_t at;
    unsigned queue, len;
  };

  unsigned cells_of(unsigned len) const { return (len + cell_bytes_ - 1) / cell_bytes_; }
  void take(unsigned queue, unsigned len) {
    depth_[queue] -= len;
    used_ -= cells_of(len);
  }

  unsigned cells_, cell_bytes_, used_ = 0;
  BufferRule rule_;
  RedReference red_;
  std::array<std::uint32_t, 8> depth_{}, watermark_{};
  std::uint32_t port_watermark_ = 0;
  std::array<std::deque<Frame>, 8> frames_;
  std::deque<Leaving> leaving_;
};

}  // namespace sluice::test
