// SPDX-License-Identifier: Apache-2.0
// Seed of what registers without a reset and memories start with: SLUICE_RESET_SEED from the
// environment, else 1; a test that fails says it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

namespace sluice::test {

class ResetSeedReport : public ::testing::EmptyTestEventListener {
 public:
  explicit ResetSeedReport(std::uint32_t seed) : seed_(seed) {}
  void OnTestEnd(const ::testing::TestInfo& info) override {
    if (!info.result()->Failed()) return;
    std::printf("reset seed %u (repeat: SLUICE_RESET_SEED=%u ctest --test-dir build -R '%s.%s')\n",
                seed_, seed_, info.test_suite_name(), info.name());
  }

 private:
  std::uint32_t seed_;
};

/// 1 to 2^31 - 1. Throws std::invalid_argument where SLUICE_RESET_SEED is anything else.
inline std::uint32_t reset_seed() {
  static const std::uint32_t seed = [] {
    std::uint32_t value = 1;
    if (const char* text = std::getenv("SLUICE_RESET_SEED")) {
      std::size_t used = 0;
      const unsigned long long number = std::stoull(text, &used, 0);
      if (text[used] != '\0' || number < 1 || number > 0x7FFF'FFFF) {
        throw std::invalid_argument("SLUICE_RESET_SEED is " + std::string(text) +
                                    ", expected 1 to 2147483647");
      }
      value = static_cast<std::uint32_t>(number);
    }
    ::testing::UnitTest::GetInstance()->listeners().Append(
        std::make_unique<ResetSeedReport>(value).release());  // which owns it from here on
    return value;
  }();
  return seed;
}

}  // namespace sluice::test
