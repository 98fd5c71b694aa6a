// SPDX-License-Identifier: Apache-2.0
// Words of the brace language.
//
// A word is a run of characters without space, brace or quote, or a text in double quotes (\" \\ \n
// \t inside). `#` where a word could begin starts a comment that runs to the end of the line. Lines
// end in LF, CRLF or CR.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sw-driver/config/error.hpp"

namespace sluice::driver::srlinux {

struct Token {
  enum class Kind : std::uint8_t { kWord, kQuoted, kOpen, kClose, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;  ///< of a word, without quotes
  Position where;

  bool is_word() const { return kind == Kind::kWord || kind == Kind::kQuoted; }
};

/// "'{'", "'tpid'", "the end of the file": for messages.
std::string describe(const Token& token);

class Lexer {
 public:
  /// `name` stands for the text in messages. Errors: SyntaxError where the text holds a NUL,
  /// another control character, or bytes that are not UTF-8. `text` must outlive the lexer.
  Lexer(std::string_view text, const std::string& name);

  const Token& peek() const { return next_; }
  /// Answers the next token and moves on. Errors: SyntaxError.
  Token take();

 private:
  void scan();
  void scan_quoted();
  void skip_blank();
  void advance();
  bool at_end() const { return at_ == text_.size(); }

  std::string_view text_;
  std::size_t at_ = 0;
  Position place_;
  Token next_;
};

/// Errors: SyntaxError where the text holds a NUL, another control character, or bytes that are not
/// UTF-8. `name` stands for the text in messages.
void require_text(std::string_view text, const std::string& name);

/// How a value is written: bare, or in quotes where it must be.
std::string spell(std::string_view value);

}  // namespace sluice::driver::srlinux
