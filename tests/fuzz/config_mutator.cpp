// SPDX-License-Identifier: Apache-2.0
// Texts change by words and by lines; words come from the schema, so that new leaves are met
// without a change here. Plain mutation (with config.dict) breaks what this keeps whole.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "sw-driver/config/schema.hpp"
#include "sw-driver/config/value.hpp"
#include "tb/common/random.hpp"
#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {
namespace {

void collect(const driver::Schema& schema, const lysc_node* parent,
             std::vector<std::string>& words) {
  for (const lysc_node* node : schema.children(parent)) {
    words.emplace_back(node->name);
    if (node->nodetype != LYS_LEAF) {
      collect(schema, node, words);
      continue;
    }
    const lysc_type* type = driver::type(node);
    if (type->basetype != LY_TYPE_ENUM) continue;
    const auto* enums = reinterpret_cast<const lysc_type_enum*>(type)->enums;
    LY_ARRAY_COUNT_TYPE i = 0;
    LY_ARRAY_FOR(enums, i) { words.emplace_back(enums[i].name); }
  }
}

/// Every name and every word of an enumeration in the schema, then what else a text is made of.
const std::vector<std::string>& vocabulary() {
  static const std::vector<std::string> kWords = [] {
    std::vector<std::string> words;
    collect(*driver::Schema::load(), nullptr, words);
    for (const char* word : {"{",
                             "}",
                             "ethernet-1/1",
                             "ethernet-1/2",
                             "ethernet-1/3",
                             "\"\"",
                             "\"a b\"",
                             "#",
                             "0",
                             "1",
                             "31",
                             "32",
                             "63",
                             "64",
                             "1536",
                             "65535",
                             "0x600",
                             "32767",
                             "32768",
                             "4294967296",
                             "18446744073709551615",
                             "*"}) {
      words.emplace_back(word);
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  }();
  return kWords;
}

bool blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\0'; }

/// Begin and end of the word around or behind `at`.
std::pair<std::size_t, std::size_t> word_at(const std::string& text, std::size_t at) {
  while (at < text.size() && blank(text[at])) ++at;
  std::size_t begin = at;
  while (begin > 0 && !blank(text[begin - 1])) --begin;
  std::size_t end = at;
  while (end < text.size() && !blank(text[end])) ++end;
  return {begin, end};
}

std::pair<std::size_t, std::size_t> line_at(const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? text.npos : text.rfind('\n', at - 1);
  const std::size_t begin = before == text.npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
  return {begin, end};
}

/// A number is nudged; anything else gives way to a word of the vocabulary.
std::string replacement(const std::string& word, tb::Random& random) {
  const bool number = !word.empty() && word.size() < 19 &&
                      word.find_first_not_of("0123456789") == std::string::npos;
  if (!number || random.chance(40)) return vocabulary()[random.below(vocabulary().size())];
  const std::uint64_t value = std::stoull(word);
  const std::array<std::uint64_t, 6> near = {value + 1, value - 1, value * 2,
                                             value / 2, 0,         random.below(100)};
  return std::to_string(near[random.below(near.size())]);
}

}  // namespace

void mutate_config(Bytes& input, std::size_t longest, unsigned seed, const PlainMutation& plain) {
  tb::Random random(seed);
  if (input.empty() || random.chance(35)) return plain(input, longest);
  std::string text(input.begin(), input.end());
  const std::size_t at = random.below(text.size()), other = random.below(text.size());
  const auto [word, word_end] = word_at(text, at);
  const auto [line, line_end] = line_at(text, at);
  switch (random.below(6)) {
    case 0:
    case 1:
      text.replace(word, word_end - word, replacement(text.substr(word, word_end - word), random));
      break;
    case 2:
      text.insert(
          word, vocabulary()[random.below(vocabulary().size())] + (random.chance(70) ? " " : "\n"));
      break;
    case 3:
      text.insert(line_at(text, other).first, text.substr(line, line_end - line));
      break;
    case 4:
      text.erase(line, line_end - line);
      break;
    default: {  // some lines again, elsewhere: blocks come twice, or inside others
      const std::string lines = text.substr(line, random.between(1, 400));
      text.insert(line_at(text, other).first, lines);
    }
  }
  input.assign(text.begin(), text.end());
  if (input.empty()) plain(input, longest);
}

}  // namespace sluice::fuzz
