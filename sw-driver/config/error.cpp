// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/error.hpp"

#include <fmt/format.h>

namespace sluice::driver {
namespace {

std::string sentence(const Position& where, const std::string& text) {
  if (where.line != 0) {
    return fmt::format("{}:{}:{}: {}", where.file, where.line, where.column, text);
  }
  return where.file.empty() ? text : fmt::format("{}: {}", where.file, text);
}

}  // namespace

ConfigError::ConfigError(const Position& where, const std::string& text)
    : Error(sentence(where, text)), where_(where), text_(text) {}

}  // namespace sluice::driver
