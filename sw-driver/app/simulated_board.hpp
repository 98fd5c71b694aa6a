// SPDX-License-Identifier: Apache-2.0
// A board that is a verilated design with its instruments, driven by the very driver of a real one.
#pragma once

#include <cstdint>
#include <memory>

#include "sw-driver/bus/bus.hpp"
#include "sw-driver/device/device.hpp"
#include "tb/bench/bench.hpp"

namespace sluice::app {

/// Register accesses over the verilated AXI4-Lite port.
class VerilatedBus : public driver::Bus {
 public:
  explicit VerilatedBus(tb::AxilMaster& master) : master_(master) {}
  std::uint32_t read32(std::uint32_t address) override;
  void write32(std::uint32_t address, std::uint32_t value) override;

 private:
  tb::AxilMaster& master_;
};

/// Reset, identified, its clock period set, every interrupt enabled; time stands still at 0.
class SimulatedBoard {
 public:
  SimulatedBoard(std::unique_ptr<tb::Dut> design, std::uint64_t clock_hz, tb::BenchOptions options);

  tb::Bench& bench() { return *bench_; }
  driver::Device& device() { return *device_; }
  driver::Period period() const { return period_; }

  /// Tells the golden model what the next activation puts in force.
  void stage(const driver::BoardConfig& config);
  /// Commits `config` on the board and in the golden model.
  void apply(const driver::BoardConfig& config);
  /// Takes a snapshot and compares every counter. Errors: tb::Mismatch.
  void compare_counters();
  /// Compares the interrupt status and line with what has happened so far. Errors: tb::Mismatch.
  void compare_interrupts();

 private:
  std::unique_ptr<tb::Bench> bench_;
  std::unique_ptr<VerilatedBus> bus_;
  std::unique_ptr<driver::Device> device_;
  driver::Period period_;
};

/// What a board of this width reports of itself.
driver::Caps probe(unsigned width_bits);

}  // namespace sluice::app
