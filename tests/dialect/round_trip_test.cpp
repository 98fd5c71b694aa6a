// SPDX-License-Identifier: Apache-2.0
// print(read(x)) == x, for texts that this test writes itself from the schema.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "sw-driver/dialect/srlinux/printer.hpp"
#include "tests/dialect/support.hpp"
#include "tests/support/seed.hpp"

namespace sluice::driver::srlinux {
namespace {

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  /// A random configuration in the one spelling that the printer has for it.
  std::string write() { return content(nullptr, 1); }

 private:
  std::uint64_t below(std::uint64_t n) {
    return std::uniform_int_distribution<std::uint64_t>(0, n - 1)(random_);
  }
  bool chance(unsigned percent) { return below(100) < percent; }

  std::string line(unsigned level, const std::string& text) {
    return std::string(std::size_t{4} * level, ' ') + text + "\n";
  }

  std::string block(const std::string& heading, const std::string& inside, unsigned level) {
    return line(level, heading + " {") + inside + line(level, "}");
  }

  std::string content(const lysc_node* parent, unsigned level) {
    std::string text;
    for (const lysc_node* node : test::schema()->children(parent)) {
      if (is_state(node)) continue;
      if (node->nodetype == LYS_LEAF) {
        if (chance(60)) text += line(level, std::string(node->name) + " " + value(node));
      } else if (node->nodetype == LYS_CONTAINER) {
        const std::string inside = content(node, level + 1);
        if (!inside.empty()) text += block(node->name, inside, level);
      } else {
        for (const unsigned key : some_keys(node)) {
          const bool interface = std::string_view(keys(node)[0]->name) == "name";
          const std::string name = (interface ? "ethernet-1/" : "") + std::to_string(key);
          text += block(node->name + (" " + name), content(node, level + 1), level);
        }
      }
    }
    return text;
  }

  /// Keys in rising order; interfaces count from 1, buckets from 0.
  std::set<unsigned> some_keys(const lysc_node* list) {
    const bool interface = std::string_view(keys(list)[0]->name) == "name";
    std::set<unsigned> result;
    for (std::uint64_t n = below(5); n > 0; --n) {
      result.insert(static_cast<unsigned>(interface ? 1 + below(64) : below(32)));
    }
    return result;
  }

  std::string value(const lysc_node* leaf) {
    const lysc_type* t = type(leaf);
    if (t->basetype == LY_TYPE_ENUM) {
      const auto* enums = reinterpret_cast<const lysc_type_enum*>(t)->enums;
      return enums[below(LY_ARRAY_COUNT(enums))].name;
    }
    if (t->basetype == LY_TYPE_STRING) return description();
    std::uint64_t low = 0, high = t->basetype == LY_TYPE_UINT32 ? UINT32_MAX : UINT64_MAX;
    if (const lysc_range* range = reinterpret_cast<const lysc_type_num*>(t)->range) {
      const auto& part = range->parts[below(LY_ARRAY_COUNT(range->parts))];
      low = part.min_u64, high = part.max_u64;
    }
    if (chance(20)) return std::to_string(low);
    if (chance(20)) return std::to_string(high);
    return std::to_string(std::uniform_int_distribution<std::uint64_t>(low, high)(random_));
  }

  std::string description() {
    static const char* const kSpellings[] = {"uplink",
                                             "rack#7",
                                             "\"#7\"",
                                             "\"to spine 1\"",
                                             "\"a \\\"quoted\\\" word\"",
                                             "\"back\\\\slash\"",
                                             "\"two\\nlines\"",
                                             "\"{\"",
                                             "\"}\"",
                                             "\"a;b\"",
                                             "\"[x]\"",
                                             "'single'",
                                             "\"tab\\there\"",
                                             "0x10",
                                             "\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80",
                                             "enable",
                                             "*"};
    return kSpellings[below(std::size(kSpellings))];
  }

  std::mt19937_64 random_;
};

TEST(RoundTrip, WhatIsPrintedOfARandomConfigurationIsWhatWasRead) {
  const std::uint64_t seed = test::seed(20261002);
  std::size_t longest = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const std::string text = Writer(seed + i).write();
    longest = std::max(longest, text.size());
    ASSERT_EQ(print(test::read(text).tree()), text) << "configuration " << i;
  }
  EXPECT_GT(longest, 1000U) << "the configurations are too small to prove anything";
}

TEST(RoundTrip, ReadingIsIndifferentToIndentationAndLineEnds) {
  const std::uint64_t seed = test::seed(7);
  for (std::uint64_t i = 0; i < 100; ++i) {
    const std::string text = Writer(seed + i).write();
    std::string flat;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool indent =
          text[at] == ' ' && (at == 0 || text[at - 1] == '\n' || flat.ends_with('\n'));
      if (indent && (flat.empty() || flat.ends_with('\n'))) continue;
      if (text[at] == '\n') flat += '\r';
      flat += text[at];
    }
    ASSERT_EQ(print(test::read(flat).tree()), text) << "configuration " << i;
  }
}

TEST(RoundTrip, ACloneIsEqualAndIndependent) {
  const std::string text = Writer(test::seed(99)).write();
  const Candidate candidate = test::read(text);
  Tree copy = candidate.tree().clone();
  EXPECT_EQ(print(copy), text);
  copy.set("oam/congestion-signaling/interval", "1");
  copy.set("oam/congestion-signaling/tpid", "4660");
  EXPECT_EQ(print(candidate.tree()), text);
  EXPECT_NE(print(copy), text);
}

}  // namespace
}  // namespace sluice::driver::srlinux
