// SPDX-License-Identifier: Apache-2.0
// The context of a verilated block in a test: what reset leaves alone starts with random bits, and
// an assertion that fails ends the test, not the program.
#pragma once

#include <memory>
#include <stdexcept>

#include "tests/support/reset_seed.hpp"
#include "verilated.h"

namespace sluice::test {

inline std::unique_ptr<VerilatedContext> make_context() {
  auto context = std::make_unique<VerilatedContext>();
  context->randReset(2);
  context->randSeed(static_cast<int>(reset_seed()));
  context->fatalOnError(false);
  return context;
}

/// After an edge. Error: std::runtime_error where an assertion failed.
inline void check_assertions(const VerilatedContext& context) {
  if (context.gotError()) {
    throw std::runtime_error("an assertion of the design failed; it is named above");
  }
}

}  // namespace sluice::test
