// SPDX-License-Identifier: Apache-2.0
// The parser at every width, against the model, frame by frame.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <random>
#include <span>
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

namespace sluice {
namespace {

using model::Ticks;
using test::Bytes;
using test::FrameSpec;
using test::make_frame;

/// datapath_pkg::frame_meta_t
struct Meta {
  unsigned vlans, type_whole, ethertype, type_foreign, tag_whole, tag, next_vlan, next_ip,
      mac_control, len;
  Ticks first_beat;
  std::uint32_t frame;
};
constexpr unsigned kMetaBits = 2 + 1 + 16 + 1 + 1 + 16 + 1 + 1 + 1 + 14 + 80 + 32;
constexpr int kLatency = 2;  // clocks from the last beat to the answer: what the block promises

template <class Width>
class ParserRtl : public ::testing::Test {
 protected:
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
      if (last && !drop) expected_.push_back({clock_ + kLatency, frame, first_beat, number});
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
    for (int i = 0; i <= kLatency; ++i) ASSERT_NO_FATAL_FAILURE(idle());
    ASSERT_TRUE(expected_.empty());
    EXPECT_EQ(dut_->busy_o, 0);
  }

 private:
  struct Expected {
    int clock;
    Bytes frame;
    Ticks first_beat;
    std::uint32_t number;
  };

