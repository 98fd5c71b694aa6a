// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/station.hpp"

#include <span>
#include <stdexcept>
#include <utility>

#include "model/common/wire.hpp"
#include "sw-driver/config/default_tables.hpp"

namespace sluice::bench {
namespace {

constexpr std::uint64_t kClockHz = 1'000'000'000;
constexpr std::uint64_t kStepsAtOnce = 1000;
constexpr std::size_t kDifferentFrames = 48;  // a multiple of the three signals
constexpr std::size_t kRecordedClocks = 2000;
constexpr unsigned kK = 9;

tb::BenchOptions bench_options() {
  tb::BenchOptions options;
  options.scoreboard.k = kK;
  return options;
}

/// Hands out the frames in turn: `count` of them, or for ever.
tb::FrameSupply supply_of(std::vector<Bytes> frames, std::size_t count) {
  return [frames = std::move(frames), count, next = std::size_t{0}](tb::SourceFrame& f) mutable {
    if (next == count) return false;
    const Bytes& bytes = frames[next++ % frames.size()];
    f.bytes.assign(bytes.begin(), bytes.end());
    f.packet = next;
    return true;
  };
}

constexpr std::size_t kForEver = SIZE_MAX;

}  // namespace

std::vector<Bytes> tagged_frames(std::size_t length) {
  std::vector<Bytes> frames;
  for (std::size_t n = 0; n < kDifferentFrames; ++n) {
    Bytes frame(length);
    for (std::size_t i = 0; i < length; ++i) frame[i] = static_cast<std::uint8_t>(i * 7 + 13 * n);
    const std::span<std::uint8_t> bytes = frame;
    model::CompactTag tag;
    tag.signal = static_cast<std::uint8_t>(n % 3);
    tag.bucket = tag.signal == 2 ? 0 : 31;
    model::store16(bytes, model::kMacBytes, model::kTpidDefault);
    model::store16(bytes, model::kMacBytes + 2, model::pack(tag));
    model::store16(bytes, model::kMacBytes + model::kTagBytes, model::kEtherIpv4);
    frames.push_back(std::move(frame));
  }
  return frames;
}

void expect_compared(const model::Counters& counters) {
  if (counters.csig_abw_frames == 0 || counters.csig_rel_frames == 0 ||
      counters.csig_delay_frames == 0) {
    throw std::logic_error("the frames of the benchmark are not compared by the port");
  }
}

driver::BoardConfig board_config() {
  driver::BoardConfig config;
  config.enable = true;
  config.node_locator = 9;
  for (const auto table : {driver::Table::kAvailableBandwidth, driver::Table::kRelativeBandwidth,
                           driver::Table::kDelay}) {
    config.tables[static_cast<std::size_t>(table)] = driver::default_maxima(table);
  }
  driver::PortConfig port;
  port.capacity = 50'000'000'000;
  config.ports = {port};
  return config;
}

Station::Station(unsigned width, std::size_t length, Parts parts)
    : board_(tb::make_dut(width), kClockHz, bench_options()) {
  board_.apply(board_config());
  tb::Bench& bench = board_.bench();
  if (parts == Parts::kAgents) {
    bench.kernel.remove(bench.watch);
    bench.kernel.remove(bench.scoreboard);
  }
  bench.source.set_supply(supply_of(tagged_frames(length), kForEver));
  board_.device().start_time();
  while (bench.sink.frames() < 3) bench.kernel.run(kStepsAtOnce);
  if (parts == Parts::kAll) expect_compared(bench.scoreboard.model().counters());
}

std::uint64_t Station::clocks() {
  tb::Kernel& kernel = board_.bench().kernel;
  const std::uint64_t before = kernel.cycle() - kernel.skipped();
  kernel.run(kStepsAtOnce);
  return kernel.cycle() - kernel.skipped() - before;
}

std::uint64_t Station::frames() {
  const std::uint64_t before = board_.bench().sink.frames();
  board_.bench().kernel.run(kStepsAtOnce);
  return board_.bench().sink.frames() - before;
}

class RegisterStation::CountingBus : public driver::Bus {
 public:
  explicit CountingBus(tb::AxilMaster& master) : bus_(master) {}
  std::uint32_t read32(std::uint32_t address) override {
    ++accesses_;
    return bus_.read32(address);
  }
  void write32(std::uint32_t address, std::uint32_t value) override {
    ++accesses_;
    bus_.write32(address, value);
  }
  std::uint64_t accesses() const { return accesses_; }

 private:
  app::VerilatedBus bus_;
  std::uint64_t accesses_ = 0;
};

RegisterStation::RegisterStation(unsigned width)
    : board_(std::make_unique<app::SimulatedBoard>(tb::make_dut(width), kClockHz, bench_options())),
      bus_(std::make_shared<CountingBus>(board_->bench().registers)),
      device_(std::make_unique<driver::Device>(*bus_)) {}

std::uint64_t RegisterStation::accesses() {
  const std::uint64_t before = bus_->accesses();
  const driver::BoardConfig config = board_config();
  board_->stage(config);
  device_->apply(config);
  device_->snapshot();
  device_->read_counters(0);
  return bus_->accesses() - before;
}

RecordedRun record(unsigned width, std::size_t length) {
  auto dut = std::make_unique<RecordingDut>(tb::make_dut(width));
  RecordingDut& recorder = *dut;
  app::SimulatedBoard board(std::move(dut), kClockHz, bench_options());
  tb::Bench& bench = board.bench();
  bench.kernel.set_skipping(false);
  board.apply(board_config());
  board.device().start_time();
  RecordedRun run;
  run.setup = recorder.take();
  const std::size_t beats = (length + width / 8 - 1) / (width / 8);
  bench.source.set_supply(supply_of(tagged_frames(length), kRecordedClocks / beats));
  bench.drain();
  // Until the window of the meter has passed nothing stands still, but nothing is inside either.
  run.traffic = recorder.take();
  return run;
}

}  // namespace sluice::bench
