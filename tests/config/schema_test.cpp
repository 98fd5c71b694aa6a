// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/schema.hpp"

#include <gtest/gtest.h>

#include "sw-driver/config/default_tables.hpp"
#include "sw-driver/config/value.hpp"
#include "tests/dialect/seed_screens.hpp"
#include "tests/dialect/support.hpp"

namespace sluice::driver {
namespace {

std::vector<std::string> names(const std::vector<const lysc_node*>& nodes) {
  std::vector<std::string> result;
  result.reserve(nodes.size());
  for (const lysc_node* node : nodes) result.emplace_back(node->name);
  return result;
}

const lysc_node* at(std::initializer_list<const char*> path) {
  const lysc_node* node = nullptr;
  for (const char* name : path) node = test::schema()->child(node, name);
  return node;
}

TEST(SchemaTree, IsInTheOrderOfTheScreens) {
  EXPECT_EQ(names(test::schema()->children(nullptr)),
            (std::vector<std::string>{"interface", "oam", "qos", "system"}));
  EXPECT_EQ(names(test::schema()->children(at({"oam", "congestion-signaling"}))),
            (std::vector<std::string>{"admin-state", "tag-length", "node-locator", "interval",
                                      "tpid", "compact", "wide", "statistics"}));
}

TEST(SchemaTree, LeavesTheKeysOfListsToTheirNames) {
  EXPECT_EQ(
      names(test::schema()->children(at({"interface"}))),
      (std::vector<std::string>{"description", "admin-state", "ethernet", "congestion-signaling"}));
  EXPECT_EQ(names(keys(at({"interface"}))), std::vector<std::string>{"name"});
}

TEST(SchemaTree, OnlyStatisticsAreStateAndOnlyTheTpidIsShownInHex) {
  EXPECT_TRUE(is_state(at({"oam", "congestion-signaling", "statistics"})));
  EXPECT_TRUE(is_state(at({"oam", "congestion-signaling", "statistics", "delay-byte-counter"})));
  EXPECT_FALSE(is_state(at({"oam", "congestion-signaling", "tpid"})));
  EXPECT_TRUE(shown_in_hex(at({"oam", "congestion-signaling", "tpid"})));
  EXPECT_FALSE(shown_in_hex(at({"oam", "congestion-signaling", "interval"})));
}

TEST(SchemaTree, CanBeLoadedMoreThanOnce) {
  const auto one = Schema::load();
  const auto two = Schema::load();
  EXPECT_NE(one->context(), two->context());
}

TEST(NaturalOrder, ComparesRunsOfDigitsAsNumbers) {
  EXPECT_TRUE(natural_less("ethernet-1/2", "ethernet-1/10"));
  EXPECT_FALSE(natural_less("ethernet-1/10", "ethernet-1/2"));
  EXPECT_TRUE(natural_less("a", "b"));
  EXPECT_TRUE(natural_less("a", "a1"));
  EXPECT_FALSE(natural_less("a1", "a1"));
  EXPECT_TRUE(natural_less("a01", "a1") != natural_less("a1", "a01"));
  EXPECT_TRUE(natural_less("99999999999999999998", "99999999999999999999"));
}

TEST(Nearest, IsTheMisspeltWordOrNothing) {
  const std::vector<std::string> options = {"interval", "tag-length", "tpid", "wide"};
  EXPECT_EQ(nearest("intreval", options), "interval");
  EXPECT_EQ(nearest("tpdi", options), "tpid");
  EXPECT_EQ(nearest("tag", options), "tag-length");
  EXPECT_EQ(nearest("t", options), std::nullopt);
  EXPECT_EQ(nearest("zzz", options), std::nullopt);
  EXPECT_EQ(nearest("", options), std::nullopt);
  EXPECT_EQ(nearest(std::string(1'000'000, 'w'), options), std::nullopt);
}

TEST(DefaultTables, AreTheThirtyTwoOfTheDocumentEach) {
  EXPECT_EQ(default_maxima(Table::kAvailableBandwidth), test::kAbw);
  EXPECT_EQ(default_maxima(Table::kRelativeBandwidth), test::kRelative);
  EXPECT_EQ(default_maxima(Table::kDelay), test::kDelay);
}

}  // namespace
}  // namespace sluice::driver
