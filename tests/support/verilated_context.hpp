// SPDX-License-Identifier: Apache-2.0
// The context of a verilated block in a test: what reset leaves alone starts with random bits.
#pragma once

#include <memory>

#include "tests/support/reset_seed.hpp"
#include "verilated.h"

namespace sluice::test {

inline std::unique_ptr<VerilatedContext> make_context() {
  auto context = std::make_unique<VerilatedContext>();
  context->randReset(2);
  context->randSeed(static_cast<int>(reset_seed()));
  return context;
}

}  // namespace sluice::test
