// SPDX-License-Identifier: Apache-2.0
#include "tb/agents/axis_checker.hpp"

#include <fmt/format.h>

#include <cstring>

#include "tb/common/error.hpp"

namespace sluice::tb {

AxisChecker::AxisChecker(unsigned bus_bytes, bool no_gaps)
    : bus_bytes_(bus_bytes), no_gaps_(no_gaps), full_(0) {
  if (bus_bytes < 1 || bus_bytes > kMaxBusBytes) {
    throw ParameterError(fmt::format("bus of {} bytes, expected 1 to {}", bus_bytes, kMaxBusBytes));
  }
  full_ = keep_first(bus_bytes);
}

std::optional<AxisViolation> AxisChecker::check_beat(const AxisPins& pins) const {
  const Keep keep = pins.keep;
  if (keep == 0) return AxisViolation{AxisRule::kKeepZero, "tkeep is 0, expected at least lane 0"};
  if ((keep & (keep + 1)) != 0 || (keep & ~full_) != 0) {
    return AxisViolation{
        AxisRule::kKeepHoles,
        fmt::format("tkeep is {:#x}, expected ones without a gap from lane 0", keep)};
  }
  if (!pins.last && keep != full_) {
    return AxisViolation{
        AxisRule::kKeepPartial,
        fmt::format("tkeep is {:#x} before the last beat, expected {:#x}", keep, full_)};
  }
  return std::nullopt;
}

std::optional<AxisViolation> AxisChecker::check(const AxisPins& pins, bool rst_n) {
  if (pins.unknown) {
    return AxisViolation{AxisRule::kUnknown, "a pin is unknown, expected 0 or 1"};
  }
  if (!rst_n) {
    waiting_ = in_frame_ = false;
    if (pins.valid) {
      return AxisViolation{AxisRule::kValidInReset, "tvalid is 1 in reset, expected 0"};
    }
    return std::nullopt;
  }
  if (waiting_) {
    if (!pins.valid) {
      return AxisViolation{AxisRule::kValidDropped,
                           "tvalid fell before tready had come, expected it to stay"};
    }
    const char* moved = nullptr;
    if (std::memcmp(pins.data.data(), held_.data.data(), bus_bytes_) != 0) {
      // Lanes without a byte are free to change.
      for (unsigned i = 0; i < bus_bytes_; ++i) {
        if (((held_.keep >> i) & 1) != 0 && pins.data[i] != held_.data[i]) moved = "tdata";
      }
    }
    if (pins.keep != held_.keep) moved = "tkeep";
    if (pins.last != held_.last) moved = "tlast";
    if (pins.last && pins.user != held_.user) moved = "tuser";
    if (moved != nullptr) {
      return AxisViolation{
          AxisRule::kPayloadMoved,
          fmt::format("{} changed while tready was awaited, expected it to stay", moved)};
    }
  } else if (pins.valid) {
    if (auto violation = check_beat(pins)) return violation;
  } else if (no_gaps_ && in_frame_) {
    return AxisViolation{AxisRule::kGapInFrame,
                         "tvalid is 0 inside a frame, expected one beat after the other"};
  }
  waiting_ = pins.valid && !pins.ready;
  if (waiting_) held_ = pins;
  if (pins.fire()) in_frame_ = !pins.last;
  return std::nullopt;
}

}  // namespace sluice::tb
