// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/bus_speed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sw-driver/app/output.hpp"
#include "sw-driver/app/units.hpp"
#include "sw-driver/config/commit.hpp"

namespace sluice::app {
namespace {

constexpr unsigned kShortestFrame = 60;  // what Ethernet sends, without FCS

/// Bits a second that this bus carries in the worst case: a frame one byte longer than whole beats.
double worst_case_bps(unsigned width, std::uint64_t clock, unsigned overhead) {
  const unsigned bytes = width / 8;
  const auto rate = [&](unsigned length) {
    const unsigned beats = (length + bytes - 1) / bytes;
    return (length + overhead) * 8.0 * static_cast<double>(clock) / beats;
  };
  double worst = rate(kShortestFrame);
  for (unsigned length = bytes + 1; length <= driver::kMaxFrame; length += bytes) {
    if (length >= kShortestFrame) worst = std::min(worst, rate(length));
  }
  return worst;
}

}  // namespace

void check_speed(unsigned width, std::uint64_t clock, std::uint64_t speed, unsigned overhead) {
  const std::uint64_t most = width * clock;
  if (speed > most) {
    throw UsageError(
        fmt::format("the port speed is {}, but {} bits at {} carry at most {}: expected a lower "
                    "speed, or a higher "
                    "--clock or --width",
                    speed_text(speed), width, clock_text(clock), speed_text(most)));
  }
  const double worst = worst_case_bps(width, clock, overhead);
  if (static_cast<double>(speed) > worst) {
    say(fmt::format(
        "warning: {} bits at {} carry {:.0f} Gb/s in the worst case (frames a byte longer than "
        "whole beats), less than the port speed of {}",
        width, clock_text(clock), worst / 1e9, speed_text(speed)));
  }
}

}  // namespace sluice::app
