// SPDX-License-Identifier: Apache-2.0
// Values of a validated tree, for its translation. Errors here are faults of the schema or of the
// program, not of what a user wrote.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <string>

#include "sw-driver/bus/error.hpp"
#include "sw-driver/config/tree.hpp"

namespace sluice::driver {

template <typename T>
T number(const std::string& digits) {
  T value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    throw Error("configuration: '" + digits + "' is not a number that fits");
  }
  return value;
}

inline std::string need(const Tree& tree, const std::string& path) {
  if (auto value = tree.get(path)) return *value;
  throw Error("configuration: no value for " + path);
}

/// "[name='x']"; a name may hold a quote of one kind.
inline std::string by_name(const std::string& name) {
  const char quote = name.find('\'') == std::string::npos ? '\'' : '"';
  return fmt::format("[name={}{}{}]", quote, name, quote);
}

/// "ethernet-1/3" of port 2.
inline std::string interface_name(unsigned port) { return fmt::format("ethernet-1/{}", port + 1); }

}  // namespace sluice::driver
