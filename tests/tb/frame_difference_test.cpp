// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/common/wire.hpp"
#include "tb/scoreboard/diff.hpp"

namespace sluice::tb {
namespace {

/// An updated frame with its tag after `offset` bytes.
model::Departure departure(std::size_t offset = 12) {
  model::Departure d;
  d.outcome = model::Outcome::kUpdated;
  d.tag_offset = offset;
  d.bytes.assign(80, 0x11);
  model::store16(d.bytes, offset, 0x0600);
  model::store16(d.bytes, offset + 2, model::pack({.signal = 2, .bucket = 7, .locator = 9}));
  return d;
}

struct FieldCase {
  const char* field;
  model::CompactTag found;
  const char* expected_text;
  const char* found_text;
};

TEST(FrameDifference, NamesTheFieldOfTheTag) {
  const model::CompactTag right{.signal = 2, .bucket = 7, .locator = 9};
  std::vector<FieldCase> cases = {{"CSIG tag signal type", right, "2", "1"},
                                  {"CSIG tag reserved bit", right, "0", "1"},
                                  {"CSIG tag bucket", right, "7", "31"},
                                  {"CSIG tag locator", right, "9", "63"},
                                  {"CSIG tag d bit", right, "0", "1"}};
  cases[0].found.signal = 1;
  cases[1].found.reserved = true;
  cases[2].found.bucket = 31;
  cases[3].found.locator = 63;
  cases[4].found.do_not_update = true;
  for (const std::size_t offset : {12U, 16U, 20U}) {
    for (const FieldCase& c : cases) {
      const model::Departure d = departure(offset);
      auto found = d.bytes;
      model::store16(found, offset + 2, model::pack(c.found));
      const auto difference = first_difference(d, found);
      ASSERT_TRUE(difference) << c.field;
      EXPECT_EQ(difference->field, c.field);
      EXPECT_EQ(difference->expected, c.expected_text) << c.field;
      EXPECT_EQ(difference->found, c.found_text) << c.field;
    }
  }
}

TEST(FrameDifference, NamesTheTpidAndPlainBytes) {
  const model::Departure d = departure();
  auto found = d.bytes;
  found[13] = 0x01;
  EXPECT_EQ(first_difference(d, found)->field, "CSIG tag TPID");
  EXPECT_EQ(first_difference(d, found)->found, "0x0601");
  for (const std::size_t at : {0U, 11U, 16U, 79U}) {
    found = d.bytes;
    found[at] = 0x22;
    EXPECT_EQ(first_difference(d, found)->field, "byte " + std::to_string(at));
    EXPECT_EQ(first_difference(d, found)->expected, "0x11");
    EXPECT_EQ(first_difference(d, found)->found, "0x22");
  }
}

TEST(FrameDifference, AFrameWithoutATagHasBytesAlone) {
  for (const model::Outcome outcome : {model::Outcome::kNone, model::Outcome::kStripped,
                                       model::Outcome::kTruncated, model::Outcome::kForeignTpid}) {
    model::Departure d = departure();
    d.outcome = outcome;
    auto found = d.bytes;
    found[14] ^= 1;
    EXPECT_EQ(first_difference(d, found)->field, "byte 14");
  }
}

TEST(FrameDifference, LengthCountsWhereTheCommonBytesAgree) {
  const model::Departure d = departure();
  auto found = d.bytes;
  EXPECT_FALSE(first_difference(d, found));
  found.pop_back();
  EXPECT_EQ(first_difference(d, found)->field, "length");
  EXPECT_EQ(first_difference(d, found)->expected, "80");
  EXPECT_EQ(first_difference(d, found)->found, "79");
  found[5] = 0;
  EXPECT_EQ(first_difference(d, found)->field, "byte 5");
  EXPECT_EQ(first_difference(d, {})->field, "length");
}

}  // namespace
}  // namespace sluice::tb
