// SPDX-License-Identifier: Apache-2.0
// Errors of a configuration: all that makes the program end with status 2 because of what a user
// wrote.
#pragma once

#include <string>

#include "sw-driver/bus/error.hpp"

namespace sluice::driver {

/// Where something was written. Lines and columns count from 1; columns count characters, a tab is
/// one. line 0: the place is not known.
struct Position {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// what() is one sentence: "FILE:LINE:COLUMN: TEXT", or TEXT alone where the place is not known.
/// Control characters of what was found show as \n, \t or \x1b.
class ConfigError : public Error {
 public:
  ConfigError(const Position& where, const std::string& text);
  const Position& where() const { return where_; }
  const std::string& text() const { return text_; }

 private:
  Position where_;
  std::string text_;
};

/// The text breaks the grammar: unknown word, missing brace, bytes that are no text.
class SyntaxError : public ConfigError {
 public:
  using ConfigError::ConfigError;
};

/// A value is of the wrong type or out of range.
class ValueError : public ConfigError {
 public:
  using ConfigError::ConfigError;
};

/// The values contradict each other, or this board cannot have them.
class CommitError : public ConfigError {
 public:
  using ConfigError::ConfigError;
};

/// A path of `info` names nothing.
class PathError : public ConfigError {
 public:
  using ConfigError::ConfigError;
};

}  // namespace sluice::driver
