// SPDX-License-Identifier: Apache-2.0
// Structs of rtl/pkg/ that the blocks of a port hand to each other, bit by bit.
#pragma once

#include <cstdint>

#include "model/common/time.hpp"
#include "model/csig/config.hpp"
#include "model/csig/outcome.hpp"
#include "tests/time/clocked.hpp"

namespace sluice::test {

inline constexpr model::Ticks kTimeMask = (model::Ticks{1} << 80) - 1;

/// Puts fields into a port of any width, first field (most significant) first.
template <class Wide>
class BitWriter {
 public:
  BitWriter(Wide& port, unsigned width) : port_(port), left_(width) {}

  /// `width` 1..128.
  BitWriter& put(model::Ticks value, unsigned width) {
    for (unsigned bit = width; bit-- > 0;) {
      --left_;
      const std::uint32_t mask = std::uint32_t{1} << (left_ % 32);
      if ((value >> bit & 1) != 0) {
        port_[left_ / 32] |= mask;
      } else {
        port_[left_ / 32] &= ~mask;
      }
    }
    return *this;
  }

 private:
  Wide& port_;
  unsigned left_;
};

/// datapath_pkg::frame_meta_t
struct Meta {
  unsigned ip = 1;
  unsigned ip_words = 0;
  unsigned dscp = 0;
  unsigned ecn = 0;
  unsigned pcp = 0;
  unsigned vlans = 0;
  bool type_whole = true;
  std::uint16_t ethertype = 0x0800;
  bool type_foreign = false;
  bool tag_whole = true;
  std::uint16_t tag = 0;
  bool next_vlan = false;
  bool next_ip = true;
  bool mac_control = false;
  std::uint16_t len = 64;
  model::Ticks first_beat = 0;
  std::uint32_t frame = 0;

  static constexpr unsigned kBits = 15 + 2 + 1 + 16 + 1 + 1 + 16 + 1 + 1 + 1 + 14 + 80 + 32;

  /// datapath_pkg::stored_meta_t
  template <class Wide>
  void store(Wide& port, unsigned queue, bool mark) const {
    BitWriter<Wide> writer(port, 4 + kBits);
    writer.put(queue, 3).put(mark, 1);
    put(writer);
  }
  template <class Wide>
  void store(Wide& port) const {
    BitWriter<Wide> writer(port, kBits);
    put(writer);
  }

 private:
  template <class Wide>
  void put(BitWriter<Wide>& writer) const {
    writer.put(ip, 2)
        .put(ip_words, 2)
        .put(dscp, 6)
        .put(ecn, 2)
        .put(pcp, 3)
        .put(vlans, 2)
        .put(type_whole, 1)
        .put(ethertype, 16)
        .put(type_foreign, 1)
        .put(tag_whole, 1)
        .put(tag, 16)
        .put(next_vlan, 1)
        .put(next_ip, 1)
        .put(mac_control, 1)
        .put(len, 14)
        .put(first_beat, 80)
        .put(frame, 32);
  }
};

/// datapath_pkg::verdict_t
struct Verdict {
  static constexpr unsigned kBits = 1 + 1 + 2 + 2 + 4 + 2 + 16 + 14 + 1 + 3 + 1 + 3;

  explicit Verdict(std::uint64_t bits) {
    unsigned left = kBits;
    const auto take = [&](unsigned width) {
      left -= width;
      return static_cast<unsigned>(bits >> left & ((1U << width) - 1));
    };
    mark = take(1) != 0;
    mark_v6 = take(1) != 0;
    ip_words = take(2);
    ecn = take(2);
    outcome = static_cast<model::Outcome>(take(4));
    vlans = take(2);
    tag = static_cast<std::uint16_t>(take(16));
    len = take(14);
    shorter = take(1) != 0;
    signal = take(3);
    mac_control = take(1) != 0;
    queue = take(3);
  }

  bool mark;
  bool mark_v6;
  unsigned ip_words;
  unsigned ecn;
  model::Outcome outcome;
  unsigned vlans;
  std::uint16_t tag;
  unsigned len;
  bool shorter;
  unsigned signal;
  bool mac_control;
  unsigned queue;
};

/// sluice_pkg::csig_config_t; `interval` is not looked at by who gets this.
inline std::uint64_t pack(const model::CsigConfig& csig, unsigned interval = 1) {
  return BitPacker()
      .put(csig.enable, 1)
      .put(0, 1)
      .put(csig.tpid, 16)
      .put(csig.node_locator, 15)
      .put(interval, 3)
      .narrow();
}

/// sluice_pkg::port_config_t
inline std::uint64_t pack(const model::PortConfig& port) {
  return BitPacker()
      .put(port.capacity, 40)
      .put(port.overhead, 6)
      .put(port.locator, 15)
      .put(port.locator_valid, 1)
      .put(static_cast<std::uint64_t>(port.action), 2)
      .narrow();
}

/// An 80-bit time at a port.
template <class Wide>
void store_time(Wide& port, model::Ticks time) {
  BitWriter<Wide>(port, 80).put(time, 80);
}

}  // namespace sluice::test
