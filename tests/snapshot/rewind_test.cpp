// SPDX-License-Identifier: Apache-2.0
// The repetition with a design made of a counter: no verilated code, waves that are only whole.
#include "tb/snapshot/rewind.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "tb/waves/fst_file.hpp"

namespace sluice::tb {
namespace {

namespace fs = std::filesystem;

/// Counts time; its waves are a file of the blocks that an FST must have, with the times that were
/// dumped in between.
class Counter : public Dut {
 public:
  explicit Counter(bool whole = true) : Dut(64), whole_(whole) {}
  void settle() override {}
  void rise() override { pins_.now += Ticks{1} << 32; }
  void open_waves(const fs::path& file) override {
    if (!std::ofstream(file)) throw Error(file.string() + ": waves cannot be written");
    path_ = file;
  }
  void dump_waves(std::uint64_t time_ps) override { times_ += fmt::format("{} ", time_ps); }
  void close_waves() override {
    std::ofstream out(path_, std::ios::binary);
    const auto block = [&](char kind, const std::string& content) {
      std::string size(8, '\0');
      const std::uint64_t n = content.size() + 8;
      for (std::size_t i = 0; i < 8; ++i) size[7 - i] = static_cast<char>(n >> (8 * i));
      out << kind << size << content;
    };
    block(0, std::string(321, '\0'));
    block(2, times_);
    block(6, "x");
    if (!whole_) out << "cut";
  }