  /// Everything that does not belong to the frame is noise: lanes behind its end above all.
  void scramble() {
    std::array<std::uint8_t, Width::kBytes> lanes;
    for (std::uint8_t& lane : lanes) {
      static constexpr std::array<std::uint8_t, 8> kNasty = {0x81, 0x00, 0x08, 0x86,
                                                             0xDD, 0x06, 0x88, 0xA8};
      lane = kNasty[noise_() % kNasty.size()];
    }
    std::memcpy(&dut_->beat_data_i, lanes.data(), lanes.size());
    dut_->drop_i = noise_() % 2;
    dut_->frame_i = static_cast<std::uint32_t>(noise_());
    dut_->beat_len_i = noise_() & 0x3FFF;
    for (int i = 0; i < 3; ++i)
      dut_->first_beat_i[i] = i == 2 ? noise_() & 0xFFFF : static_cast<std::uint32_t>(noise_());
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
    const Meta meta = read();
    const model::Headers headers = model::parse(want.frame);
    const std::string where = "frame " + std::to_string(want.number) + " of " +
                              std::to_string(want.frame.size()) + " bytes";
    ASSERT_EQ(meta.type_whole, headers.has_ethertype) << where;
    ASSERT_EQ(meta.tag_whole, headers.has_tag) << where;
    ASSERT_EQ(meta.mac_control, headers.mac_control) << where;
    ASSERT_EQ(meta.len, want.frame.size()) << where;
    ASSERT_TRUE(meta.first_beat == want.first_beat) << where;
    ASSERT_EQ(meta.frame, want.number) << where;
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

  Meta read() {
    test::BitReader reader(dut_->meta_o, kMetaBits);
    const auto take = [&](unsigned width) { return static_cast<unsigned>(reader.take(width)); };
    Meta meta{};
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

  test::Clocked<typename Width::Dut> dut_;
  std::mt19937_64 noise_{5};
  std::deque<Expected> expected_;
  int clock_ = 0;
};

using Widths = ::testing::Types<test::Bus<Vrtl_parser_w64, 8>, test::Bus<Vrtl_parser_w128, 16>,
                                test::Bus<Vrtl_parser_w256, 32>, test::Bus<Vrtl_parser_w512, 64>,
                                test::Bus<Vrtl_parser_w1024, 128>>;
TYPED_TEST_SUITE(ParserRtl, Widths, test::BusNames);

constexpr auto kNoGap = [] { return false; };

TYPED_TEST(ParserRtl, FramesCutAtEveryByteBackToBack) {
  for (std::size_t vlans = 0; vlans <= 3; ++vlans) {
    for (std::size_t length = 14; length <= 140; ++length) {
      const std::vector<std::uint16_t> tags(vlans, model::kEtherStag);
      for (const std::uint16_t next :
           {model::kEtherIpv4, model::kEtherIpv6, model::kEtherCtag, model::kEtherArp}) {
        ASSERT_NO_FATAL_FAILURE(this->feed(
            make_frame({.vlans = tags, .tag = 0x2B85, .ethertype = next, .length = length}), false,
            kNoGap));
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserRtl, EveryEthertypeUntagged) {
  for (unsigned type = 0; type <= 0xFFFF; ++type) {
    ASSERT_NO_FATAL_FAILURE(this->feed(
        make_frame({.ethertype = static_cast<std::uint16_t>(type), .length = 18 + type % 8}), false,
        kNoGap));
  }
  this->drain();
}

TYPED_TEST(ParserRtl, EveryEthertypeBehindATag) {
  for (unsigned type = 0; type <= 0xFFFF; ++type) {
    ASSERT_NO_FATAL_FAILURE(this->feed(make_frame({.tag = static_cast<std::uint16_t>(type * 7),
                                                   .ethertype = static_cast<std::uint16_t>(type),
                                                   .length = 18 + type % 8}),
                                       false, kNoGap));
  }
  this->drain();
}

TYPED_TEST(ParserRtl, EveryVlanTpidAtEveryPlace) {
  constexpr std::array<std::uint16_t, 4> kTypes = {0x8100, 0x88A8, 0x9100, 0x0600};
  for (const std::uint16_t outer : kTypes) {
    for (const std::uint16_t middle : kTypes) {
      for (const std::uint16_t inner : kTypes) {
        ASSERT_NO_FATAL_FAILURE(this->feed(
            make_frame({.vlans = {outer, middle, inner}, .tag = 0x1234}), false, kNoGap));
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserRtl, TypesOneBitFromAVlanTpidOrIpAreNoneAtEveryPlace) {
  for (const unsigned type : {0x8100U, 0x88A8U, 0x9100U, 0x0800U, 0x86DDU}) {
    for (unsigned bit = 0; bit < 16; ++bit) {
      const auto near = static_cast<std::uint16_t>(type ^ 1U << bit);
      for (unsigned before = 0; before < 3; ++before) {
        std::vector<std::uint16_t> vlans(before, 0x8100);
        ASSERT_NO_FATAL_FAILURE(this->feed(
            make_frame({.vlans = vlans, .tag = 0x1234, .ethertype = near}), false, kNoGap));
        vlans.push_back(near);
        ASSERT_NO_FATAL_FAILURE(
            this->feed(make_frame({.vlans = vlans, .tag = 0x1234}), false, kNoGap));
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserRtl, DroppedFramesLeaveNoTraceAtAnyLength) {
  for (std::size_t length = 0; length <= 140; ++length) {
    ASSERT_NO_FATAL_FAILURE(this->feed(
        make_frame({.vlans = {0x8100, 0x8100}, .tag = 0, .length = length}), true, kNoGap));
    ASSERT_NO_FATAL_FAILURE(
        this->feed(make_frame({.tag = 0x4000, .length = 14 + length}), false, kNoGap));
  }
  this->drain();
}

TYPED_TEST(ParserRtl, RandomFramesWithGapsDropsAndEmptyLastBeats) {
  std::mt19937_64 random(test::seed(83));
  constexpr std::array<std::uint16_t, 12> kTypes = {0x0800, 0x86DD, 0x8100, 0x88A8, 0x9100, 0x0806,
                                                    0x8808, 0x88CC, 0x22E7, 0x22E9, 0x0600, 0x05FF};
  const auto type = [&] {
    return random() % 5 == 0 ? static_cast<std::uint16_t>(random())
                             : kTypes[random() % kTypes.size()];
  };
  for (int i = 0; i < 20'000; ++i) {
    FrameSpec spec;
    for (std::uint64_t n = random() % 4; n > 0; --n) spec.vlans.push_back(type());
    if (random() % 3 != 0) spec.tag = static_cast<std::uint16_t>(random());
    spec.ethertype = type();
    spec.length = random() % 2 == 0 ? 14 + random() % 20 : 14 + random() % 200;
    if (random() % 500 == 0) spec.length = 9'600 - random() % 130;
    const unsigned gaps = random() % 3 == 0 ? 1 : 0;
    ASSERT_NO_FATAL_FAILURE(this->feed(
        make_frame(spec), random() % 6 == 0, [&] { return gaps != 0 && random() % 3 == 0; },
        random() % 4 == 0));
  }
  this->drain();
}

}  // namespace
}  // namespace sluice
