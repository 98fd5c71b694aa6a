// SPDX-License-Identifier: Apache-2.0
// A scenario on the verilated design with the scoreboard beside it. Activations are predicted here,
// refusals with table and bucket included; everything else is the scoreboard's and the protocol
// checkers' business.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "tb/bench/bench.hpp"
#include "tests/fuzz/port_dut.hpp"
#include "tests/fuzz/port_scenario.hpp"
#include "tests/support/constants.hpp"
#include "tests/system/board.hpp"

namespace sluice::fuzz {
namespace {

namespace reg = test::reg;

/// csig.status.result (regs/csig.rdl).
enum class Result : std::uint32_t {
  kDone = 1,
  kNotRising = 2,
  kBadInterval = 3,
  kBadFormat = 4,
  kBadAction = 5,
  kTableMissing = 6,
};

struct Verdict {
  Result result = Result::kDone;
  unsigned table = 0, bucket = 0;
};

/// Staged registers and tables since reset.
struct Staged {
  StageCsig csig{
      .enable = false, .wide = false, .tpid = 0x0600, .node_locator = 0, .interval_select = 1};
  StagePort port{.capacity = 0, .overhead = 24, .locator = 0, .locator_valid = false, .action = 0};
  /// By table: what the staged bank and the one in force hold; nothing where it is old memory.
  std::array<std::optional<model::Table>, model::kSignals> shadow, active;
  std::array<bool, model::kSignals> activated{};

  /// What the hardware must answer (docs/architecture.md, Configuration).
  Verdict judge(unsigned mask) const {
    if (csig.interval_select > 4) return {Result::kBadInterval};
    if (csig.wide) return {Result::kBadFormat};
    if (port.action == 3) return {Result::kBadAction};
    for (unsigned t = 0; csig.enable && t < model::kSignals; ++t) {
      if ((mask >> t & 1) == 0 && !activated[t]) return {Result::kTableMissing, t};
    }
    for (unsigned t = 0; t < model::kSignals; ++t) {
      if ((mask >> t & 1) == 0) continue;
      const model::Table& table = shadow[t].value();
      const auto fault = std::adjacent_find(table.begin(), table.end(), std::greater_equal<>());
      if (fault == table.end()) continue;
      return {Result::kNotRising, t, static_cast<unsigned>(fault - table.begin()) + 1};
    }
    return {};
  }

  void swap(unsigned mask) {
    for (unsigned t = 0; t < model::kSignals; ++t) {
      if ((mask >> t & 1) == 0) continue;
      std::swap(shadow[t], active[t]);
      activated[t] = true;
    }
  }

  model::CsigConfig model_csig() const {
    model::CsigConfig c;
    c.enable = csig.enable;
    c.tpid = csig.tpid;
    c.node_locator = csig.node_locator;
    c.interval_us = test::kIntervals.at(csig.interval_select);
    for (unsigned t = 0; t < model::kSignals; ++t) c.tables[t] = active[t].value_or(model::Table{});
    return c;
  }
  model::PortConfig model_port() const {
    return {.capacity = port.capacity,
            .overhead = port.overhead,
            .locator = port.locator,
            .locator_valid = port.locator_valid,
            .action = static_cast<model::Action>(port.action)};
  }
};

tb::BenchOptions bench_options(const Surroundings& s) {
  constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
  tb::BenchOptions options;
  options.source = {.beat_gap_percent = s.beat_gap_percent,
                    .max_frame_gap = s.max_frame_gap,
                    .seed = s.seed,
                    .random_dead_lanes = s.random_dead_lanes};
  options.sink = {.pattern = s.pattern, .percent = s.percent, .seed = s.seed + 1};
  if (s.line_divisor != 0) {
    options.sink.speed_bps = s.width * kNsPerSecond / (s.period >> 32) / s.line_divisor;
  }
  options.registers = {.max_delay = s.register_delay, .seed = s.seed + 2};
  options.scoreboard.k = test::kK;
  return options;
}

class Player {
 public:
  explicit Player(const Surroundings& s)
      : period_(s.period),
        bench_(make_port_dut(s.width, static_cast<std::uint32_t>(s.seed) + 1), bench_options(s)) {
    bench_.kernel.set_skipping(s.skip_idle);
    begin(4);
  }

  void operator()(const SendFrame& s) {
    queue_.push_back(&s);
    if (bench_.source.done()) supply();
  }
  void operator()(const RunClocks& s) { bench_.kernel.run(s.clocks); }
  void operator()(const StageCsig& s) {
    staged_.csig = s;
    write(reg::kCsigCfg,
          (s.enable ? 1U : 0U) | (s.wide ? 2U : 0U) | std::uint32_t{s.node_locator} << 16);
    write(reg::kCsigTpid, s.tpid);
    write(reg::kCsigInterval, s.interval_select);
  }
  void operator()(const StagePort& s) {
    staged_.port = s;
    write64(reg::kCapacity, s.capacity);
    write(reg::kOverhead, s.overhead);
    write(reg::kPortCsig, s.locator | (s.locator_valid ? 1U << 15 : 0U) | s.action << 16);
  }
  void operator()(const WriteTable& s) {
    model::Table table{};
    for (unsigned b = 0; b < model::kBuckets; ++b) {
      table[b] = s.first + b * s.step;
      write64(reg::kTableShadow + 8 * (32 * s.table + b), table[b]);
    }
    staged_.shadow[s.table] = table;
  }
  void operator()(const WriteEntry& s) {
    write64(reg::kTableShadow + 8 * (32 * s.table + s.bucket), s.value);
    if (staged_.shadow[s.table]) (*staged_.shadow[s.table])[s.bucket] = s.value;
  }
  void operator()(const Activate& s) { activate(s.tables); }
  void operator()(const CompareCounters& s) { compare_counters(s.clear); }
  void operator()(const HoldWire& s) { bench_.sink.hold(s.on); }
  void operator()(const ReadRegister& s) {
    try {
      bench_.registers.read(s.address);
    } catch (const tb::BusError& error) {
      if (error.fault() != tb::BusError::Fault::kSlaveError) throw;
      ++refused_;
    }
  }
  void operator()(const ResetDesign& s) { begin(s.clocks); }

