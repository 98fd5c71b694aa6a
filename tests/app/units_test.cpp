// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/units.hpp"

#include <gtest/gtest.h>

namespace sluice::app {
namespace {

TEST(Units, SpeedsAreReadExactlyInEveryUsualSpelling) {
  EXPECT_EQ(parse_speed("400G"), 400'000'000'000U);
  EXPECT_EQ(parse_speed("1.6T"), 1'600'000'000'000U);
  EXPECT_EQ(parse_speed("2.5Gbps"), 2'500'000'000U);
  EXPECT_EQ(parse_speed("100 Gb/s"), 100'000'000'000U);
  EXPECT_EQ(parse_speed("10000000000"), 10'000'000'000U);
  EXPECT_EQ(parse_speed("1M"), 1'000'000U);
}

TEST(Units, SpeedsThatAreNoneAreRefusedWithWhatIsPossible) {
  for (const char* text : {"", "G", "400X", "-1G", "1.7T", "0", "999999", "1..5G", "400G ", "0x10",
                           "1e9", "99999999999999999999G", "1000001"}) {
    EXPECT_THROW(parse_speed(text), UsageError) << text;
  }
  try {
    parse_speed("fast");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(
        error.what(),
        "--speed: found 'fast', expected a speed from 1M to 1.6T bits a second, such as 400G");
  }
}

TEST(Units, ClocksAreWholeHertz) {
  EXPECT_EQ(parse_clock("1GHz"), 1'000'000'000U);
  EXPECT_EQ(parse_clock("322.265625MHz"), 322'265'625U);
  EXPECT_EQ(parse_clock("156.25M"), 156'250'000U);
  EXPECT_EQ(parse_clock("10GHz"), 10'000'000'000U);
  for (const char* text : {"", "1.0000000001GHz", "999kHz", "11GHz", "GHz", "1 s"}) {
    EXPECT_THROW(parse_clock(text), UsageError) << text;
  }
}

TEST(Units, PaceIsAWordOrALoad) {
  EXPECT_EQ(parse_pace("capture").kind, Pace::Kind::kCapture);
  EXPECT_EQ(parse_pace("line").kind, Pace::Kind::kLine);
  EXPECT_EQ(parse_pace("0.5").kind, Pace::Kind::kLoad);
  EXPECT_EQ(parse_pace("0.5").load, 0.5);
  EXPECT_EQ(parse_pace("1.5").load, 1.5);
  for (const char* text : {"", "lines", "0", "-1", "nan", "inf", "101", "0.5x"}) {
    EXPECT_THROW(parse_pace(text), UsageError) << text;
  }
}

TEST(Units, ValuesAreShownAsPeopleWriteThem) {
  EXPECT_EQ(speed_text(400'000'000'000), "400G");
  EXPECT_EQ(speed_text(1'600'000'000'000), "1.6T");
  EXPECT_EQ(speed_text(2'500'000'000), "2.5G");
  EXPECT_EQ(clock_text(322'265'625), "322.265625 MHz");
  EXPECT_EQ(clock_text(1'000'000'000), "1 GHz");
}

TEST(Units, TimesAreReadExactlyAndNeedTheirUnit) {
  EXPECT_EQ(parse_time_ps("--x", "1ps"), 1U);
  EXPECT_EQ(parse_time_ps("--x", "2.5us"), 2'500'000U);
  EXPECT_EQ(parse_time_ps("--x", "3 ms"), 3'000'000'000U);
  EXPECT_EQ(parse_time_ps("--x", "1S"), 1'000'000'000'000U);
  EXPECT_EQ(parse_time_ps("--x", "140400s"), 140'400'000'000'000'000U);
  for (const char* text : {"", "5", "0ns", "1.5ps", "-1ns", "140401s", "1h", "ns"}) {
    EXPECT_THROW(parse_time_ps("--x", text), UsageError) << text;
  }
}

TEST(Units, SizesAreWholeBytesInPowersOfTenOrTwo) {
  EXPECT_EQ(parse_size("--b", "22.4KB"), 22'400U);
  EXPECT_EQ(parse_size("--b", "12M"), 12'000'000U);
  EXPECT_EQ(parse_size("--b", "1500"), 1'500U);
  EXPECT_EQ(parse_size("--b", "64KiB"), 65'536U);
  EXPECT_EQ(parse_size("--b", "1024Gi"), std::uint64_t{1} << 40);
  for (const char* text :
       {"", "KB", "1.5", "22.4444KB", "1.5KiB", "1025GiB", "9000000000000000KiB", "-1", "1TB"}) {
    EXPECT_THROW(parse_size("--b", text), UsageError) << text;
  }
}

TEST(Units, LengthsNeedTheirUnit) {
  EXPECT_EQ(parse_length_mm("--c", "2.5m"), 2'500U);
  EXPECT_EQ(parse_length_mm("--c", "10 km"), 10'000'000U);
  for (const char* text : {"", "5", "0.5mm", "100.1km", "m"}) {
    EXPECT_THROW(parse_length_mm("--c", text), UsageError) << text;
  }
}

TEST(Units, FactorsAreExactToTheMillionth) {
  EXPECT_EQ(parse_millionths("--f", "0.0625", 1, 10'000'000), 62'500U);
  EXPECT_EQ(parse_millionths("--f", "10", 1, 10'000'000), 10'000'000U);
  for (const char* text : {"", "0", "10.000001", "0.0000001", "1e1", "-1"}) {
    EXPECT_THROW(parse_millionths("--f", text, 1, 10'000'000), UsageError) << text;
  }
}

}  // namespace
}  // namespace sluice::app
