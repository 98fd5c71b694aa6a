// SPDX-License-Identifier: Apache-2.0
// print(read(x)) == x, for texts that this test writes itself from the schema.
#include <fmt/format.h>
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
        for (const Keys& entry : some_keys(node)) {
          std::string heading = node->name;
          for (std::size_t i = 0; i < entry.size(); ++i) {
            heading += (i == 0 ? " " : std::string(" ") + keys(node)[i]->name + " ") + entry[i];
          }
          text += block(heading, content(node, level + 1), level);
        }
      }
    }
    return text;
  }

  using Keys = std::vector<std::string>;

  /// Entries in rising order, runs of digits as numbers.
  std::vector<Keys> some_keys(const lysc_node* list) {
    const auto less = [](const Keys& a, const Keys& b) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) return natural_less(a[i], b[i]);
      }
      return false;
    };
    std::set<Keys, decltype(less)> result(less);
    for (std::uint64_t n = below(5); n > 0; --n) {
      Keys entry;
      for (const lysc_node* key : keys(list)) entry.push_back(key_value(key));
      result.insert(entry);
    }
    return {result.begin(), result.end()};
  }

  std::string key_value(const lysc_node* key) {
    const lysc_type* t = type(key);
    if (t->basetype != LY_TYPE_STRING) return value(key);
    const bool interface = reinterpret_cast<const lysc_type_str*>(t)->patterns != nullptr;
    return fmt::format("{}{}", interface ? "ethernet-1/" : "name", 1 + below(64));
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
