// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "model/common/wire.hpp"
#include "model/csig/compare.hpp"
#include "model/csig/outcome.hpp"
#include "model/port/counters.hpp"

namespace sluice::model {
namespace {

constexpr unsigned kWords = 1U << 16;
// Bits of the word by the layout t[3] r[1] s[5] lm[6] d[1], written out here a second time on
// purpose.
constexpr std::uint16_t kSignalMask = 0xE000, kReservedMask = 0x1000, kBucketMask = 0x0F80,
                        kLocatorMask = 0x007E, kDMask = 0x0001;

TEST(CompactTag, FieldsAreWhereTheLayoutPutsThem) {
  EXPECT_EQ(pack({.signal = 7}), kSignalMask);
  EXPECT_EQ(pack({.reserved = true}), kReservedMask);
  EXPECT_EQ(pack({.bucket = 31}), kBucketMask);
  EXPECT_EQ(pack({.locator = 63}), kLocatorMask);
  EXPECT_EQ(pack({.do_not_update = true}), kDMask);
}

TEST(CompactTag, EveryWordSurvivesUnpackAndPack) {
  for (unsigned word = 0; word < kWords; ++word) {
    ASSERT_EQ(pack(unpack(static_cast<std::uint16_t>(word))), word);
  }
}

// Reports and annotations speak of outcomes by the names of their counters.
TEST(Outcome, EachIsCalledAsItsCounterIs) {
  const auto counted = [](std::string_view name) {
    return std::find(kCounterNames.begin(), kCounterNames.end(), "csig_" + std::string(name)) !=
           kCounterNames.end();
  };
  for (const Outcome outcome :
       {Outcome::kEqual, Outcome::kLessSevere, Outcome::kUnsupported, Outcome::kDSet,
        Outcome::kPassed, Outcome::kStripped, Outcome::kTruncated, Outcome::kVlanAfter,
        Outcome::kNonIp, Outcome::kForeignTpid}) {
    EXPECT_TRUE(counted(name(outcome))) << name(outcome);
  }
  for (const char* signal : {"abw_", "rel_", "delay_"}) {
    EXPECT_TRUE(counted(signal + std::string(name(Outcome::kUpdated)))) << signal;
  }
  EXPECT_EQ(name(Outcome::kNone), "none");
}

TEST(Compare, EqualNeverRewrites) {
  for (unsigned word = 0; word < kWords; ++word) {
    const auto bucket = static_cast<std::uint8_t>((word & kBucketMask) >> 7);
    const Comparison result = compare(static_cast<std::uint16_t>(word), bucket, 0x3F);
    ASSERT_EQ(result.word, word);
    ASSERT_NE(result.outcome, Outcome::kUpdated);
  }
}

TEST(Compare, UnsupportedTypesAreLeftAloneWhateverTheDBit) {
  for (unsigned word = 3U << 13; word < kWords; ++word) {
    for (const std::uint8_t bucket : {0, 15, 31}) {
      const Comparison result = compare(static_cast<std::uint16_t>(word), bucket, 9);
      ASSERT_EQ(result.word, word);
      ASSERT_EQ(result.outcome, Outcome::kUnsupported);
    }
  }
}

TEST(Compare, DoNotUpdateIsObeyedByEverySupportedType) {
  for (unsigned word = 1; word < 3U << 13; word += 2) {
    for (std::uint8_t bucket = 0; bucket < kBuckets; ++bucket) {
      const Comparison result = compare(static_cast<std::uint16_t>(word), bucket, 9);
      ASSERT_EQ(result.word, word);
      ASSERT_EQ(result.outcome, Outcome::kDSet);
    }
  }
}

// All words against all buckets: never less severe, nothing but value and locator changes.
TEST(Compare, OnlyAStrictlyMoreSevereBucketReplacesValueAndLocatorAndNothingElse) {
  for (unsigned word = 0; word < 3U << 13; word += 2) {
    const unsigned type = word >> 13;
    const unsigned before = (word & kBucketMask) >> 7;
    for (unsigned local = 0; local < kBuckets; ++local) {
      const std::uint16_t locator =
          static_cast<std::uint16_t>(word * 31 + local);  // any, wider than 6 bits
      const Comparison result =
          compare(static_cast<std::uint16_t>(word), static_cast<std::uint8_t>(local), locator);
      const bool severe = type == 2 ? local > before : local < before;
      if (severe) {
        const unsigned expected =
            (word & (kSignalMask | kReservedMask)) | local << 7 | (locator & 0x3FU) << 1;
        ASSERT_EQ(result.word, expected) << std::hex << word << " local " << local;
        ASSERT_EQ(result.outcome, Outcome::kUpdated);
      } else {
        ASSERT_EQ(result.word, word) << "local " << local;
        ASSERT_EQ(result.outcome, local == before ? Outcome::kEqual : Outcome::kLessSevere);
      }
    }
  }
}

}  // namespace
}  // namespace sluice::model
