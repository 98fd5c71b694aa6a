// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/system/board.hpp"
#include "tests/system/random_frames.hpp"

namespace sluice::test {
namespace {

/// Start and end time in an FST file's header, in its time unit.
std::pair<std::uint64_t, std::uint64_t> fst_times(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<unsigned char> head(25);
  in.read(reinterpret_cast<char*>(head.data()), 25);
  const auto big = [&](std::size_t at) {
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < 8; ++i) v = v << 8 | head[at + i];
    return v;
  };
  return {big(9), big(17)};
}

TEST(Waves, HoldTheRunFromTheFirstMoveOfTimeAndChangeNothing) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("sluice-waves-" + std::to_string(::getpid()) + ".fst");
  std::vector<std::uint64_t> counters[2];
  std::uint64_t end_ps = 0;
  for (const bool waves : {false, true}) {
    Board board(64);
    board.activate(default_configuration());
    if (waves) board.kernel.open_waves(path, true);
    board.supply({tagged_frame(100, 31U << 7), tagged_frame(300, 31U << 7, 1)});
    board.finish();
    counters[waves ? 1 : 0] = board.compare_counters();
    end_ps = static_cast<std::uint64_t>((board.kernel.moment().now * 1000) >> 32);
    board.kernel.close_waves();
  }
  EXPECT_EQ(counters[0], counters[1]);
  ASSERT_TRUE(std::filesystem::exists(path));
  EXPECT_GT(std::filesystem::file_size(path), 1000U);
  const auto [first, last] = fst_times(path);
  EXPECT_GT(first, 0U);
  EXPECT_EQ(last, end_ps);
  std::filesystem::remove(path);
}

TEST(Waves, AFileThatCannotBeWrittenIsAnError) {
  Board board(64);
  EXPECT_THROW(board.kernel.open_waves("/nonexistent/x.fst"), tb::Error);
}

}  // namespace
}  // namespace sluice::test
