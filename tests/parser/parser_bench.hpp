// SPDX-License-Identifier: Apache-2.0
// Feeds the parser at any width and compares what it tells of each frame with the model.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "Vrtl_parser_w1024.h"
#include "Vrtl_parser_w128.h"
#include "Vrtl_parser_w256.h"
#include "Vrtl_parser_w512.h"
#include "Vrtl_parser_w64.h"
#include "model/common/time.hpp"
#include "model/common/wire.hpp"
#include "model/parser/parser.hpp"
#include "tests/support/bus.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice::test {

using model::Ticks;

/// datapath_pkg::frame_meta_t
struct ParserMeta {
  unsigned ip, ip_words, dscp, ecn, pcp, vlans, type_whole, ethertype, type_foreign, tag_whole, tag,
      next_vlan, next_ip, mac_control, len;
  Ticks first_beat;
  std::uint32_t frame;
};
inline constexpr unsigned kParserMetaBits =
    2 + 2 + 6 + 2 + 3 + 2 + 1 + 16 + 1 + 1 + 16 + 1 + 1 + 1 + 14 + 80 + 32;
inline constexpr int kParserLatency =
    2;  // clocks from the last beat to the answer: what the block promises

template <class Width>
class ParserBench : public ::testing::Test {
 protected:
  /// In the next clock this comes in force.
  void activate_next(const model::CsigState& csig) { next_ = csig; }
  /// From now on what is in force changes in one clock of four.
  void activate_at_random(bool on) { restless_ = on; }

  /// Feeds a frame, beat by beat. `gap` answers whether a clock without a beat comes first.
  template <class Gap>
  void feed(Bytes frame, bool drop, Gap gap, bool empty_last_beat = false) {
    // Addresses make no difference, whatever they are.
    for (std::size_t i = 0; i < std::min<std::size_t>(frame.size(), 12); ++i) {
      frame[i] = static_cast<std::uint8_t>(noise_());
    }
    const auto number = static_cast<std::uint32_t>(noise_());
    const Ticks first_beat =
        (static_cast<Ticks>(noise_()) << 16 ^ noise_()) & ((Ticks{1} << 80) - 1);
    std::size_t beats =
        std::max<std::size_t>(1, (frame.size() + Width::kBytes - 1) / Width::kBytes);
    if (empty_last_beat && frame.size() % Width::kBytes == 0) ++beats;
    for (std::size_t beat = 0; beat < beats; ++beat) {
      while (gap()) idle();
      const std::size_t begin = beat * Width::kBytes;
      const std::size_t end = std::min(begin + Width::kBytes, frame.size());
      const bool last = beat + 1 == beats;
      scramble();
      if (end > begin) std::memcpy(&dut_->beat_data_i, frame.data() + begin, end - begin);
      dut_->beat_valid_i = 1;
      dut_->beat_first_i = beat == 0;
      dut_->beat_last_i = last;
      dut_->beat_len_i = static_cast<std::uint16_t>(end);
      if (last) {
        for (int i = 0; i < 3; ++i) {
          dut_->first_beat_i[i] = static_cast<std::uint32_t>(first_beat >> (32 * i));
        }
        dut_->frame_i = number;
        dut_->drop_i = drop;
      }
      if (last && !drop)
        expected_.push_back({clock_ + kParserLatency, frame, first_beat, number, csig_});
      ASSERT_NO_FATAL_FAILURE(clock());
    }
  }

  void idle() {
    scramble();
    dut_->beat_valid_i = 0;
    dut_->beat_first_i = noise_() % 2;
    dut_->beat_last_i = noise_() % 2;
    clock();
  }

  void drain() {
    for (int i = 0; i <= kParserLatency; ++i) ASSERT_NO_FATAL_FAILURE(idle());
    ASSERT_TRUE(expected_.empty());
    EXPECT_EQ(dut_->busy_o, 0);
  }

 private:
  struct Expected {
    int clock;
    Bytes frame;
    Ticks first_beat;
    std::uint32_t number;
    model::CsigState csig;  // in force in the clock of its last beat
  };

  /// Everything that does not belong to the frame is noise: lanes behind its end above all.
  void scramble() {
    std::array<std::uint8_t, Width::kBytes> lanes;
    for (std::uint8_t& lane : lanes) {
      static constexpr std::array<std::uint8_t, 8> kNasty = {0x81, 0x00, 0x08, 0x86,
                                                             0xDD, 0x06, 0x45, 0x60};
      lane = kNasty[noise_() % kNasty.size()];
    }
    std::memcpy(&dut_->beat_data_i, lanes.data(), lanes.size());
    if (restless_ && noise_() % 4 == 0) next_ = random_csig();
    dut_->activate_i = next_.has_value();
    if (next_) csig_ = *next_;
    const model::CsigState shown = next_ ? csig_ : random_csig();
    next_.reset();
    dut_->csig_enable_i = shown.enabled;
    dut_->csig_tpid_i = shown.tpid;
    dut_->drop_i = noise_() % 2;
    dut_->frame_i = static_cast<std::uint32_t>(noise_());
    dut_->beat_len_i = noise_() & 0x3FFF;
    for (int i = 0; i < 3; ++i)
      dut_->first_beat_i[i] = i == 2 ? noise_() & 0xFFFF : static_cast<std::uint32_t>(noise_());
  }

