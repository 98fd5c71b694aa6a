// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "model/editor/editor.hpp"
#include "tests/support/frames.hpp"

namespace sluice::model {
namespace {

using test::Bytes;

constexpr std::array<std::size_t, 3> kOffsets = {12, 16, 20};

TEST(Editor, StripRemovesExactlyTheTagAtEveryLengthAndOffset) {
  for (const std::size_t offset : kOffsets) {
    for (std::size_t length = std::max<std::size_t>(18, offset + 6); length <= 130; ++length) {
      SCOPED_TRACE("offset " + std::to_string(offset) + " length " + std::to_string(length));
      const Bytes before = test::make_frame({.length = length});
      Bytes after = before;
      strip_tag(after, offset);
      const std::size_t kept = length - 4;
      ASSERT_EQ(after.size(), length >= 60 && kept < 60 ? 60 : kept);
      for (std::size_t i = 0; i < after.size(); ++i) {
        const unsigned expected = i < offset ? before[i] : i < kept ? before[i + 4] : 0;
        ASSERT_EQ(after[i], expected) << "byte " << i;
      }
    }
  }
}

TEST(Editor, PaddingStartsAtSixtyBytesAndEndsAtSixtyFour) {
  const auto stripped = [](std::size_t length) {
    Bytes frame = test::make_frame({.length = length});
    strip_tag(frame, 12);
    return frame.size();
  };
  EXPECT_EQ(stripped(59), 55U) << "was short already";
  EXPECT_EQ(stripped(60), 60U);
  EXPECT_EQ(stripped(63), 60U);
  EXPECT_EQ(stripped(64), 60U);
  EXPECT_EQ(stripped(65), 61U);
}

TEST(Editor, UpdateChangesTheTwoBytesOfTheWordAndNothingElse) {
  for (const std::size_t offset : kOffsets) {
    for (std::size_t length = offset + 6; length <= 130; ++length) {
      const Bytes before = test::make_frame({.length = length});
      Bytes after = before;
      update_tag(after, offset, 0xA55A);
      Bytes expected = before;
      expected[offset + 2] = 0xA5;
      expected[offset + 3] = 0x5A;
      ASSERT_EQ(after, expected) << "offset " << offset << " length " << length;
    }
  }
}

}  // namespace
}  // namespace sluice::model
