// SPDX-License-Identifier: Apache-2.0
// Every byte of the document's screens, against text written in the test, and against the document
// where it is at hand.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "sw-driver/config/state.hpp"
#include "sw-driver/dialect/srlinux/info.hpp"
#include "sw-driver/dialect/srlinux/printer.hpp"
#include "tests/dialect/seed_screens.hpp"
#include "tests/dialect/support.hpp"

namespace sluice::driver {
namespace {

using srlinux::info;
using srlinux::InfoOptions;
using test::board;
using test::read;

constexpr InfoOptions kConfig{.with_context = true, .state = false};
constexpr InfoOptions kState{.with_context = true, .state = true};

/// State of a board on which the document's configuration is in force.
Tree seed_state(const PortCounters& total = {}) {
  Candidate running = read(test::kConfigScreen + test::kInterfaceScreen);
  const Plan plan = check(running, board());
  return make_state(running.tree(), plan.board, total);
}

/// Text of the document between the line `command` and the next empty line; empty where the
/// document is not there.
std::string document_screen(const std::string& command) {
  const auto path =
      std::filesystem::path(SLUICE_SOURCE_DIR) / "../shared/spec/000_fbb8d7addd1b4a8b.txt";
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.empty()) return "";
  const std::size_t at = text.find("# " + command + "\n");
  EXPECT_NE(at, std::string::npos) << command;
  const std::size_t begin = text.find('\n', at) + 1;
  return text.substr(begin, text.find("\n\n", begin) + 1 - begin);
}

#define SKIP_WITHOUT(document) \
  if ((document).empty()) GTEST_SKIP() << "the specification's text is not beside this checkout"

TEST(Screens, TheConfigurationBlockComesOutAsItWentIn) {
  const Candidate candidate = read(test::kConfigScreen);
  EXPECT_EQ(info(candidate.tree(), "oam congestion-signaling", kConfig), test::kConfigScreen);
  EXPECT_EQ(srlinux::print(candidate.tree()), test::kConfigScreen);
}

TEST(Screens, TheInterfaceBlockComesOutAsItWentIn) {
  const Candidate candidate = read(test::kInterfaceScreen);
  EXPECT_EQ(info(candidate.tree(), "interface ethernet-1/1", kConfig), test::kInterfaceScreen);
}

TEST(Screens, ValidationAddsNothingToTheConfigurationScreens) {
  Candidate candidate = read(test::kConfigScreen + test::kInterfaceScreen);
  check(candidate, board());
  EXPECT_EQ(srlinux::print(candidate.tree()), test::kInterfaceScreen + test::kConfigScreen);
}

TEST(Screens, TheStateScreenShowsAll96BucketsAndTheTpidInHex) {
  EXPECT_EQ(info(seed_state(), "oam congestion-signaling", kState), test::state_screen());
}

TEST(Screens, TheStatisticsScreenIsThatPartOfTheState) {
  EXPECT_EQ(info(seed_state(), "oam congestion-signaling statistics", kState),
            test::kStatisticsScreen);
}

TEST(Screens, StatisticsShowTheCountersOfTheirSignals) {
  PortCounters total;
  total.csig_abw_frames = 1;
  total.csig_abw_bytes = 22;
  total.csig_rel_frames = 333;
  total.csig_rel_bytes = 4444;
  total.csig_delay_frames = 55555;
  total.csig_delay_bytes = 18446744073709551615U;
  EXPECT_EQ(info(seed_state(total), "oam congestion-signaling statistics", {.state = true}),
            "    available-bandwidth-packet-counter 1\n"
            "    available-bandwidth-byte-counter 22\n"
            "    relative-available-bandwidth-packet-counter 333\n"
            "    relative-available-bandwidth-byte-counter 4444\n"
            "    delay-packet-counter 55555\n"
            "    delay-byte-counter 18446744073709551615\n");
}

TEST(Screens, OfTheDocumentConfiguration) {
  const std::string expected = document_screen("info with-context oam congestion-signaling");
  SKIP_WITHOUT(expected);
  EXPECT_EQ(info(read(expected).tree(), "oam congestion-signaling", kConfig), expected);
}

TEST(Screens, OfTheDocumentInterface) {
  const std::string expected = document_screen("info with-context interface ethernet-1/1");
  SKIP_WITHOUT(expected);
  EXPECT_EQ(info(read(expected).tree(), "interface ethernet-1/1", kConfig), expected);
}

TEST(Screens, OfTheDocumentState) {
  const std::string expected =
      document_screen("info with-context from state oam congestion-signaling");
  SKIP_WITHOUT(expected);
  Candidate running = read(document_screen("info with-context oam congestion-signaling"));
  const Plan plan = check(running, board());
  EXPECT_EQ(info(make_state(running.tree(), plan.board, {}), "oam congestion-signaling", kState),
            expected);
}

TEST(Screens, OfTheDocumentStatistics) {
  const std::string expected =
      document_screen("info from state with-context oam congestion-signaling statistics");
  SKIP_WITHOUT(expected);
  EXPECT_EQ(info(seed_state(), "oam congestion-signaling statistics", kState), expected);
}

TEST(Screens, TheExampleFileIsTheDocumentsConfigurationWithAPortSpeed) {
  Candidate example =
      srlinux::read_file(test::schema(), std::string(SLUICE_SOURCE_DIR) + "/examples/srl1.cfg");
  EXPECT_EQ(info(example.tree(), "oam congestion-signaling", kConfig), test::kConfigScreen);
  EXPECT_EQ(info(example.tree(), "interface ethernet-1/1 ethernet", {}), "    port-speed 400G\n");
  const Plan plan = check(example, board());
  EXPECT_TRUE(plan.board.enable);
  EXPECT_EQ(plan.board.ports.at(0).capacity, 50'000'000'000U);
  for (const Finding& finding : plan.findings) EXPECT_EQ(finding.kind, Finding::Kind::kNote);
}

}  // namespace
}  // namespace sluice::driver
