// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/simulated_board.hpp"

#include <string>
#include <utility>

#include "sw-driver/app/convert.hpp"
#include "tb/scoreboard/mismatch.hpp"

namespace sluice::app {
namespace {

driver::BusError translated(std::uint32_t address, bool write, const tb::BusError& error) {
  const bool slave = error.fault() == tb::BusError::Fault::kSlaveError;
  return {address, write, slave ? driver::BusFault::kSlaveError : driver::BusFault::kDecodeError};
}

}  // namespace

std::uint32_t VerilatedBus::read32(std::uint32_t address) {
  try {
    return master_.read(address);
  } catch (const tb::BusError& error) {
    throw translated(address, false, error);
  }
}

void VerilatedBus::write32(std::uint32_t address, std::uint32_t value) {
  try {
    master_.write(address, value);
  } catch (const tb::BusError& error) {
    throw translated(address, true, error);
  }
}

SimulatedBoard::SimulatedBoard(std::unique_ptr<tb::Dut> design, std::uint64_t clock_hz,
                               tb::BenchOptions options) {
  bench_ = std::make_unique<tb::Bench>(std::move(design), options);
  bench_->reset();
  bus_ = std::make_unique<VerilatedBus>(bench_->registers);
  device_ = std::make_unique<driver::Device>(*bus_);
  period_ = driver::Period::of_hz(clock_hz);
  device_->set_period(period_);
  device_->enable_interrupts(
      {.activate_done = true, .activate_refused = true, .bus_error = true, .frame_dropped = true});
}

void SimulatedBoard::stage(const driver::BoardConfig& config) {
  bench_->scoreboard.stage(to_model(config), to_model_ports(config), to_model_buffers(config));
}

void SimulatedBoard::apply(const driver::BoardConfig& config) {
  stage(config);
  try {
    device_->apply(config);
  } catch (...) {
    bench_->scoreboard.unstage();
    throw;
  }
}

void SimulatedBoard::compare_counters() {
  device_->snapshot();
  const auto values = counter_values(device_->read_counters(0));
  bench_->scoreboard.check_counters(values, bench_->kernel.moment());
  std::vector<std::uint64_t> queues = {device_->read_counters(0).ip_broken};
  const auto add = [&](const driver::Levels& levels) {
    queues.push_back(levels.watermark);
    queues.push_back(levels.depth);
  };
  add(device_->read_levels(0));
  for (unsigned q = 0; q < model::kQueues; ++q) {
    const driver::QueueCounters counters = device_->read_queue_counters(0, q);
    for (const auto& name : driver::kQueueCounters) queues.push_back(counters.*name.member);
  }
  bench_->scoreboard.check_queue_counters(queues, bench_->kernel.moment());
}

void SimulatedBoard::compare_interrupts() {
  const model::Port& port = bench_->scoreboard.model();
  const model::Counters& counted = port.counters();
  bool dropped = counted.drop_bad + counted.drop_runt + counted.drop_oversize != 0;
  for (unsigned q = 0; q < model::kQueues; ++q) {
    dropped = dropped || port.queue_counters(q).drop_bytes != 0;
  }
  const bool activated = bench_->scoreboard.activations() != 0;
  const driver::Interrupts found = device_->interrupt_status();
  const auto compare = [&](const char* cause, bool expected, bool is) {
    if (expected == is) return;
    tb::Difference difference;
    difference.field = std::string("interrupt ") + cause;
    difference.expected = expected ? "raised" : "not raised";
    difference.found = is ? "raised" : "not raised";
    difference.event = "the end of the run";
    difference.time_ns = model::to_ns(bench_->kernel.moment().now);
    difference.cycle = bench_->kernel.cycle();
    throw tb::Mismatch(difference);
  };
  compare("activate_done", activated, found.activate_done);
  compare("activate_refused", false, found.activate_refused);
  compare("bus_error", false, found.bus_error);
  compare("frame_dropped", dropped, found.frame_dropped);
  compare("line", activated || dropped, bench_->dut->pins().irq);
}

driver::Caps probe(unsigned width_bits) {
  return SimulatedBoard(tb::make_dut(width_bits), 1'000'000'000, {}).device().caps();
}

}  // namespace sluice::app
