// SPDX-License-Identifier: Apache-2.0
// The input stage: lengths, drop reasons and their order, lanes behind the end, frames without end.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "Vrtl_ingress_w1024.h"
#include "Vrtl_ingress_w128.h"
#include "Vrtl_ingress_w256.h"
#include "Vrtl_ingress_w512.h"
#include "Vrtl_ingress_w64.h"
#include "tests/port/structs.hpp"
#include "tests/support/bus.hpp"
#include "tests/support/seed.hpp"

namespace sluice {
namespace {

using model::Ticks;

enum Drop : unsigned { kNone, kBad, kRunt, kOversize };  // sluice_pkg::drop_e
constexpr std::size_t kMaxFrame = 9'600;

struct Arrival {
  unsigned length;
  Drop drop;
};

template <class Width>
class IngressRtl : public ::testing::Test {
 protected:
  static constexpr std::size_t kBytes = Width::kBytes;
  static std::size_t words(std::size_t length) { return (length + kBytes - 1) / kBytes; }

  /// Feeds a frame of random bytes; `pause()` answers before each beat whether the source rests
  /// (1), the buffer is full (2), or neither (0). Everything that comes out is checked; answers
  /// what the counters see.
  template <class Pause>
  Arrival feed(std::size_t length, bool bad, Pause pause, bool empty_last_beat = false) {
    std::vector<std::uint8_t> bytes(length);
    for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random_() | 1);
    std::size_t beats = std::max<std::size_t>(1, words(length));
    if (empty_last_beat && length != 0 && length % kBytes == 0) ++beats;
    written_.clear();
    Arrival arrival{};
    Ticks first_beat = 0;
    for (std::size_t beat = 0; beat < beats; ++beat) {
      for (unsigned p = pause(); p != 0; p = pause()) clock(p == 2, p != 2, nullptr);
      const std::size_t begin = beat * kBytes;
      const std::size_t count = std::min(kBytes, length - std::min(begin, length));
      const bool last = beat + 1 == beats;
      In in{bytes.data() + begin, count, last, bad, beat == 0};
      now_ = (now_ + (random_() >> 20)) & test::kTimeMask;
      // Time may stand anywhere when a frame comes.
      if (beat == 0 && random_() % 4 == 0) now_ ^= Ticks{random_()} << 32 & test::kTimeMask;
      if (beat == 0) first_beat = now_;
      in.first_beat = first_beat;
      in.sofar = std::min<std::size_t>(begin + count, 65'535);
      if (const auto a = clock(true, true, &in)) arrival = *a;
    }
    clock(false, true, nullptr);  // the last beat's way to the buffer
    const bool kept = arrival.drop == kNone;
    EXPECT_EQ(ended_kept_, kept);
    EXPECT_LE(written_.size(), words(kMaxFrame) * kBytes);
    if (kept) {
      std::vector<std::uint8_t> padded = bytes;
      padded.resize(words(length) * kBytes, 0);
      EXPECT_EQ(written_, padded) << "frame of " << length << " bytes";
    }
    ++number_;
    return arrival;
  }

  void reset() {
    dut_->rst_ni = 0;
    dut_->s_axis_tvalid = 0;
    dut_.settle();
    dut_.edge();
    dut_->rst_ni = 1;
    dut_.settle();
    number_ = 0;
    expect_write_ = expect_end_ = false;
  }