  /// Everything leaves, everything is compared.
  model::Counters finish() {
    constexpr std::uint64_t kStuck = 200'000;
    bench_.sink.hold(false);
    bench_.drain(kStuck);
    bench_.scoreboard.finish(bench_.kernel.moment());
    compare_counters(false);
    const std::uint32_t errors = bench_.registers.read(reg::kBusErrors);
    require(errors == refused_, fmt::format("bus_errors is {}, expected {}", errors, refused_));
    return bench_.scoreboard.snapshot().value();
  }

 private:
  void begin(unsigned clocks) {
    bench_.reset(clocks);
    staged_ = Staged();
    refused_ = 0;
    write64(reg::kPeriod, period_);
    write(reg::kTimeCtrl, 1);
  }

  void supply() {
    bench_.source.set_supply([this](tb::SourceFrame& f) {
      if (queue_.empty()) return false;
      const SendFrame& next = *queue_.front();
      queue_.pop_front();
      f.packet = ++packets_;
      f.bytes = next.bytes;
      f.bad = next.bad;
      if (next.gap_ns != 0) f.time = bench_.kernel.moment().now + model::from_ns(next.gap_ns);
      return true;
    });
  }

  void activate(unsigned mask) {
    // What a table held before reset is nobody's business: it is not asked for.
    for (unsigned t = 0; t < model::kSignals; ++t) {
      if (!staged_.shadow[t]) mask &= ~(1U << t);
    }
    const Verdict expected = staged_.judge(mask);
    if (expected.result == Result::kDone) {
      staged_.swap(mask);
      bench_.scoreboard.stage(staged_.model_csig(), {staged_.model_port()});
    }
    const std::uint64_t before = bench_.scoreboard.activations();
    write(reg::kCsigActivate, 1U | mask << 1);
    std::uint32_t status = 1;
    for (int i = 0; i < 1'000 && (status & 1) != 0; ++i)
      status = bench_.registers.read(reg::kCsigStatus);
    const bool done = expected.result == Result::kDone;
    const bool names_table =
        expected.result == Result::kNotRising || expected.result == Result::kTableMissing;
    const bool as_expected =
        (status & 1) == 0 && (status >> 1 & 15) == static_cast<std::uint32_t>(expected.result) &&
        (!names_table || (status >> 5 & 3) == expected.table) &&
        (expected.result != Result::kNotRising || (status >> 8 & 31) == expected.bucket);
    require(
        as_expected,
        fmt::format("activation ended with status {:#x}, expected result {}, table {}, bucket {}",
                    status, static_cast<std::uint32_t>(expected.result), expected.table,
                    expected.bucket));
    require(bench_.scoreboard.activations() == before + (done ? 1 : 0),
            fmt::format("{} activations were seen, expected {}",
                        bench_.scoreboard.activations() - before, done ? 1 : 0));
  }

  void compare_counters(bool clear) {
    write(reg::kStatsCmd, clear ? 3 : 1);
    std::vector<std::uint64_t> values;
    for (std::uint32_t i = 0; i < model::kCounters; ++i) {
      const std::uint64_t low = bench_.registers.read(reg::kStats + 8 * i);
      values.push_back(low | std::uint64_t{bench_.registers.read(reg::kStats + 8 * i + 4)} << 32);
    }
    bench_.scoreboard.check_counters(values, bench_.kernel.moment());
    values.clear();
    const auto add = [&](std::uint32_t address) {
      const std::uint64_t low = bench_.registers.read(address);
      values.push_back(low | std::uint64_t{bench_.registers.read(address + 4)} << 32);
    };
    for (std::uint32_t i = 0; i < 3; ++i) add(reg::kStats + 8 * (model::kCounters + i));
    for (std::uint32_t q = 0; q < model::kQueues; ++q) {
      for (std::uint32_t i = 0; i < model::kQueueCounters; ++i) {
        add(reg::kQueueStats + 0x80 * q + 8 * i);
      }
    }
    bench_.scoreboard.check_queue_counters(values, bench_.kernel.moment());
  }

  void write(std::uint32_t address, std::uint32_t value) { bench_.registers.write(address, value); }
  void write64(std::uint32_t address, std::uint64_t value) {
    write(address, static_cast<std::uint32_t>(value));
    write(address + 4, static_cast<std::uint32_t>(value >> 32));
  }

  std::uint64_t period_;
  tb::Bench bench_;
  Staged staged_;
  std::deque<const SendFrame*> queue_;
  std::uint64_t packets_ = 0;
  std::uint32_t refused_ = 0;  ///< accesses answered with an error since reset
};

}  // namespace

model::Counters play(const Scenario& scenario) {
  Player player(scenario.surroundings);
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    try {
      std::visit(player, scenario.steps[i]);
    } catch (const std::exception& error) {
      throw Fault(fmt::format("step {}: {}", i + 1, error.what()));
    }
  }
  return player.finish();
}

void run_port(std::span<const std::uint8_t> input) {
  const Scenario scenario = decode(input);
  try {
    play(scenario);
  } catch (const std::exception& error) {
    throw Fault(fmt::format("{}\n{}", error.what(), describe(scenario)));
  }
}

}  // namespace sluice::fuzz
