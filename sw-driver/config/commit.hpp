// SPDX-License-Identifier: Apache-2.0
// From a candidate to what the board is to have in force.
//
//   Plan plan = check(candidate, {device.caps(), period, 400'000'000'000});   // or CommitError
//   for (const Finding& f : plan.findings) ...
//   device.apply(plan.board);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sw-driver/config/candidate.hpp"
#include "sw-driver/device/device.hpp"

namespace sluice::driver {

/// What a commit must know of the board.
struct BoardFacts {
  Caps caps;
  Period period;
  std::uint64_t default_speed = 400'000'000'000;  ///< bits a second, of a port without `port-speed`
  std::optional<std::uint64_t>
      forced_speed;  ///< bits a second, of every port, whatever is configured
};

struct Finding {
  enum class Kind : std::uint8_t {
    kWarning,  ///< works, but hardly as meant
    kNote,     ///< configured, but not in force
  };
  Kind kind;
  std::string text;  ///< one sentence, with the place where it is known
};

struct Plan {
  BoardConfig board;
  std::vector<Finding> findings;
};

/// Validates, adds defaults, refuses what this board cannot do, translates.
/// Errors: CommitError with the place, what was found, what is possible.
Plan check(Candidate& candidate, const BoardFacts& facts);

/// Bits a second of "400G". Errors: Error where it is no such word.
std::uint64_t speed_of(const std::string& port_speed);

/// Longest frame that a port forwards, bytes without FCS.
inline constexpr unsigned kMaxFrame = 9600;

}  // namespace sluice::driver
