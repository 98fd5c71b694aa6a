// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "sw-driver/config/error.hpp"

namespace sluice::driver {
namespace {

bool is_unsigned(LY_DATA_TYPE base) {
  return base == LY_TYPE_UINT8 || base == LY_TYPE_UINT16 || base == LY_TYPE_UINT32 ||
         base == LY_TYPE_UINT64;
}

std::uint64_t largest(LY_DATA_TYPE base) {
  switch (base) {
    case LY_TYPE_UINT8:
      return UINT8_MAX;
    case LY_TYPE_UINT16:
      return UINT16_MAX;
    case LY_TYPE_UINT32:
      return UINT32_MAX;
    default:
      return UINT64_MAX;
  }
}

struct Range {
  std::uint64_t low, high;
};

std::vector<Range> ranges(const lysc_type* type) {
  const lysc_range* range = reinterpret_cast<const lysc_type_num*>(type)->range;
  if (range == nullptr) return {{0, largest(type->basetype)}};
  std::vector<Range> result;
  LY_ARRAY_COUNT_TYPE i = 0;
  LY_ARRAY_FOR(range->parts, i) {
    result.push_back({range->parts[i].min_u64, range->parts[i].max_u64});
  }
  return result;
}

std::string spoken(const std::vector<Range>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) text += i + 1 == parts.size() ? " or " : ", ";
    text += parts[i].low == parts[i].high ? fmt::format("{}", parts[i].low)
                                          : fmt::format("{} to {}", parts[i].low, parts[i].high);
  }
  return text;
}

std::vector<std::string> enum_names(const lysc_type* type) {
  const auto* enums = reinterpret_cast<const lysc_type_enum*>(type)->enums;
  std::vector<std::string> names;
  LY_ARRAY_COUNT_TYPE i = 0;
  LY_ARRAY_FOR(enums, i) { names.emplace_back(enums[i].name); }
  std::sort(names.begin(), names.end(), natural_less);
  return names;
}

/// Why libyang's type check refused, in the words of the schema where it has any.
const char* schema_message(const lysc_type* type) {
  if (is_unsigned(type->basetype)) {
    const lysc_range* range = reinterpret_cast<const lysc_type_num*>(type)->range;
    return range != nullptr ? range->emsg : nullptr;
  }
  if (type->basetype == LY_TYPE_STRING) {
    const auto* text = reinterpret_cast<const lysc_type_str*>(type);
    LY_ARRAY_COUNT_TYPE i = 0;
    LY_ARRAY_FOR(text->patterns, i) {
      if (text->patterns[i]->emsg != nullptr) return text->patterns[i]->emsg;
    }
  }
  return nullptr;
}

[[noreturn]] void refuse(const lysc_node* leaf, std::string_view text, const std::string& why) {
  throw ValueError({}, fmt::format("{} {} {}", leaf->name, quoted(text), why));
}

std::string canonical_number(const lysc_node* leaf, std::string_view text) {
  const std::string expected = "expected " + expectation(leaf);
  std::string_view digits = text;
  int base = 10;
  if (shown_in_hex(leaf) && (text.starts_with("0x") || text.starts_with("0X"))) {
    digits.remove_prefix(2);
    base = 16;
  } else if (text.size() > 1 && text[0] == '0' &&
             text.find_first_not_of("0123456789") == std::string_view::npos) {
    refuse(leaf, text, "has a leading zero: " + expected);
  }
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  const bool all = end == digits.data() + digits.size() && !digits.empty();
  if (!all || error == std::errc::invalid_argument) {
    const bool negative = text.size() > 1 && text[0] == '-' &&
                          text.find_first_not_of("0123456789", 1) == std::string_view::npos;
    refuse(leaf, text, (negative ? "is out of range: " : "is not a number: ") + expected);
  }
  const std::vector<Range> allowed = ranges(type(leaf));
  const bool inside = error != std::errc::result_out_of_range &&
                      std::any_of(allowed.begin(), allowed.end(), [&](const Range& range) {
                        return range.low <= value && value <= range.high;
                      });
  if (!inside) refuse(leaf, text, "is out of range: " + expected);
  return fmt::format("{}", value);
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before2, before(b.size() + 1), row(b.size() + 1);
  std::iota(before.begin(), before.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before2[j - 2] + 1);
    }
    before2 = before;
    before = row;
  }
  return before[b.size()];
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return fmt::format("'{}'", text);
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return fmt::format("'{}...'", text.substr(0, end));
}

std::string quoted_list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "'" : ", '") + word + "'";
  return text;
}

std::string expectation(const lysc_node* leaf) {
  const lysc_type* t = type(leaf);
  if (is_unsigned(t->basetype)) {
    if (const char* message = schema_message(t)) return message;
    const std::vector<Range> allowed = ranges(t);
    const bool one_span = allowed.size() == 1;
    std::string text = (one_span ? "a number from " : "") + spoken(allowed);
    if (shown_in_hex(leaf)) text += ", decimal or 0x";
    return text;
  }
  if (t->basetype == LY_TYPE_ENUM) return "one of " + quoted_list(enum_names(t));
  if (t->basetype == LY_TYPE_STRING) {
    if (const char* message = schema_message(t)) return message;
    const auto* text = reinterpret_cast<const lysc_type_str*>(t);
    if (text->length != nullptr && LY_ARRAY_COUNT(text->length->parts) == 1) {
      return fmt::format("a text of {} to {} characters", text->length->parts[0].min_u64,
                         text->length->parts[0].max_u64);
    }
    return "a text";
  }
  return "a value";
}

std::string canonical(const Schema& schema, const lysc_node* leaf, std::string_view text) {
  const lysc_type* t = type(leaf);
  std::string value = is_unsigned(t->basetype) ? canonical_number(leaf, text) : std::string(text);
  if (t->basetype == LY_TYPE_ENUM) {
    const std::vector<std::string> names = enum_names(t);
    if (std::find(names.begin(), names.end(), value) == names.end()) {
      const auto near = nearest(value, names);
      refuse(
          leaf, text,
          fmt::format("is not known{}: expected {}",
                      near ? fmt::format(" (did you mean '{}'?)", *near) : "", expectation(leaf)));
    }
  }
  if (!accepts(schema, leaf, value)) {
    refuse(leaf, text, "is not allowed: expected " + expectation(leaf));
  }
  return value;
}

bool accepts(const Schema& schema, const lysc_node* leaf, const std::string& text) {
  const LY_ERR result = lyd_value_validate(schema.context(), leaf, text.data(), text.size(),
                                           nullptr, nullptr, nullptr);
  ly_err_clean(schema.context(), nullptr);
  return result == LY_SUCCESS;
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& options) {
  constexpr std::size_t kLongest = 64;  // a longer word is no misspelling
  if (word.empty() || word.size() > kLongest) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& option : options) {
    const std::size_t d = distance(word, option);
    // Among equally near ones, a wrong character is likelier than a missing one.
    const bool likelier =
        best && d == best_distance && option.size() == word.size() && best->size() != word.size();
    if (d < best_distance || likelier) best = option, best_distance = d;
  }
  if (best) return best;
  std::size_t starts = 0;
  for (const std::string& option : options) {
    if (option.starts_with(word)) best = option, ++starts;
  }
  return starts == 1 ? best : std::nullopt;
}

}  // namespace sluice::driver
