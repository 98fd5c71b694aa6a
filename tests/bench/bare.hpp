// SPDX-License-Identifier: Apache-2.0
// The verilated model without anything around it: recorded inputs go straight into its ports.
#pragma once

#include <cstdint>
#include <memory>

#include "tests/bench/recording.hpp"

namespace sluice::bench {

class Bare {
 public:
  virtual ~Bare() = default;
  Bare(const Bare&) = delete;
  Bare& operator=(const Bare&) = delete;

  /// Plays a recording and compares every output. Errors: std::runtime_error at the first that
  /// differs.
  virtual void check(const Recording& recording) = 0;
  /// Plays a recording and looks at nothing. Answers the clocks.
  virtual std::uint64_t play(const Recording& recording) = 0;

 protected:
  Bare() = default;
};

/// Error: std::logic_error for a width that the benchmark is not built for.
std::unique_ptr<Bare> make_bare(unsigned width_bits);

}  // namespace sluice::bench