  model::CsigState random_csig() {
    static constexpr std::array<std::uint16_t, 8> kTpids = {0x0600, 0x0600, 0x0601, 0x0800,
                                                            0x86DD, 0x8100, 0x88CC, 0x05FF};
    return {.enabled = noise_() % 2 == 0, .tpid = kTpids[noise_() % kTpids.size()]};
  }

  void clock() {
    dut_.settle();
    check();
    dut_.edge();
    ++clock_;
  }

  void check() {
    const bool due = !expected_.empty() && expected_.front().clock == clock_;
    ASSERT_EQ(dut_->meta_valid_o != 0, due) << "clock " << clock_;
    if (!due) return;
    const Expected want = expected_.front();
    expected_.pop_front();
    const ParserMeta meta = read();
    const model::Headers headers = model::parse(want.frame);
    const std::string where = "frame " + std::to_string(want.number) + " of " +
                              std::to_string(want.frame.size()) + " bytes";
    ASSERT_EQ(meta.type_whole, headers.has_ethertype) << where;
    ASSERT_EQ(meta.tag_whole, headers.has_tag) << where;
    ASSERT_EQ(meta.mac_control, headers.mac_control) << where;
    ASSERT_EQ(meta.len, want.frame.size()) << where;
    ASSERT_TRUE(meta.first_beat == want.first_beat) << where;
    ASSERT_EQ(meta.frame, want.number) << where;
    ASSERT_EQ(meta.vlans != 0, headers.tagged) << where;
    if (headers.tagged) {
      ASSERT_EQ(meta.pcp, headers.pcp) << where;
    }
    const model::IpHeader ip = model::parse_ip(want.frame, headers, want.csig);
    ASSERT_EQ(meta.ip, static_cast<unsigned>(ip.ip)) << where;
    ASSERT_EQ(meta.dscp, ip.dscp) << where;
    ASSERT_EQ(meta.ecn, static_cast<unsigned>(ip.ecn)) << where;
    if (ip.valid()) {
      ASSERT_EQ(meta.ip_words, ip.words) << where;
    }
    // Place and fields of what is not there are free.
    if (headers.has_ethertype) {
      ASSERT_EQ(12 + 4 * meta.vlans, headers.offset) << where;
      ASSERT_EQ(meta.ethertype, headers.ethertype) << where;
      // A TPID that this frame does not carry leaves the judgement on the EtherType alone.
      const auto other = static_cast<std::uint16_t>(~headers.ethertype);
      ASSERT_EQ(meta.type_foreign, model::classify(headers, other) == model::TagState::kForeignTpid)
          << where;
    }
    if (headers.has_tag) {
      ASSERT_EQ(meta.tag, headers.word) << where;
      ASSERT_EQ(meta.next_vlan, model::is_vlan(headers.next)) << where;
      ASSERT_EQ(meta.next_ip, model::is_ip(headers.next)) << where;
    }
  }

  ParserMeta read() {
    BitReader reader(dut_->meta_o, kParserMetaBits);
    const auto take = [&](unsigned width) { return static_cast<unsigned>(reader.take(width)); };
    ParserMeta meta{};
    meta.ip = take(2);
    meta.ip_words = take(2);
    meta.dscp = take(6);
    meta.ecn = take(2);
    meta.pcp = take(3);
    meta.vlans = take(2);
    meta.type_whole = take(1);
    meta.ethertype = take(16);
    meta.type_foreign = take(1);
    meta.tag_whole = take(1);
    meta.tag = take(16);
    meta.next_vlan = take(1);
    meta.next_ip = take(1);
    meta.mac_control = take(1);
    meta.len = take(14);
    meta.first_beat = static_cast<Ticks>(reader.take(80));
    meta.frame = take(32);
    return meta;
  }

  Clocked<typename Width::Dut> dut_;
  std::mt19937_64 noise_{5};
  std::deque<Expected> expected_;
  int clock_ = 0;
  model::CsigState csig_;  // in force; after reset: off
  std::optional<model::CsigState> next_;
  bool restless_ = false;
};

using ParserWidths =
    ::testing::Types<Bus<Vrtl_parser_w64, 8>, Bus<Vrtl_parser_w128, 16>, Bus<Vrtl_parser_w256, 32>,
                     Bus<Vrtl_parser_w512, 64>, Bus<Vrtl_parser_w1024, 128>>;
inline constexpr auto kNoGap = [] { return false; };

}  // namespace sluice::test
