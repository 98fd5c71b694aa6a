// SPDX-License-Identifier: Apache-2.0
// Runs the protocol checkers on every AXI interface of the design.
#pragma once

#include "tb/agents/axil_checker.hpp"
#include "tb/agents/axis_checker.hpp"
#include "tb/sim/component.hpp"

namespace sluice::tb {

/// Error: ProtocolError at the first violation, with interface, time and cycle.
class ProtocolWatch : public Component {
 public:
  explicit ProtocolWatch(unsigned bus_bytes);
  void drive(const Moment&, Pins&) override {}
  void sample(const Moment& at, const Pins& pins) override;

 private:
  [[noreturn]] static void fail(const char* interface, const std::string& text, const Moment& at);

  AxisChecker fabric_;
  AxisChecker wire_;
  AxilChecker registers_;
};

}  // namespace sluice::tb
