// SPDX-License-Identifier: Apache-2.0
// The speed build and the test build are one design: every pin in every clock, whatever the
// registers that reset leaves alone started with.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/reset_seed.hpp"
#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/random_board.hpp"

namespace sluice::test {
namespace {

/// What one clock shows, and a number that differs where any pin that means something does.
struct Clock {
  std::uint64_t cycle;
  std::uint64_t pins;
  friend bool operator==(const Clock&, const Clock&) = default;
};

class PinRecorder : public tb::Component {
 public:
  void drive(const tb::Moment&, tb::Pins&) override {}
  void sample(const tb::Moment& at, const tb::Pins& pins) override {
    digest_ = 0;
    add_time(pins.now);
    add_stream(pins);
    const tb::AxilPins& bus = pins.axil;
    add(bus.aw_ready | bus.w_ready << 1 | bus.ar_ready << 2 | bus.b_valid << 3 | bus.r_valid << 4);
    if (bus.b_valid) add(bus.b_resp);
    if (bus.r_valid) add(std::uint64_t{bus.r_resp} << 32 | bus.r_data);
    add(pins.idle | pins.irq << 1 | pins.deadline_valid << 2 | pins.obs_activate << 3 |
        pins.obs_snapshot << 4 | pins.obs_snapshot_clear << 5 | pins.obs_select_valid << 6 |
        pins.obs_start_valid << 7);
    if (pins.deadline_valid) add_time(pins.deadline);
    if (pins.obs_select_valid) add(pins.obs_select_frame);
    if (pins.obs_start_valid) add(pins.obs_start_frame);
    clocks.push_back({at.cycle, digest_});
  }

  std::vector<Clock> clocks;

 private:
  void add(std::uint64_t value) { digest_ = tb::mix64(digest_ ^ tb::mix64(value + 1)); }
  void add_time(tb::Ticks time) {
    add(static_cast<std::uint64_t>(time));
    add(static_cast<std::uint64_t>(time >> 64));
  }
  void add_stream(const tb::Pins& pins) {
    add(pins.fabric.ready);
    const tb::AxisPins& wire = pins.wire;
    add(wire.valid);
    if (!wire.valid) return;
    const std::size_t lanes = tb::lanes_of(wire.keep);
    add(lanes << 1 | wire.last);
    for (std::size_t i = 0; i < lanes; ++i) add(wire.data[i]);
  }

  std::uint64_t digest_ = 0;
};

struct Sent {
  tb::Ticks first, last;
  std::vector<std::uint8_t> bytes;
  friend bool operator==(const Sent&, const Sent&) = default;
};

struct Result {
  std::vector<Clock> clocks;
  std::vector<Sent> frames;
  std::vector<std::vector<std::uint64_t>> counters;  ///< of each snapshot
};

/// Random traffic with drops, gaps and back-pressure; configurations and tables change meanwhile,
/// counters are read and cleared, and the board is reset once.
Result run(std::unique_ptr<tb::Dut> design, std::uint64_t seed) {
  tb::Random random(seed);
  tb::BenchOptions options;
  options.registers = {.max_delay = 2, .seed = random.next()};
  options.source = {.beat_gap_percent = 5, .max_frame_gap = 8, .seed = random.next()};
  options.sink = {.pattern = tb::BackPressure::kRandom, .percent = 25, .seed = random.next()};
  Board board(std::move(design), options);
  PinRecorder pins;
  board.kernel.add(pins);
  Result result;
  board.sink.on_frame([&](const tb::SinkFrame& f) {
    result.frames.push_back({f.first_beat, f.last_beat, {f.bytes.begin(), f.bytes.end()}});
  });
  bool stop = false;
  tb::Random traffic(random.next());
  board.source.set_supply(endless(traffic, stop, true));
  for (int i = 0; i < 12; ++i) {
    if (i == 6) {
      board.reset(2);
      board.registers.write(reg::kTimeCtrl, 1);
    }
    board.activate(random_configuration(random, board.dut->bus_bytes() * 8),
                   i % 6 == 0 || random.chance(30));
    board.kernel.run(random.between(1'000, 2'000));
    if (i % 3 == 2) result.counters.push_back(board.compare_counters(random.chance(50)));
  }
  stop = true;
  board.drain();
  board.scoreboard.finish(board.kernel.moment());
  result.counters.push_back(board.compare_counters());
  result.clocks = std::move(pins.clocks);
  return result;
}

class Builds : public ::testing::TestWithParam<unsigned> {};

TEST_P(Builds, ShowTheSamePinsInEveryClockWhateverRegistersAndMemoriesStartWith) {
  const std::uint64_t traffic = seed(113);
  const Result speed = run(tb::make_dut(GetParam()), traffic);
  EXPECT_GT(speed.frames.size(), 300U);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::uint32_t start = reset_seed() + i;
    SCOPED_TRACE("reset seed " + std::to_string(start));
    const Result checked = run(tb::make_test_dut(GetParam(), start), traffic);
    for (std::size_t c = 0; c < std::min(speed.clocks.size(), checked.clocks.size()); ++c) {
      ASSERT_TRUE(speed.clocks[c] == checked.clocks[c])
          << "first difference at cycle " << speed.clocks[c].cycle;
    }
    EXPECT_EQ(checked.clocks.size(), speed.clocks.size());
    EXPECT_TRUE(checked.frames == speed.frames);
    EXPECT_EQ(checked.counters, speed.counters);
  }
}

INSTANTIATE_TEST_SUITE_P(Width, Builds, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
