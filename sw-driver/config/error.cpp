// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/error.hpp"

#include <fmt/format.h>

namespace sluice::driver {
namespace {

/// A text may hold any character, by its escapes or in a path: a sentence stays one line, and no
/// terminal is told what to do.
std::string printable(const std::string& text) {
  constexpr unsigned char kSpace = 0x20, kDelete = 0x7F;
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (byte < kSpace || byte == kDelete) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += c;
    }
  }
  return result;
}

std::string sentence(const Position& where, const std::string& text) {
  if (where.line != 0) {
    return fmt::format("{}:{}:{}: {}", where.file, where.line, where.column, text);
  }
  return where.file.empty() ? text : fmt::format("{}: {}", where.file, text);
}

}  // namespace

ConfigError::ConfigError(const Position& where, const std::string& text)
    : Error(printable(sentence(where, text))), where_(where), text_(printable(text)) {}

}  // namespace sluice::driver
