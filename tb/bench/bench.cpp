// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.hpp"

#include <fmt/format.h>

#include <utility>

namespace sluice::tb {
namespace {

ScoreboardOptions fitting(ScoreboardOptions options, const Dut& dut) {
  options.bus_bytes = dut.bus_bytes();
  options.cover = options.cover && dut.is_rtl();
  return options;
}

}  // namespace

Bench::Bench(std::unique_ptr<Dut> design, const BenchOptions& options)
    : dut(std::move(design)),
      kernel(*dut),
      registers(kernel, options.registers),
      source(dut->bus_bytes(), options.source),
      sink(dut->bus_bytes(), options.sink),
      watch(dut->bus_bytes()),
      scoreboard(fitting(options.scoreboard, *dut)) {
  kernel.add(registers);
  kernel.add(source);
  kernel.add(sink);
  kernel.add(watch);
  kernel.add(scoreboard);
}

void Bench::drain(std::uint64_t stuck) {
  const auto moved = [&] { return source.frames() + sink.frames(); };
  const auto finished = [&] { return source.done() && scoreboard.empty(); };
  std::uint64_t seen = moved();
  std::uint64_t steps = 0;
  Ticks began = kernel.moment().now;
  while (!finished()) {
    kernel.step();
    if (moved() != seen) {
      seen = moved();
      steps = 0;
      began = kernel.moment().now;
      continue;
    }
    if (++steps < stuck) continue;
    if (kernel.moment().now == began) {
      throw Timeout(
          fmt::format("waited for a frame to enter or leave, but time has stood still at {} ns for "
                      "{} clocks, at cycle {}",
                      model::to_ns(began), steps, kernel.cycle()));
    }
    if (dut->pins().fabric.valid || !scoreboard.empty()) {
      throw Timeout(fmt::format(
          "waited for a frame to enter or leave for {} clocks without success, at {} ns, cycle {}",
          stuck, model::to_ns(kernel.moment().now), kernel.cycle()));
    }
  }
}

}  // namespace sluice::tb
