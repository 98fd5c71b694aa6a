// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>

#include "Vrtl_compare.h"
#include "model/csig/compare.hpp"
#include "model/csig/config.hpp"
#include "tests/support/verilated_context.hpp"

namespace sluice {
namespace {

// All 2^16 words against all 32 buckets: nothing is left to chance. The locator takes every value
// too.
TEST(CompareRtl, EqualsTheModelForEveryWordAndBucket) {
  const auto context = test::make_context();
  Vrtl_compare dut(context.get());
  for (unsigned word = 0; word < 1U << 16; ++word) {
    for (unsigned bucket = 0; bucket < model::kBuckets; ++bucket) {
      const unsigned locator = (word ^ word >> 7 ^ bucket * 5) & 63;
      dut.tag_i = static_cast<std::uint16_t>(word);
      dut.bucket_i = static_cast<std::uint8_t>(bucket);
      dut.locator_i = static_cast<std::uint8_t>(locator);
      dut.eval();
      const model::Comparison expected =
          model::compare(static_cast<std::uint16_t>(word), static_cast<std::uint8_t>(bucket),
                         static_cast<std::uint16_t>(locator));
      ASSERT_EQ(dut.tag_o, expected.word) << "tag " << word << " bucket " << bucket;
      ASSERT_EQ(dut.outcome_o, static_cast<unsigned>(expected.outcome))
          << "tag " << word << " bucket " << bucket;
    }
  }
}

}  // namespace
}  // namespace sluice
