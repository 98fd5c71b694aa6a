// SPDX-License-Identifier: Apache-2.0
// What admission does with the events of a clock, written as the rules stand, without clocks of its
// own: a verdict is known at once.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "model/queue/classify.hpp"
#include "model/queue/depth.hpp"
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
      : depths_({.cell_bytes = cell_bytes, .buffer_cells = cells}) {}

  void activate(const BufferRule& rule) {
    if (rule.seed != rule_.seed) red_.reseed(rule.seed);
    rule_ = rule;
    config_ = config(rule);
  }
  DepthsShown snapshot(bool clear) {
    DepthsShown shown;
    for (unsigned q = 0; q < 8; ++q) {
      shown.depth[q] = depths_.bytes(q);
      shown.watermark[q] = depths_.watermark(q);
    }
    shown.port_depth = depths_.bytes();
    shown.port_watermark = depths_.watermark();
    if (clear) depths_.restart_watermarks();
    return shown;
  }
  /// The head of `queue` leaves; answers whether it is marked.
  bool select(unsigned queue) {
    const Frame frame = frames_[queue].front();
    frames_[queue].pop_front();
    const bool has_ip = frame.ip == kIpV4 || frame.ip == kIpV6;
    const bool mark = red_.depart(queue, depth(queue), has_ip ? frame.ecn : unsigned{kNotEct},
                                  rule_.queue[queue].red)
                          .mark;
    depths_.leave(queue, frame.len);
    return mark;
  }
  /// Frames whose verdict was to drop leave `kRedClocks` after they arrived.
  void leave(std::uint64_t now, unsigned red_clocks) {
    while (!leaving_.empty() && leaving_.front().at + red_clocks <= now) {
      depths_.leave(leaving_.front().queue, leaving_.front().len);
      leaving_.pop_front();
    }
  }
  Judged arrive(std::uint64_t now, const Arrival& a) {
    Judged j{.drop = a.drop, .len = a.len};
    if (a.drop != kKept) return j;
    const model::Headers headers{.tagged = a.vlan, .pcp = static_cast<std::uint8_t>(a.pcp)};
    const model::IpHeader ip{.ip = a.ip == kIpV4   ? model::Ip::kV4
                                   : a.ip == kIpV6 ? model::Ip::kV6
                                                   : model::Ip::kNone,
                             .dscp = static_cast<std::uint8_t>(a.dscp)};
    j.queue = model::choose_queue(config_, headers, ip);
    j.ip_broken = a.ip == kIpBroken;
    const unsigned ecn = a.has_ip() ? a.ecn : unsigned{kNotEct};
    j.ce = ecn == kCe;
    j.drop = static_cast<unsigned>(depths_.admit(config_, j.queue, a.len));
    if (j.drop != kKept) return j;
    const bool first = depth(j.queue) == 0;
    depths_.enter(j.queue, a.len);
    const RedVerdict verdict =
        red_.arrive(j.queue, depth(j.queue), first, ecn, rule_.queue[j.queue].red);
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
  std::uint32_t depth(unsigned queue) const { return depths_.bytes(queue); }
  std::uint32_t port() const { return depths_.bytes(); }
  unsigned cells() const { return depths_.cells(); }
  const BufferRule& rule() const { return rule_; }
  const RedReference& red() const { return red_; }

 private:
  struct Leaving {
    std::uint64_t at;
    unsigned queue, len;
  };

  /// RED's part goes through RedReference.
  static model::BufferConfig config(const BufferRule& rule) {
    model::BufferConfig c;
    c.limit = rule.limit;
    c.default_queue = static_cast<std::uint8_t>(rule.default_queue);
    for (unsigned i = 0; i < 8; ++i) {
      c.pcp_map[i] = static_cast<std::uint8_t>(rule.pcp_map[i]);
      c.queue[i].limit = rule.queue[i].limit;
    }
    for (unsigned i = 0; i < 64; ++i) c.dscp_map[i] = static_cast<std::uint8_t>(rule.dscp_map[i]);
    return c;
  }

  BufferRule rule_;
  model::BufferConfig config_;
  model::Depth depths_;
  RedReference red_;
  std::array<std::deque<Frame>, 8> frames_;
  std::deque<Leaving> leaving_;
};

}  // namespace sluice::test
