// SPDX-License-Identifier: Apache-2.0
#include "tb/snapshot/journal.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

namespace sluice::tb {
namespace {

std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string all_of(Journal& journal) {
  std::string text;
  std::span<const std::uint8_t> record;
  while (journal.read(record)) text += std::string(record.begin(), record.end()) + ";";
  return text;
}

/// What a copy that is made now reads, once `meanwhile` has happened in the original.
template <typename Meanwhile>
std::string read_by_copy(Journal& journal, Meanwhile meanwhile) {
  int go[2], back[2];
  if (pipe(go) != 0 || pipe(back) != 0) return "no pipe";
  journal.begin_segment();
  const pid_t child = fork();
  if (child == 0) {
    char c = 0;
    if (read(go[0], &c, 1) != 1) _exit(1);
    const std::string text = all_of(journal);
    _exit(write(back[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  meanwhile();
  EXPECT_EQ(write(go[1], "g", 1), 1);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  std::string text(4096, '\0');
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read(back[0], text.data(), 4096))));
  for (const int fd : {go[0], go[1], back[0], back[1]}) close(fd);
  return text;
}

TEST(Journal, ACopyReadsWhatCameAfterItWasMadeInThisAndTheNextSegment) {
  Journal journal(1024);
  journal.append(bytes("before"), {});
  const std::string text = read_by_copy(journal, [&] {
    journal.append(bytes("a"), bytes("1"));
    journal.append(bytes("b"), {});
    journal.begin_segment();
    journal.append({}, bytes("c"));
    journal.append({}, {});
  });
  EXPECT_EQ(text, "a1;b;c;;");
}

TEST(Journal, ASegmentIsUsedAgainAndItsOldRecordsAreGone) {
  Journal journal(1024);
  for (int i = 0; i < 5; ++i) {
    const std::string text =
        read_by_copy(journal, [&] { journal.append(bytes(std::to_string(i)), {}); });
    EXPECT_EQ(text, std::to_string(i) + ";");
  }
}

TEST(Journal, FullAsksForASegmentAndStillTakesTheLongestRecord) {
  Journal journal(100);
  const std::vector<std::uint8_t> longest(Journal::kLongest);
  EXPECT_FALSE(journal.full());
  journal.append(bytes(std::string(80, 'x')), {});
  EXPECT_FALSE(journal.full());
  journal.append({}, longest);
  EXPECT_TRUE(journal.full());
  EXPECT_THROW(journal.append({}, longest), Error);
  journal.begin_segment();
  EXPECT_FALSE(journal.full());
  EXPECT_THROW(journal.append(bytes("x"), longest), Error);
}

}  // namespace
}  // namespace sluice::tb
