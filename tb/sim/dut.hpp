// SPDX-License-Identifier: Apache-2.0
// A design under test as the kernel sees it: plain pins and four verbs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "tb/sim/pins.hpp"

namespace sluice::tb {

class Dut {
 public:
  virtual ~Dut() = default;
  Dut(const Dut&) = delete;
  Dut& operator=(const Dut&) = delete;

  Pins& pins() { return pins_; }
  const Pins& pins() const { return pins_; }
  unsigned bus_bytes() const { return bus_bytes_; }
  /// The pins are those of the RTL as it is: what they show counts as functional coverage.
  virtual bool is_rtl() const { return false; }

  /// Clock low: hands the driven pins to the design, lets it settle, brings every output into
  /// pins().
  virtual void settle() = 0;

  /// Rising edge. Brings pins().now alone up to date; the other outputs come with the next
  /// settle().
  virtual void rise() = 0;

  /// Puts pins().wire.data into the design's own output, until it changes it: a fault that was
  /// planted outside of it is then in its waves. Only they look there.
  virtual void show_wire_data() {}

  /// Starts an FST file. Error: Error where the file cannot be written.
  virtual void open_waves(const std::filesystem::path& file) = 0;
  /// Adds what the pins and signals are at `time_ps`, which must rise from call to call.
  virtual void dump_waves(std::uint64_t time_ps) = 0;
  virtual void close_waves() = 0;

 protected:
  explicit Dut(unsigned bus_bytes) : bus_bytes_(bus_bytes) {}

  Pins pins_;

 private:
  unsigned bus_bytes_;
};

/// The verilated top (rtl/top/sluice_top.sv, one port) with this data bus, built for speed: no
/// assertion is checked, and what reset leaves alone starts as 0.
/// `width_bits`: one of kBusWidths; else ParameterError.
std::unique_ptr<Dut> make_dut(unsigned width_bits);

/// The same built for tests (library sluice_tb_test): rise() throws Error where an assertion
/// failed, and what reset leaves alone starts with random bits, the same ones for the same
/// `reset_seed` (1 to 2^31 - 1; else ParameterError).
std::unique_ptr<Dut> make_test_dut(unsigned width_bits, std::uint32_t reset_seed);

}  // namespace sluice::tb