 private:
  bool whole_;
  fs::path path_;
  std::string times_;
};

class RewindTest : public ::testing::Test {
 protected:
  RewindTest() : file_(fs::temp_directory_path() / fmt::format("sluice-rewind-{}.fst", getpid())) {}
  ~RewindTest() override {
    std::error_code ignored;
    fs::remove(file_, ignored);
  }
  fs::path file_;
};

TEST_F(RewindTest, RepeatsTheSameWithTheContextThatWasAskedFor) {
  Counter dut;
  Kernel kernel(dut);
  Rewind rewind(kernel, {.every = 1000, .context = 100});
  rewind.begin(nullptr);
  kernel.run(3500);
  const std::string what = fmt::format("found at {}", kernel.cycle());
  if (rewind.repeating()) rewind.found(what);
  const Repetition result = rewind.repeat(what, file_);
  ASSERT_TRUE(result.waves) << result.found;
  EXPECT_TRUE(result.same);
  EXPECT_EQ(result.found, "found at 3500");
  EXPECT_EQ(result.from_ps, 3'400'000U);
  EXPECT_EQ(result.at_ps, 3'500'000U);
  check_fst(file_);
  std::ifstream in(file_, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(text.find("3400500 "), 1U + 8 + 321 + 9);
}

TEST_F(RewindTest, FramesComeAgainThoughTheirSourceCannotGiveThemTwice) {
  Counter dut;
  Kernel kernel(dut);
  Rewind rewind(kernel, {.every = 100, .context = 10});
  rewind.begin(nullptr);
  std::uint64_t given = 0;
  const FrameSupply once = [&](SourceFrame& frame) {
    if (rewind.repeating()) rewind.failed("the copy asked the source itself");
    if (given == 450) return false;
    frame.packet = ++given;
    frame.time = given * 3;
    frame.bad = given % 2 == 0;
    frame.bytes.assign(given % 1500 + 1, static_cast<std::uint8_t>(given));
    return true;
  };
  std::string sum;
  std::uint64_t hash = 0;
  for (unsigned i = 0; i < 500; ++i) {
    kernel.step();
    SourceFrame frame;
    if (!rewind.next(once, frame)) continue;
    for (const std::uint8_t byte : frame.bytes) hash = hash * 31 + byte;
    hash = hash * 31 + frame.packet + static_cast<std::uint64_t>(frame.time) + (frame.bad ? 1 : 0);
  }
  sum = fmt::format("{}", hash);
  if (rewind.repeating()) rewind.found(sum);
  const Repetition result = rewind.repeat(sum, file_);
  ASSERT_TRUE(result.waves) << result.found;
  EXPECT_TRUE(result.same) << result.found << " instead of " << sum;
}

/// No descriptor more for this process while it exists.
class NoMoreDescriptors {
 public:
  NoMoreDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none = {3, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoMoreDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoMoreDescriptors(const NoMoreDescriptors&) = delete;
  NoMoreDescriptors& operator=(const NoMoreDescriptors&) = delete;

 private:
  rlimit before_{};
};

/// Steps, and what came of each frame, in a sum.
class Sum {
 public:
  Sum(Kernel& kernel, Rewind& rewind, std::size_t frame_bytes)
      : kernel_(kernel), rewind_(rewind), frame_bytes_(frame_bytes) {}
  void run(unsigned clocks) {
    for (unsigned i = 0; i < clocks; ++i) {
      kernel_.step();
      SourceFrame frame;
      rewind_.next(
          [this](SourceFrame& f) {
            f.packet = ++given_;
            f.bytes.assign(frame_bytes_, static_cast<std::uint8_t>(given_));
            return true;
          },
          frame);
      for (const std::uint8_t byte : frame.bytes) sum_ = sum_ * 31 + byte;
    }
  }
  std::string text() const { return fmt::format("{}", sum_); }

 private:
  Kernel& kernel_;
  Rewind& rewind_;
  std::size_t frame_bytes_;
  std::uint64_t given_ = 0, sum_ = 0;
};

TEST_F(RewindTest, WhereNoMoreCopiesCanBeMadeAnOlderOneRepeatsUpToTheEnd) {
  Counter dut;
  Kernel kernel(dut);
  Rewind rewind(kernel, {.every = 100, .context = 100'000});
  rewind.begin(nullptr);
  Sum sum(kernel, rewind, 60);
  sum.run(250);
  {
    const NoMoreDescriptors limit;
    sum.run(1000);
  }
  EXPECT_NE(rewind.problem(), "");
  if (rewind.repeating()) rewind.found(sum.text());
  const Repetition result = rewind.repeat(sum.text(), file_);
  ASSERT_TRUE(result.waves) << result.found;
  EXPECT_TRUE(result.same);
  EXPECT_EQ(result.from_ps, 100'000U);  // of the copies at 0, 100 and 200, the last two were kept
  EXPECT_EQ(result.note.find("a sleeping copy cannot be made: "), 0U) << result.note;
}

TEST_F(RewindTest, CopiesThatTheJournalReachesNoMoreAreNotWoken) {
  for (const unsigned clocks : {8U, 30U}) {  // a segment is full after 9
    Counter dut;
    Kernel kernel(dut);
    Rewind rewind(kernel, {.every = 1000, .context = 100'000});
    rewind.begin(nullptr);
    Sum sum(kernel, rewind, 1'000'000);
    sum.run(15);
    {
      const NoMoreDescriptors limit;
      sum.run(clocks);
    }
    if (rewind.repeating()) rewind.found(sum.text());
    const Repetition result = rewind.repeat(sum.text(), file_);
    EXPECT_EQ(result.waves, clocks == 8) << result.found;
    if (result.waves) {
      EXPECT_TRUE(result.same);
    } else {
      EXPECT_EQ(result.found.find("a sleeping copy cannot be made: "), 0U) << result.found;
    }
  }
}

TEST_F(RewindTest, CopiesComeAgainWhenTheyCan) {
  Counter dut;
  Kernel kernel(dut);
  Rewind rewind(kernel, {.every = 100, .context = 100'000});
  rewind.begin(nullptr);
  Sum sum(kernel, rewind, 60);
  sum.run(250);
  {
    const NoMoreDescriptors limit;
    sum.run(300);
  }
  sum.run(500);
  EXPECT_EQ(rewind.problem(), "");
  if (rewind.repeating()) rewind.found(sum.text());
  const Repetition result = rewind.repeat(sum.text(), file_);
  ASSERT_TRUE(result.waves) << result.found;
  EXPECT_TRUE(result.same);
  EXPECT_EQ(result.from_ps, 900'000U);
}

TEST_F(RewindTest, ARepetitionThatDiffersIsTold) {
  Counter dut;
  Kernel kernel(dut);
  Rewind rewind(kernel, {.every = 1000, .context = 10});
  rewind.begin(nullptr);
  kernel.run(500);
  if (rewind.repeating()) rewind.found("something else");
  const Repetition result = rewind.repeat("this", file_);
  EXPECT_TRUE(result.waves);
  EXPECT_FALSE(result.same);
  EXPECT_EQ(result.found, "something else");
}

TEST_F(RewindTest, ARepetitionThatFindsNothingEnds) {
  Counter dut;
  Kernel kernel(dut);
  Rewind rewind(kernel, {.every = 1000, .context = 10});
  rewind.begin(nullptr);
  kernel.run(500);
  while (rewind.repeating()) kernel.step();
  const Repetition result = rewind.repeat("this", file_);
  EXPECT_FALSE(result.waves);
  EXPECT_EQ(result.found, "the repetition came past the clock of the original and found nothing");
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(RewindTest, WavesThatAreNotWholeAreNotHandedOver) {
  Counter dut(false);
  Kernel kernel(dut);
  Rewind rewind(kernel, {.every = 1000, .context = 10});
  rewind.begin(nullptr);
  kernel.run(500);
  if (rewind.repeating()) rewind.found("x");
  const Repetition result = rewind.repeat("x", file_);
  EXPECT_FALSE(result.waves);
  EXPECT_NE(result.found.find("waves end inside a block"), std::string::npos) << result.found;
  EXPECT_FALSE(fs::exists(file_));
  EXPECT_FALSE(fs::exists(fmt::format("{}.{}.part", file_.string(), getpid())));
}

TEST_F(RewindTest, WithoutCopiesFramesPassAndNothingIsRepeated) {
  Counter dut;
  Kernel kernel(dut);
  Rewind rewind(kernel, {.every = 0, .context = 10});
  rewind.begin(nullptr);
  kernel.run(10);
  SourceFrame frame;
  EXPECT_TRUE(rewind.next([](SourceFrame& f) { return f.packet = 7, true; }, frame));
  EXPECT_EQ(frame.packet, 7U);
  EXPECT_FALSE(rewind.repeat("x", file_).waves);
}

}  // namespace
}  // namespace sluice::tb
