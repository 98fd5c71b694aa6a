// SPDX-License-Identifier: Apache-2.0
// What the kernel runs beside the design: agents that drive pins, monitors that look at them.
#pragma once

#include <cstdint>

#include "tb/sim/pins.hpp"

namespace sluice::tb {

/// Where the simulation stands.
struct Moment {
  Ticks now = 0;            ///< what now_o shows in this clock
  std::uint64_t cycle = 0;  ///< clocks since the start, those that were skipped included
};

inline constexpr Ticks kNever = ~Ticks{0};

class Component {
 public:
  virtual ~Component() = default;

  /// Before the pins settle: set inputs of the design for this clock. Outputs in `pins` are those
  /// of the clock before, but for `now`.
  virtual void drive(const Moment& at, Pins& pins) = 0;

  /// Pins have settled, the rising edge comes next: handshakes of this clock are final.
  virtual void sample(const Moment& at, const Pins& pins) = 0;

  /// The design was put in reset. Whatever was under way is lost.
  virtual void reset() {}

  /// Earliest time at which this component will do something by itself; asked after drive().
  /// `now` or earlier: it is busy, do not skip. kNever: it only reacts.
  virtual Ticks next_action(const Moment& at) const {
    static_cast<void>(at);
    return kNever;
  }
};

}  // namespace sluice::tb
