// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/state.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "sw-driver/dialect/srlinux/info.hpp"
#include "sw-driver/dialect/srlinux/printer.hpp"
#include "tests/dialect/seed_screens.hpp"
#include "tests/dialect/support.hpp"

namespace sluice::driver {
namespace {

using test::board;
using test::read;

TEST(State, ShowsWhatTheBoardHasInForceNotWhatIsConfigured) {
  Candidate running = read(
      "oam { congestion-signaling { admin-state enable\n tpid 2000 } }\n"
      "interface ethernet-1/1 { description up\n congestion-signaling { locator 5 } }");
  BoardConfig in_force = check(running, board()).board;
  in_force.enable = false;
  in_force.tpid = 0xABCD;
  in_force.node_locator = 3;
  in_force.interval_us = 1000;
  in_force.tables[2][0] = 77;
  in_force.ports[0].locator = 6;
  in_force.ports[0].action = Action::kStrip;
  in_force.ports[0].capacity = 12'500'000'000;
  const Tree state = make_state(running.tree(), in_force, {});
  const std::string text = srlinux::print(state, {.state = true});
  for (const char* line : {"            admin-state disable\n", "            tpid 0xabcd\n",
                           "            node-locator 3\n", "            interval 1000\n",
                           "                            maximum-value 77\n",
                           "            locator 6\n", "            action strip\n",
                           "            port-speed 100G\n", "        description up\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST(State, ShowsEveryAction) {
  Candidate running = read("");
  BoardConfig in_force = check(running, board()).board;
  for (const auto& [action, word] :
       {std::pair{Action::kUpdate, "update"}, {Action::kPass, "pass"}, {Action::kStrip, "strip"}}) {
    in_force.ports[0].action = action;
    EXPECT_EQ(srlinux::info(make_state(running.tree(), in_force, {}),
                            "interface ethernet-1/1 congestion-signaling", {.state = true}),
              "    action " + std::string(word) + "\n");
  }
}

TEST(State, ShowsEveryPortOfTheBoardAndEveryDefault) {
  Candidate running = read("");
  const Plan plan = check(running, board(2));
  const Tree state = make_state(running.tree(), plan.board, {});
  EXPECT_EQ(srlinux::info(state, "interface *", {.state = true}),
            "    interface ethernet-1/1 {\n        admin-state enable\n"
            "        ethernet {\n            port-speed 400G\n        }\n"
            "        congestion-signaling {\n            action update\n        }\n    }\n"
            "    interface ethernet-1/2 {\n        admin-state enable\n"
            "        ethernet {\n            port-speed 400G\n        }\n"
            "        congestion-signaling {\n            action update\n        }\n    }\n");
  EXPECT_EQ(srlinux::info(state, "system", {.state = true}),
            "    lldp {\n        admin-state disable\n    }\n");
}

TEST(State, OfALocatorThatIsNotInForceShowsNone) {
  Candidate running = read("interface ethernet-1/1 { congestion-signaling { locator 5 } }");
  BoardConfig in_force = check(running, board()).board;
  in_force.ports[0].locator_valid = false;
  EXPECT_EQ(srlinux::info(make_state(running.tree(), in_force, {}),
                          "interface ethernet-1/1 congestion-signaling", {.state = true}),
            "    action update\n");
}

TEST(State, OfASpeedWithoutAWordShowsNone) {
  Candidate running = read("interface ethernet-1/1 { ethernet { port-speed 100G } }");
  BoardConfig in_force = check(running, board()).board;
  for (const std::uint64_t capacity :
       {std::uint64_t{0}, std::uint64_t{12'500'000'001}, std::uint64_t{2'500'000'000}}) {
    in_force.ports[0].capacity = capacity;
    EXPECT_EQ(srlinux::info(make_state(running.tree(), in_force, {}),
                            "interface ethernet-1/1 ethernet", {.state = true}),
              "");
  }
}

TEST(State, LeavesTheRunningConfigurationAlone) {
  Candidate running = read(test::kInterfaceScreen + test::kConfigScreen);
  const Plan plan = check(running, board());
  make_state(running.tree(), plan.board, {});
  EXPECT_EQ(srlinux::print(running.tree()), test::kInterfaceScreen + test::kConfigScreen);
}

TEST(State, ThatTheSchemaCannotHoldIsAnErrorNotACrash) {
  Candidate running = read("");
  BoardConfig in_force = check(running, board()).board;
  in_force.tables[1][3] = 1000;
  EXPECT_THROW(make_state(running.tree(), in_force, {}), Error);
}

}  // namespace
}  // namespace sluice::driver
