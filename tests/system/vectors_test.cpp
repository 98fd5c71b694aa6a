// SPDX-License-Identifier: Apache-2.0
// Vectors worked out by hand, through the whole design. What must come out is written down here
// byte by byte: nothing that is expected comes from the golden model.
#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/constants.hpp"
#include "tests/system/board.hpp"

namespace sluice::test {
namespace {

using Frame = std::vector<std::uint8_t>;
using model::from_ns;
using model::Ticks;

constexpr std::uint64_t k400G = 50'000'000'000;  // bytes a second
constexpr std::uint64_t k100G = 12'500'000'000;
// 2 GHz: with it the 64-bit bus, too, carries the loads of these vectors.
constexpr std::uint64_t kPeriodHalfNs = std::uint64_t{1} << 31;
constexpr std::uint32_t kTableActive = 0x1400;
constexpr Ticks kSlot = from_ns(10'000);  // of an interval of 100 us

Frame from_hex(std::string_view text) {
  Frame bytes;
  unsigned digits = 0, value = 0;
  for (const char c : text) {
    if (c == ' ') continue;
    value = value << 4 | static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
    if (++digits % 2 == 0) bytes.push_back(static_cast<std::uint8_t>(value));
  }
  return bytes;
}

/// 64 bytes: addresses, CSIG tag with this word (four hex digits), IPv4, and bytes that tell
/// places apart.
Frame tagged(const std::string& word) {
  return from_hex("020000000001 020000000002 0600 " + word +
                  " 0800 4500002e00010000401100000a0000010a000002"
                  " 101112131415161718191a1b1c1d1e1f20212223242526272829");
}

/// An untagged IPv4 frame of 5,000 bytes.
Frame load_frame() {
  Frame bytes = from_hex("020000000001 020000000002 0800 45");
  bytes.resize(5'000, 0xA5);
  return bytes;
}

/// First ingress beat and start of each frame, as the pins show them.
class DelayWatch : public tb::Component {
 public:
  void drive(const tb::Moment&, tb::Pins&) override {}
  void sample(const tb::Moment& at, const tb::Pins& pins) override {
    if (pins.obs_start_valid) start.push_back(at.now);
    if (!pins.fabric.fire()) return;
    if (!inside_) first_beat.push_back(at.now);
    inside_ = !pins.fabric.last;
  }
  std::vector<Ticks> first_beat, start;

 private:
  bool inside_ = false;
};

struct Timed {
  Ticks time = 0;  ///< after the call
  Frame bytes;
};

class Vectors : public ::testing::TestWithParam<unsigned> {
 protected:
  Vectors() { configuration_.port.overhead = 0; }

  void make_board(std::uint64_t period = kPeriodHalfNs) {
    board_.emplace(GetParam(), tb::BenchOptions{}, period);
    board_->kernel.add(watch_);
    board_->sink.on_frame([this](const tb::SinkFrame& f) {
      left_.emplace_back(f.bytes.begin(), f.bytes.end());
      left_at_.push_back(f.last_beat);
    });
    board_->activate(configuration_);
  }

  /// Sends these frames and answers those that left.
  std::vector<Frame> pass(std::vector<Timed> frames) {
    left_.clear();
    left_at_.clear();
    watch_.first_beat.clear();
    watch_.start.clear();
    const Ticks from = board_->kernel.moment().now;
    board_->source.set_supply([&frames, from, n = std::size_t{0}](tb::SourceFrame& f) mutable {
      if (n == frames.size()) return false;
      f.time = from + frames[n].time;
      f.bytes = frames[n++].bytes;
      f.packet = n;
      return true;
    });
    board_->finish();
    return left_;
  }
  Frame pass(Frame frame) {
    const std::vector<Frame> out = pass(std::vector<Timed>{{0, std::move(frame)}});
    return out.size() == 1 ? out.front() : Frame{};
  }

  /// `count` frames of 5,000 bytes within slots 0 to 9 of an interval of 100 us, then these frames
  /// in slot 11, whose window is slots 0 to 9, and those in slot 12. Answers the latter two.
  std::vector<Frame> pass_after_load(unsigned count, const std::vector<Frame>& in_slot_11,
                                     const std::vector<Frame>& in_slot_12 = {}) {
    const std::uint64_t lead = 1'000;  // ns
    std::vector<Timed> frames;
    for (unsigned i = 0; i < count; ++i) {
      frames.push_back({from_ns(lead + i * std::uint64_t{100'000 / count}), load_frame()});
    }
    for (const Frame& f : in_slot_11) frames.push_back({from_ns(lead + 113'000), f});
    for (const Frame& f : in_slot_12) frames.push_back({from_ns(lead + 123'000), f});
    std::vector<Frame> out = pass(std::move(frames));
    // The vector's own terms, by the pins: the window holds what it should, starts lie in it.
    EXPECT_EQ(out.size(), count + in_slot_11.size() + in_slot_12.size());
    if (out.size() != count + in_slot_11.size() + in_slot_12.size()) return {};
    const Ticks slot_0 = left_at_.front();
    std::uint64_t window = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (left_at_[i] < slot_0 + 10 * kSlot) window += out[i].size();
    }
    EXPECT_EQ(window, count * 5'000U);
    for (std::size_t i = count; i < out.size(); ++i) {
      const unsigned slot = i < count + in_slot_11.size() ? 11 : 12;
      EXPECT_EQ(static_cast<std::uint64_t>((watch_.start[i] - slot_0) / kSlot), slot);
    }
    out.erase(out.begin(), out.begin() + count);
    return out;
  }

  model::Counters counters() const { return board_->scoreboard.snapshot().value(); }

  Configuration configuration_ = default_configuration();
  DelayWatch watch_;
  std::optional<Board> board_;
  std::vector<Frame> left_;
  std::vector<Ticks> left_at_;
};

// 1,250,000 bytes in 100 us are 12.5e9 bytes a second; 37.5e9 are left, 75 percent. A slot later
// the first slot's 125,000 bytes are gone: 38.75e9, 77 percent.
TEST_P(Vectors, A400GPortWith1250000BytesInItsWindowShowsBucket13And24) {
  configuration_.port.capacity = k400G;
  configuration_.port.locator = 5;
  configuration_.port.locator_valid = true;
  make_board();
  const std::vector<Frame> both = {tagged("0f80"), tagged("2f80")};  // bucket 31
  const auto out = pass_after_load(250, both, both);
  ASSERT_EQ(out.size(), 4U);
  EXPECT_EQ(out[0], tagged("068a"));  // signal 0, bucket 13, locator 5
  EXPECT_EQ(out[1], tagged("2c0a"));  // signal 1, bucket 24, locator 5
  EXPECT_EQ(out[2], tagged("070a"));  // signal 0, bucket 14
  EXPECT_EQ(out[3], tagged("2c8a"));  // signal 1, bucket 25
}

// The same with tables in which bucket 13 and bucket 24 are these values alone.
TEST_P(Vectors, A400GPortWith1250000BytesInItsWindowIs37500000000And75Exactly) {
  configuration_.port.capacity = k400G;
  for (std::uint64_t b = 0; b < 32; ++b) {
    configuration_.csig.tables[0][b] = 37'499'999'987 + b;
    configuration_.csig.tables[1][b] = 51 + b;
  }
  make_board();
  const auto out = pass_after_load(250, {tagged("0f80"), tagged("2f80")});
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0], tagged("0692"));  // signal 0, bucket 13, node locator 9
  EXPECT_EQ(out[1], tagged("2c12"));  // signal 1, bucket 24
}

TEST_P(Vectors, A100GPortWith30GTransmittedShows70PercentInBucket23) {
  configuration_.port.capacity = k100G;
  make_board();
  const auto out = pass_after_load(75, {tagged("2f80"), tagged("2b80"), tagged("2c00")});
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(out[0], tagged("2b92"));  // bucket 23, locator 9
  EXPECT_EQ(out[1], tagged("2b80"));  // bucket 23 before: equal, nothing changes
  EXPECT_EQ(out[2], tagged("2b92"));  // bucket 24 before
  EXPECT_EQ(counters().csig_equal, 1U);
  EXPECT_EQ(counters().csig_rel_updated, 2U);
}

TEST_P(Vectors, A100GPortWith30GTransmittedHas70PercentExactly) {
  configuration_.port.capacity = k100G;
  for (std::uint64_t b = 0; b < 32; ++b) configuration_.csig.tables[1][b] = 47 + b;
  make_board();
  const auto out = pass_after_load(75, {tagged("2f80")});
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0], tagged("2b92"));
}

// A meter at rest shows the capacity.
TEST_P(Vectors, AvailableBandwidthOf195312500IsBucket0AndOneMoreIsBucket1) {
  configuration_.port.capacity = 195'312'500;
  make_board();
  EXPECT_EQ(pass(tagged("0f80")), tagged("0012"));
  configuration_.port.capacity = 195'312'501;
  board_->activate(configuration_);
  EXPECT_EQ(pass(tagged("0f80")), tagged("0092"));
}

TEST_P(Vectors, Bucket4sMaximum4882812500IsReadBackWholeAndHonouredOnBothSides) {
  configuration_.port.capacity = 4'882'812'500;
  make_board();
  EXPECT_EQ(board_->registers.read(kTableActive + 8 * 4), 0x2309CE54U);
  EXPECT_EQ(board_->registers.read(kTableActive + 8 * 4 + 4), 0x1U);
  EXPECT_EQ(pass(tagged("0f80")), tagged("0212"));  // bucket 4
  configuration_.port.capacity = 4'882'812'501;
  board_->activate(configuration_);
  EXPECT_EQ(pass(tagged("0f80")), tagged("0292"));  // bucket 5
}

struct DelayVector {
  std::uint64_t delay_ns;      ///< the pins show this
  bool to_the_end;             ///< a hair below the next nanosecond
  const char *before, *after;  ///< tag word
};

// An idle port starts a frame K + 1 clocks after its last beat, so the period decides.
TEST_P(Vectors, DelaysOf100And101And3101NanosecondsAreBuckets0And1And31) {
  const std::uint64_t bus = GetParam() / 8;
  const std::uint64_t clocks = (64 + bus - 1) / bus - 1 + kK + kSelectToStart;
  for (const DelayVector& v : {
           DelayVector{100, false, "4000", "4000"},   // equal: bucket 0
           DelayVector{100, true, "4000", "4000"},    // 100.99..: rounded down
           DelayVector{101, false, "4000", "4092"},   // bucket 1
           DelayVector{101, false, "4080", "4080"},   // equal: bucket 1
           DelayVector{3100, true, "4000", "4f12"},   // bucket 30
           DelayVector{3101, false, "4000", "4f92"},  // bucket 31
       }) {
    SCOPED_TRACE(std::to_string(v.delay_ns) + (v.to_the_end ? " and a bit" : ""));
    const std::uint64_t period = v.to_the_end ? (((v.delay_ns + 1) << 32) - 1) / clocks
                                              : ((v.delay_ns << 32) + clocks - 1) / clocks;
    make_board(period);
    EXPECT_EQ(pass(tagged(v.before)), tagged(v.after));
    ASSERT_EQ(watch_.start.size(), 1U);
    const Ticks delay = watch_.start[0] - watch_.first_beat[0];
    EXPECT_EQ(model::to_ns(delay), v.delay_ns);
    EXPECT_EQ(model::to_ns(delay + from_ns(1) / 1000), v.delay_ns + (v.to_the_end ? 1 : 0));
    EXPECT_EQ(counters().csig_delay_frames, 1U);
    EXPECT_EQ(counters().csig_equal, v.before == std::string_view(v.after) ? 1U : 0U);
  }
}

// 2b85: signal 1, bucket 23, locator 2, d. The port is half full: bucket 16.
TEST_P(Vectors, Word2b85IsLeftAloneAnd2b84IsUpdated) {
  configuration_.port.capacity = k100G;
  make_board();
  const auto out = pass_after_load(125, {tagged("2b85"), tagged("2b84")});
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0], tagged("2b85"));
  EXPECT_EQ(out[1], tagged("2812"));  // signal 1, bucket 16, locator 9
  EXPECT_EQ(counters().csig_d_set, 1U);
  EXPECT_EQ(counters().csig_rel_updated, 1U);
}

TEST_P(Vectors, ALocatorOf5ReconfiguredTo9IsWrittenByTheNextUpdate) {
  configuration_.csig.node_locator = 33;
  configuration_.port.capacity = 195'312'500;
  configuration_.port.locator = 5;
  configuration_.port.locator_valid = true;
  make_board();
  EXPECT_EQ(pass(tagged("0f80")), tagged("000a"));
  configuration_.port.locator = 9;
  board_->activate(configuration_, false);
  EXPECT_EQ(pass(tagged("0f80")), tagged("0012"));
  configuration_.port.locator_valid = false;
  board_->activate(configuration_, false);
  EXPECT_EQ(pass(tagged("0f80")), tagged("0042"));
}

TEST_P(Vectors, BehindTwoVlanTagsOnlyTheWordChangesAndOnlyTheTagIsStripped) {
  configuration_.port.capacity = 195'312'500;
  make_board();
  const std::string head = "ffeeddccbbaa 998877665544 88a8 a123 8100 6456 ";
  const std::string tail =
      "0800 4500003a12340000401100000a0000010a000002"
      " 1011121314151617 18191a1b1c1d1e1f 2021222324252627 28292a2b2c2d2e2f 3031";
  const Frame in = from_hex(head + "0600 0f80 " + tail);
  ASSERT_EQ(in.size(), 80U);
  EXPECT_EQ(pass(in), from_hex(head + "0600 0012 " + tail));
  configuration_.port.action = model::Action::kStrip;
  board_->activate(configuration_, false);
  EXPECT_EQ(pass(in), from_hex(head + tail));
  EXPECT_EQ(counters().tx_bytes, 80U + 76U);
}

// 61 bytes: stripping leaves 57, and three zeros follow.
TEST_P(Vectors, AStrippedFrameThatGetsShorterThan60BytesIsPaddedWithZeros) {
  configuration_.port.action = model::Action::kStrip;
  make_board();
  const std::string head = "020000000001 020000000002 88a8 0001 8100 0002 ";
  const std::string tail =
      "86dd 6000000000013aff f1f2f3f4f5f6f7f8 f9fafbfcfdfeff01 0203040506070809 0a0b0c";
  const Frame in = from_hex(head + "0600 4f93 " + tail);
  ASSERT_EQ(in.size(), 61U);
  EXPECT_EQ(pass(in), from_hex(head + tail + "000000"));
}

TEST_P(Vectors, CountersClearedWhilePacketsFlowAddUpToTheTotal) {
  configuration_.port.capacity = 195'312'500;
  make_board();
  std::vector<Frame> frames;
  for (int i = 0; i < 12'000; ++i) frames.push_back(tagged(i % 3 == 0 ? "0f80" : "2001"));
  board_->supply(std::move(frames));
  std::vector<std::uint64_t> total(model::kCounters);
  int clears_under_way = 0;
  const auto clear = [&] {
    const std::vector<std::uint64_t> values = board_->compare_counters(true);
    for (std::size_t i = 0; i < values.size(); ++i) total[i] += values[i];
    if (values[0] != 0 && !board_->scoreboard.empty()) ++clears_under_way;
  };
  while (!board_->source.done()) {
    board_->kernel.run(37);
    clear();
  }
  board_->drain();
  clear();
  EXPECT_GE(clears_under_way, 2);
  EXPECT_EQ(total[0], 12'000U);       // rx_frames
  EXPECT_EQ(total[1], 12'000U * 64);  // rx_bytes
  EXPECT_EQ(total[2], 12'000U);       // tx_frames
  EXPECT_EQ(total[3], 12'000U * 64);  // tx_bytes
  EXPECT_EQ(total[9], 4'000U);        // csig_abw_frames
  EXPECT_EQ(total[10], 4'000U * 64);  // csig_abw_bytes
  EXPECT_EQ(total[15], 4'000U);       // csig_abw_updated
  EXPECT_EQ(total[21], 8'000U);       // csig_d_set
  EXPECT_EQ(std::accumulate(total.begin() + 4, total.end(), std::uint64_t{0}),
            4'000U + 4'000 * 64 + 4'000 + 8'000);  // and no other
}

INSTANTIATE_TEST_SUITE_P(Width, Vectors, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
