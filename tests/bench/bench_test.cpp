// SPDX-License-Identifier: Apache-2.0
// The form of what `make bench` writes. No figure's size is looked at: machines differ.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

namespace {

using nlohmann::json;

const std::set<std::string> kUnits = {"cycles/s", "frames/s", "accesses/s", "KiB"};

/// Runs the benchmark once for all tests.
class BenchJson : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto file =
        std::filesystem::temp_directory_path() / fmt::format("bench-{}.json", getpid());
    status_ = std::system(fmt::format("{} --quick --sluice {} --config {} --json {} >{}.txt",
                                      SLUICE_BENCH_BINARY, SLUICE_BINARY, SLUICE_CONFIG,
                                      file.string(), file.string())
                              .c_str());
    std::ifstream in(file);
    list_ = json::parse(in, nullptr, false);
    std::ifstream text(file.string() + ".txt");
    table_ = {std::istreambuf_iterator<char>(text), {}};
    std::filesystem::remove(file);
    std::filesystem::remove(file.string() + ".txt");
  }

  static inline int status_ = -1;
  static inline json list_;
  static inline std::string table_;
};

std::set<std::string> expected_names() {
  std::set<std::string> names = {"registers.512",    "model.60",         "model.60.absolute",
                                 "model.1514",       "memory.run.few",   "memory.run.many",
                                 "memory.model.few", "memory.model.many"};
  for (const char* what :
       {"copies.512.60", "copies.512.1514", "no_copies.512.60", "no_copies.512.1514"}) {
    names.insert(what);
  }
  for (const unsigned width : {SLUICE_BENCH_WIDTHS}) {
    for (const unsigned length : {60U, 1514U}) {
      for (const char* what : {"bare", "harness", "scoreboard", "waves", "frames"}) {
        names.insert(fmt::format("{}.{}.{}", what, width, length));
      }
    }
  }
  return names;
}

/// Exit status and what stands on standard error.
std::pair<int, std::string> refusal(const std::string& words) {
  const auto file = std::filesystem::temp_directory_path() / fmt::format("bench-{}.err", getpid());
  const int status = std::system(
      fmt::format("{} {} 2>{} >/dev/null", SLUICE_BENCH_BINARY, words, file.string()).c_str());
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(file);
  return {WEXITSTATUS(status), text};
}

TEST(BenchCommand, WhatCannotBeUsedIsRefusedInOneSentenceBeforeAnythingIsMeasured) {
  const std::string fine = fmt::format("--sluice {} --config {} ", SLUICE_BINARY, SLUICE_CONFIG);
  const std::string json = "--json /dev/null ";
  const std::pair<std::string, std::string> refused[] = {
      {"", "is required"},
      {fine + "--nonsense", "--nonsense"},
      {fine + "--json /nowhere/x.json", "--json /nowhere/x.json: cannot be written"},
      {fine + "--json /proc/x.json", "--json /proc/x.json: cannot be written"},
      {fine + "--json /tmp", "--json /tmp: cannot be written"},
      {json + fmt::format("--sluice /nowhere/s --config {}", SLUICE_CONFIG),
       "--sluice /nowhere/s: is not"},
      {json + fmt::format("--sluice {} --config /nowhere/c", SLUICE_BINARY),
       "--config /nowhere/c: cannot be used"},
      {fine + "--only nope", "--only: found 'nope', expected"},
  };
  for (const auto& [words, text] : refused) {
    const auto begun = std::chrono::steady_clock::now();
    const auto [status, said] = refusal(words);
    EXPECT_EQ(status, 2) << words << said;
    EXPECT_NE(said.find(text), std::string::npos) << words << said;
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(30)) << words;
  }
}

TEST_F(BenchJson, ExitStatusIsZeroWhateverTheFiguresAre) { EXPECT_EQ(status_, 0); }

TEST_F(BenchJson, EveryFigureIsThereOnce) {
  ASSERT_TRUE(list_.is_array());
  std::multiset<std::string> names;
  for (const json& figure : list_) names.insert(figure.at("name").get<std::string>());
  const std::set<std::string> expected = expected_names();
  EXPECT_EQ(names, std::multiset<std::string>(expected.begin(), expected.end()));
}

TEST_F(BenchJson, EveryFigureHasExactlyTheKeysAndTypesOfTheForm) {
  ASSERT_TRUE(list_.is_array());
  for (const json& figure : list_) {
    const std::string name = figure.at("name");
    EXPECT_EQ(figure.size(), 7U) << name;
    EXPECT_TRUE(figure.at("value").is_number()) << name;
    EXPECT_GT(figure.at("value").get<double>(), 0) << name;
    EXPECT_EQ(kUnits.count(figure.at("unit")), 1U) << name;
    EXPECT_EQ(figure.at("base").is_null(), figure.at("ratio").is_null()) << name;
    EXPECT_EQ(figure.at("target").is_null(), figure.at("holds").is_null()) << name;
    if (!figure.at("holds").is_null()) {
      EXPECT_TRUE(figure.at("holds").is_boolean()) << name;
    }
  }
}

TEST_F(BenchJson, ARatioIsAboveZeroAndItsBaseIsAFigureOfTheSameUnit) {
  ASSERT_TRUE(list_.is_array());
  std::map<std::string, std::string> units;
  for (const json& figure : list_) units[figure.at("name")] = figure.at("unit");
  unsigned ratios = 0;
  for (const json& figure : list_) {
    if (figure.at("base").is_null()) continue;
    ++ratios;
    const std::string base = figure.at("base");
    ASSERT_EQ(units.count(base), 1U) << base;
    EXPECT_EQ(units[base], figure.at("unit").get<std::string>()) << figure.at("name");
    EXPECT_GT(figure.at("ratio").get<double>(), 0) << figure.at("name");
  }
  EXPECT_GT(ratios, 0U);
}

TEST_F(BenchJson, TheTableSaysOfEachTargetWhetherItHoldsAndCountsThem) {
  ASSERT_TRUE(list_.is_array());
  unsigned targets = 0;
  unsigned held = 0;
  for (const json& figure : list_) {
    if (figure.at("holds").is_null()) continue;
    ++targets;
    held += figure.at("holds").get<bool>() ? 1U : 0U;
  }
  EXPECT_GT(targets, 0U);
  EXPECT_NE(table_.find(fmt::format("{} of {} targets hold", held, targets)), std::string::npos)
      << table_;
}

}  // namespace
