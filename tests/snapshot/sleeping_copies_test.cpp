// SPDX-License-Identifier: Apache-2.0
#include "tb/snapshot/sleeping_copies.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

namespace sluice::tb {
namespace {

using namespace std::chrono_literals;
using Role = SleepingCopies::Role;

constexpr auto kLimit = 20s;

/// No child is left, neither alive nor as a zombie.
bool childless() { return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

/// Gone, or a zombie that nobody has taken yet.
bool ended(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  if (!std::getline(stat, text)) return true;
  return text.at(text.rfind(')') + 2) == 'Z';
}

bool ends_soon(pid_t pid) {
  for (int i = 0; i < 500; ++i) {
    if (ended(pid)) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

TEST(SleepingCopies, TheOlderOfTwoIsWokenWithTheStateOfItsTime) {
  SleepingCopies copies;
  for (int i = 0; i < 5; ++i) {
    if (copies.renew() == Role::kCopy) {
      copies.answer("state " + std::to_string(i) + ", order " + copies.order());
    }
    EXPECT_EQ(copies.count(), i == 0 ? 1U : 2U);
  }
  auto answer = copies.wake("first", kLimit);
  EXPECT_TRUE(answer.given);
  EXPECT_EQ(answer.text, "state 3, order first");
  answer = copies.wake("second", kLimit);
  EXPECT_EQ(answer.text, "state 4, order second");
  answer = copies.wake("third", kLimit);
  EXPECT_FALSE(answer.given);
  EXPECT_TRUE(childless());
}

TEST(SleepingCopies, LongOrdersAndAnswersComeWhole) {
  SleepingCopies copies;
  if (copies.renew() == Role::kCopy) copies.answer(copies.order() + copies.order());
  const std::string order(1'000'000, 'o');
  EXPECT_EQ(copies.wake(order, kLimit).text, order + order);
}

TEST(SleepingCopies, NothingIsLeftBehindByTheDestructorOrAnException) {
  try {
    SleepingCopies copies;
    for (int i = 0; i < 3; ++i) {
      if (copies.renew() == Role::kCopy) copies.answer("");
    }
    throw 1;
  } catch (int) {
    EXPECT_TRUE(childless());
  }
}

TEST(SleepingCopies, ACopySharesNoOffsetAndWritesNothingOfTheOriginal) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  std::fputs("from the original", file);  // still in the buffer
  SleepingCopies copies;
  if (copies.renew() == Role::kCopy) {
    std::fputs(" from the copy", file);
    std::fflush(file);
    std::puts("from the copy");
    std::fflush(stdout);
    const off_t at = lseek(fileno(file), 0, SEEK_CUR);
    copies.answer(at > 0 ? "has the original's file" : "has not");
  }
  const off_t before = lseek(fileno(file), 0, SEEK_CUR);
  EXPECT_EQ(copies.wake("", kLimit).text, "has not");
  EXPECT_EQ(lseek(fileno(file), 0, SEEK_CUR), before);
  EXPECT_EQ(lseek(fileno(file), 0, SEEK_END), 17);
  std::fclose(file);
}

TEST(SleepingCopies, ACopyHoldsNoDescriptorOpen) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  SleepingCopies copies;
  for (int i = 0; i < 2; ++i) {
    if (copies.renew() == Role::kCopy) copies.answer("");
  }
  close(ends[1]);
  char c = 0;
  // A writer that is left somewhere would let this wait for ever.
  alarm(20);
  EXPECT_EQ(read(ends[0], &c, 1), 0);
  alarm(0);
  close(ends[0]);
}

TEST(SleepingCopies, ACopyThatDiesOrHangsIsToldWithinTheLimit) {
  SleepingCopies copies;
  if (copies.renew() == Role::kCopy) {
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
  }
  if (copies.renew() == Role::kCopy) {
    for (;;) pause();
  }
  auto answer = copies.wake("", kLimit);
  EXPECT_FALSE(answer.given);
  EXPECT_EQ(answer.text, "the copy was ended by signal 6");
  const auto begun = std::chrono::steady_clock::now();
  answer = copies.wake("", 1000ms);
  EXPECT_FALSE(answer.given);
  EXPECT_EQ(answer.text, "the copy gave no answer within 1 s");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, kLimit);
  EXPECT_TRUE(childless());
}

TEST(SleepingCopies, ACopyThatWasKilledInItsSleepIsToldAndNoSignalComes) {
  SleepingCopies copies;
  if (copies.renew() == Role::kCopy) copies.answer("");
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  pid_t pid = 0;
  if (!(children >> pid)) GTEST_SKIP() << "this kernel does not list children";
  kill(pid, SIGKILL);
  ASSERT_TRUE(ends_soon(pid));
  const auto answer = copies.wake("", kLimit);
  EXPECT_FALSE(answer.given);
  EXPECT_FALSE(answer.text.empty());
  EXPECT_TRUE(childless());
}

TEST(SleepingCopies, EndWithTheOriginalEvenWhereThatIsKilled) {
  std::array<int, 2> told{};
  ASSERT_EQ(pipe(told.data()), 0);
  const pid_t original = fork();
  if (original == 0) {
    SleepingCopies copies;
    for (int i = 0; i < 2; ++i) {
      if (copies.renew() == Role::kCopy) copies.answer("");
    }
    std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
    std::array<pid_t, 2> pids{};
    children >> pids[0] >> pids[1];
    if (write(told[1], pids.data(), sizeof pids) != static_cast<ssize_t>(sizeof pids)) _exit(1);
    for (;;) pause();
  }
  std::array<pid_t, 2> pids{};
  ASSERT_EQ(read(told[0], pids.data(), sizeof pids), static_cast<ssize_t>(sizeof pids));
  kill(original, SIGKILL);
  waitpid(original, nullptr, 0);
  for (const pid_t pid : pids) {
    EXPECT_NE(pid, 0) << "this kernel does not list children";
    EXPECT_TRUE(pid == 0 || ends_soon(pid)) << pid;
  }
  for (const int fd : told) close(fd);
}

TEST(SleepingCopies, SignalsOfTheTerminalAreNotForThem) {
  SleepingCopies copies;
  if (copies.renew() == Role::kCopy) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::raise(signal);
    copies.answer("alive");
  }
  EXPECT_EQ(copies.wake("", kLimit).text, "alive");
}

}  // namespace
}  // namespace sluice::tb