  /// Part of a frame: `beats` full ones, no last.
  void feed_beats(std::size_t beats) {
    const std::vector<std::uint8_t> bytes(kBytes, 0x77);
    for (std::size_t beat = 0; beat < beats; ++beat) {
      In in{bytes.data(), kBytes, false, false, beat == 0};
      if (beat == 0) part_first_ = now_;
      in.first_beat = part_first_;
      in.sofar = std::min<std::size_t>((beat + 1) * kBytes, 65'535);
      clock(true, true, &in);
    }
  }

  std::mt19937_64 random_{31};
  std::uint32_t number_ = 0;  ///< frames that came in
  test::Clocked<typename Width::Dut> dut_;

 private:
  struct In {
    const std::uint8_t* bytes;
    std::size_t count;
    bool last, bad, first;
    Ticks first_beat = 0;
    std::size_t sofar = 0;
  };

  /// One clock. Without `in` the pins are noise: tvalid is high only where the buffer has no room.
  std::optional<Arrival> clock(bool valid, bool room, const In* in) {
    std::array<std::uint8_t, kBytes> lanes;
    for (std::uint8_t& lane : lanes) lane = static_cast<std::uint8_t>(random_() | 1);
    dut_->s_axis_tvalid = valid;
    dut_->s_axis_tlast = random_() % 2;
    dut_->s_axis_tuser = random_() % 2;
    test::put_keep(dut_->s_axis_tkeep, (tb::Keep{random_()} << 64 | random_()) & kFullKeep);
    dut_->room_i = room;
    if (in != nullptr) {
      std::copy_n(in->bytes, in->count, lanes.begin());
      dut_->s_axis_tlast = in->last;
      test::put_keep(dut_->s_axis_tkeep, in->count == 0 ? 0 : tb::keep_first(in->count));
      if (in->last) dut_->s_axis_tuser = in->bad;  // elsewhere it says nothing
    }
    std::memcpy(&dut_->s_axis_tdata, lanes.data(), kBytes);
    test::store_time(dut_->now_i, now_);
    dut_.settle();
    EXPECT_EQ(dut_->s_axis_tready, room);
    EXPECT_EQ(dut_->arrive_o != 0, in != nullptr && in->last);
    EXPECT_EQ(dut_->parse_valid_o != 0, in != nullptr);
    EXPECT_EQ(dut_->write_valid_o != 0, expect_write_);
    EXPECT_EQ(dut_->write_end_o != 0, expect_end_);
    if (valid || !room || expect_write_ || expect_end_) {
      EXPECT_TRUE(dut_->busy_o);
    } else {
      EXPECT_FALSE(dut_->busy_o);
    }
    if (dut_->write_valid_o) {
      const auto* at = reinterpret_cast<const std::uint8_t*>(&dut_->write_data_o);
      written_.insert(written_.end(), at, at + kBytes);
    }
    if (dut_->write_end_o) ended_kept_ = dut_->write_drop_o == 0;
    std::optional<Arrival> arrival;
    expect_write_ = expect_end_ = false;
    if (in != nullptr) {
      EXPECT_EQ(dut_->parse_first_o != 0, in->first);
      EXPECT_EQ(dut_->parse_last_o != 0, in->last);
      EXPECT_EQ(dut_->parse_frame_o, number_);
      EXPECT_EQ(dut_->parse_len_o, in->sofar & 0x3FFF);
      EXPECT_TRUE(test::BitReader(dut_->parse_first_beat_o, 80).take(80) == in->first_beat);
      EXPECT_EQ(std::memcmp(&dut_->parse_data_o, lanes.data(), kBytes), 0);
      if (in->last) {
        arrival = Arrival{dut_->arrive_len_o, static_cast<Drop>(dut_->arrive_drop_o)};
        EXPECT_EQ(dut_->parse_drop_o != 0, arrival->drop != kNone);
      }
      expect_write_ = in->count != 0 && in->sofar - in->count < kMaxFrame;
      expect_end_ = in->last;
    }
    dut_.edge();
    return arrival;
  }
  static constexpr tb::Keep kFullKeep = tb::keep_first(kBytes);

  std::vector<std::uint8_t> written_;
  bool expect_write_ = false, expect_end_ = false, ended_kept_ = false;
  Ticks now_ = (Ticks{0x5A5A} << 64) + 1, part_first_ = 0;  // upper bits of both values
};
using Widths = ::testing::Types<test::Bus<Vrtl_ingress_w64, 8>, test::Bus<Vrtl_ingress_w128, 16>,
                                test::Bus<Vrtl_ingress_w256, 32>, test::Bus<Vrtl_ingress_w512, 64>,
                                test::Bus<Vrtl_ingress_w1024, 128>>;
TYPED_TEST_SUITE(IngressRtl, Widths, test::BusNames);

constexpr auto kNoPause = [] { return 0U; };

TYPED_TEST(IngressRtl, BadBeatsRuntAndOversizeAndTheLimitsAre14And9600) {
  struct Row {
    std::size_t length;
    Drop drop;
  };
  for (const Row& row : {Row{1, kRunt}, Row{13, kRunt}, Row{14, kNone}, Row{15, kNone},
                         Row{60, kNone}, Row{9'599, kNone}, Row{9'600, kNone},
                         Row{9'601, kOversize}, Row{9'664, kOversize}, Row{20'000, kOversize}}) {
    const Arrival good = this->feed(row.length, false, kNoPause);
    EXPECT_EQ(good.drop, row.drop) << row.length;
    EXPECT_EQ(good.length, row.length);
    const Arrival bad = this->feed(row.length, true, kNoPause);
    EXPECT_EQ(bad.drop, kBad) << row.length;
    EXPECT_EQ(bad.length, row.length);
  }
}

TYPED_TEST(IngressRtl, EveryLengthUpTo700AndAroundTheLimitKeepsItsBytesAndClearsTheRest) {
  for (std::size_t length = 1; length <= 700; ++length) {
    const Arrival a = this->feed(length, false, kNoPause);
    ASSERT_EQ(a.length, length);
    ASSERT_EQ(a.drop, length < 14 ? kRunt : kNone);
    if (this->HasFailure()) return;
  }
  for (std::size_t length = 9'600 - 130; length <= 9'600 + 130; ++length) {
    const Arrival a = this->feed(length, false, kNoPause);
    ASSERT_EQ(a.length, length);
    ASSERT_EQ(a.drop, length > 9'600 ? kOversize : kNone);
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(IngressRtl, ALastBeatWithoutAByteEndsTheFrameAndIsNotWritten) {
  for (std::size_t beats = 0; beats <= 5; ++beats) {
    const std::size_t length = beats * TestFixture::kBytes;
    const Arrival a = this->feed(length, false, kNoPause, true);
    EXPECT_EQ(a.length, length);
    EXPECT_EQ(a.drop, length < 14 ? kRunt : kNone);
  }
  const Arrival a = this->feed(9'600, false, kNoPause, true);
  EXPECT_EQ(a.length, 9'600U);
  EXPECT_EQ(a.drop, kNone);
}

TYPED_TEST(IngressRtl, AFrameWithoutEndNeverWritesMoreThanTheLongestAndCountsAs65535Bytes) {
  const auto length_of = [&](std::size_t length) {
    const Arrival a = this->feed(length, false, kNoPause);
    EXPECT_EQ(a.drop, kOversize);
    return a.length;
  };
  EXPECT_EQ(length_of(65'534), 65'534U);
  EXPECT_EQ(length_of(65'535), 65'535U);
  EXPECT_EQ(length_of(65'536), 65'535U);
  EXPECT_EQ(length_of(131'072 + 30), 65'535U);  // would be short again if it wrapped
  EXPECT_EQ(length_of(200'000), 65'535U);
  const Arrival next = this->feed(60, false, kNoPause);
  EXPECT_EQ(next.length, 60U);
  EXPECT_EQ(next.drop, kNone);
}

TYPED_TEST(IngressRtl, PausesOfTheSourceAndAFullBufferChangeNothing) {
  std::mt19937_64 random(test::seed(303));
  std::array<unsigned, 4> met{};
  for (int i = 0; i < 4'000 && !this->HasFailure(); ++i) {
    const std::size_t length = random() % 20 == 0  ? 9'400 + random() % 400
                               : random() % 4 == 0 ? 1 + random() % 20
                                                   : 1 + random() % 400;
    const bool bad = random() % 8 == 0;
    const unsigned pauses = static_cast<unsigned>(random() % 60);
    const Arrival a = this->feed(
        length, bad,
        [&] { return random() % 100 < pauses ? 1 + static_cast<unsigned>(random() % 2) : 0U; },
        random() % 4 == 0);
    EXPECT_EQ(a.length, length);
    EXPECT_EQ(a.drop, bad ? kBad : length < 14 ? kRunt : length > 9'600 ? kOversize : kNone);
    ++met[a.drop];
  }
  for (const unsigned n : met) EXPECT_GT(n, 20U);
}

TYPED_TEST(IngressRtl, ResetInsideAFrameForgetsItAndNumbersFromZero) {
  for (const std::size_t beats : {1U, 3U, 2'000U}) {
    this->feed(100, false, kNoPause);
    this->feed_beats(beats);
    this->reset();
    const Arrival a = this->feed(100, false, kNoPause);
    EXPECT_EQ(a.length, 100U);
    EXPECT_EQ(a.drop, kNone);
  }
}

}  // namespace
}  // namespace sluice
