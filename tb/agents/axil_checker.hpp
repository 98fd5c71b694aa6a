// SPDX-License-Identifier: Apache-2.0
// Rules of AXI4-Lite on all five channels. Pure: fed with the pins of each clock.
#pragma once

#include <optional>
#include <string>

#include "tb/sim/pins.hpp"

namespace sluice::tb {

enum class AxilRule : std::uint8_t {
  kValidInReset,      ///< valid while in reset
  kValidDropped,      ///< valid fell before ready had come
  kPayloadMoved,      ///< address, data, strobes, protection or response changed while ready was
                      ///< awaited
  kWriteUnasked,      ///< B without an accepted AW and W of its own
  kReadUnasked,       ///< R without an accepted AR of its own
  kResponseReserved,  ///< response 01: AXI4-Lite has no exclusive access
};

struct AxilViolation {
  AxilRule rule;
  std::string text;  ///< channel, what was found, what was expected
};

class AxilChecker {
 public:
  /// Takes the settled pins of one clock, before its edge. Answers the first rule that they break.
  /// A response may come one clock after its request was accepted at the earliest.
  std::optional<AxilViolation> check(const AxilPins& pins, bool rst_n);

  /// Requests accepted and not yet answered, reads and writes (a write counts from its AW or W on).
  std::uint64_t outstanding() const;

 private:
  AxilPins held_;  ///< pins of the clock before; all zero after reset
  std::uint64_t aw_ = 0, w_ = 0, b_ = 0, ar_ = 0, r_ = 0;  ///< accepted since reset
};

}  // namespace sluice::tb
