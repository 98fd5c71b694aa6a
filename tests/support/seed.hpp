// SPDX-License-Identifier: Apache-2.0
// Seed of a random test: SLUICE_SEED from the environment, else the test's own; always printed.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace sluice::test {

/// Prints the seed with the command that repeats it. Throws std::invalid_argument where SLUICE_SEED
/// is no number.
inline std::uint64_t seed(std::uint64_t fallback) {
  std::uint64_t value = fallback;
  if (const char* text = std::getenv("SLUICE_SEED")) {
    std::size_t used = 0;
    value = std::stoull(text, &used, 0);
    if (text[used] != '\0')
      throw std::invalid_argument("SLUICE_SEED is not a number: " + std::string(text));
  }
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  std::printf("seed %llu (repeat: SLUICE_SEED=%llu ctest --test-dir build -R '%s.%s')\n",
              static_cast<unsigned long long>(value), static_cast<unsigned long long>(value),
              info->test_suite_name(), info->name());
  return value;
}

}  // namespace sluice::test
