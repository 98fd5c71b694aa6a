// SPDX-License-Identifier: Apache-2.0
// The editor at every width, against the model: tags.
#include <array>
#include <random>
#include <vector>

#include "tests/editor/editor_bench.hpp"
#include "tests/support/seed.hpp"

namespace sluice {
namespace {

using model::Outcome;
using test::kNoGap;
using Job = test::EditorJob;
using test::random_job;

template <class Width>
class EditorRtl : public test::EditorBench<Width> {};
TYPED_TEST_SUITE(EditorRtl, test::EditorWidths, test::BusNames);

/// Every length from the shortest that holds a tag and an EtherType, at every place of the tag.
std::vector<Job> every_length_and_place(std::mt19937_64& random, Outcome outcome) {
  std::vector<Job> jobs;
  for (unsigned vlans = 0; vlans < 3; ++vlans) {
    for (std::size_t length = 18 + 4 * vlans; length <= 330; ++length) {
      jobs.push_back(random_job(random, outcome, vlans, length));
    }
  }
  return jobs;
}

TYPED_TEST(EditorRtl, UpdatesLikeTheModelAtEveryLengthAndPlaceBackToBack) {
  std::mt19937_64 random(test::seed(10));
  this->run(every_length_and_place(random, Outcome::kUpdated), kNoGap);
}

TYPED_TEST(EditorRtl, StripsLikeTheModelAtEveryLengthAndPlaceBackToBack) {
  std::mt19937_64 random(test::seed(11));
  this->run(every_length_and_place(random, Outcome::kStripped), kNoGap);
}

TYPED_TEST(EditorRtl, UpdatesLikeTheModelWithGapsBetweenBeats) {
  std::mt19937_64 random(test::seed(12));
  this->run(every_length_and_place(random, Outcome::kUpdated),
            [&] { return static_cast<unsigned>(random() % 4); });
}

TYPED_TEST(EditorRtl, StripsLikeTheModelWithGapsBetweenBeats) {
  std::mt19937_64 random(test::seed(13));
  this->run(every_length_and_place(random, Outcome::kStripped),
            [&] { return static_cast<unsigned>(random() % 4); });
}

TYPED_TEST(EditorRtl, NothingButUpdateAndStripTouchesAByte) {
  std::mt19937_64 random(test::seed(14));
  std::vector<Job> jobs;
  for (unsigned o = 0; o <= static_cast<unsigned>(Outcome::kForeignTpid); ++o) {
    const auto outcome = static_cast<Outcome>(o);
    if (outcome == Outcome::kUpdated || outcome == Outcome::kStripped) continue;
    for (std::size_t length = 14; length <= 140; ++length) {
      jobs.push_back(random_job(random, outcome, length % 3, length));
    }
  }
  this->run(jobs, kNoGap);
}

TYPED_TEST(EditorRtl, EqualsTheModelForMixedFramesUpToTheLongest) {
  std::mt19937_64 random(test::seed(15));
  std::vector<Job> jobs;
  for (int i = 0; i < 3000; ++i) {
    const unsigned vlans = random() % 3;
    const std::size_t shortest = 18 + 4 * vlans;
    const std::size_t limit = i % 100 == 0 ? 9600 : i % 2 == 0 ? 80 : 300;
    const std::size_t length = shortest + random() % (limit - shortest + 1);
    const Outcome outcome = std::array{Outcome::kUpdated, Outcome::kStripped, Outcome::kEqual,
                                       Outcome::kNone}[random() % 4];
    jobs.push_back(random_job(random, outcome, vlans, length));
  }
  this->run(jobs, [&] { return random() % 8 == 0 ? static_cast<unsigned>(random() % 3) : 0U; });
}

TYPED_TEST(EditorRtl, ABeatComesOutOneClockLaterAtEveryLength) {
  std::mt19937_64 random(test::seed(16));
  for (const Outcome outcome : {Outcome::kNone, Outcome::kUpdated, Outcome::kStripped}) {
    for (std::size_t length = 26; length <= 200; ++length) {
      SCOPED_TRACE("outcome " + std::to_string(static_cast<int>(outcome)) + " length " +
                   std::to_string(length));
      this->check_latency(random_job(random, outcome, 2, length));
      if (this->HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace sluice
