// SPDX-License-Identifier: Apache-2.0
// What a design's pins were in each clock of a run.
#pragma once

#include <memory>
#include <vector>

#include "tb/sim/dut.hpp"

namespace sluice::bench {

/// Settled pins, clock by clock: what was driven and what the design answered.
using Recording = std::vector<tb::Pins>;

/// Passes everything on to another design and keeps the pins of each clock.
class RecordingDut : public tb::Dut {
 public:
  explicit RecordingDut(std::unique_ptr<tb::Dut> design);

  /// What was recorded since the last call.
  Recording take();

  void settle() override;
  void rise() override;
  void open_waves(const std::filesystem::path& file) override { design_->open_waves(file); }
  void dump_waves(std::uint64_t time_ps) override { design_->dump_waves(time_ps); }
  void close_waves() override { design_->close_waves(); }

 private:
  std::unique_ptr<tb::Dut> design_;
  Recording recording_;
};

}  // namespace sluice::bench
