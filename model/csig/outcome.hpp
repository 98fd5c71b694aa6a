// SPDX-License-Identifier: Apache-2.0
// What can become of a frame's tag (regs/stats.rdl, docs/architecture.md).
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::model {

/// What became of a frame's tag (each has a counter of its own, but kNone).
enum class Outcome : std::uint8_t {
  kNone,         ///< CSIG disabled, or no tag and nothing unusual
  kUpdated,      ///< compared: the local bucket was strictly more severe
  kEqual,        ///< compared
  kLessSevere,   ///< compared
  kUnsupported,  ///< signal type 3..7 (looked at before the d bit)
  kDSet,
  kPassed,
  kStripped,
  kTruncated,
  kVlanAfter,
  kNonIp,
  kForeignTpid,
};

/// The local value was measured and its bucket compared with the tag's.
constexpr bool is_compared(Outcome outcome) {
  return outcome == Outcome::kUpdated || outcome == Outcome::kEqual ||
         outcome == Outcome::kLessSevere;
}

/// For messages; by the names of the counters.
constexpr std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kNone:
      return "none";
    case Outcome::kUpdated:
      return "updated";
    case Outcome::kEqual:
      return "equal";
    case Outcome::kLessSevere:
      return "less_severe";
    case Outcome::kUnsupported:
      return "unsupported";
    case Outcome::kDSet:
      return "d_set";
    case Outcome::kPassed:
      return "passed";
    case Outcome::kStripped:
      return "stripped";
    case Outcome::kTruncated:
      return "truncated";
    case Outcome::kVlanAfter:
      return "vlan_after";
    case Outcome::kNonIp:
      return "non_ip";
    case Outcome::kForeignTpid:
      return "foreign_tpid";
  }
  return "unknown";
}

}  // namespace sluice::model
