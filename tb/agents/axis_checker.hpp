// SPDX-License-Identifier: Apache-2.0
// Rules of one AXI-Stream interface that carries whole frames. Pure: fed with the pins of each
// clock.
#pragma once

#include <optional>
#include <string>

#include "tb/sim/pins.hpp"

namespace sluice::tb {

enum class AxisRule : std::uint8_t {
  kValidInReset,  ///< valid while in reset
  kValidDropped,  ///< valid fell before ready had come
  kPayloadMoved,  ///< data, keep, last or user changed while ready was awaited
  kKeepZero,      ///< a beat without a byte
  kKeepHoles,     ///< keep does not run from lane 0 without a gap, or beyond the bus
  kKeepPartial,   ///< a beat with empty lanes that is not the last
  kUnknown,       ///< a pin is neither 0 nor 1
  kGapInFrame,  ///< valid low between two beats of one frame (wire side only: a MAC would underrun)
};

struct AxisViolation {
  AxisRule rule;
  std::string text;  ///< what was found and what was expected, without place and time
};

class AxisChecker {
 public:
  /// `bus_bytes`: 1 .. kMaxBusBytes. `no_gaps`: also check kGapInFrame.
  AxisChecker(unsigned bus_bytes, bool no_gaps);

  /// Takes the settled pins of one clock, before its edge. Answers the first rule that they break.
  std::optional<AxisViolation> check(const AxisPins& pins, bool rst_n);

 private:
  std::optional<AxisViolation> check_beat(const AxisPins& pins) const;

  unsigned bus_bytes_;
  bool no_gaps_;
  Keep full_;
  bool waiting_ = false;   ///< the clock before had valid without ready
  bool in_frame_ = false;  ///< a beat was accepted and it was not the last
  AxisPins held_;          ///< pins of the clock before, where waiting_
};

}  // namespace sluice::tb
