// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/dialect/srlinux/lexer.hpp"

#include <fmt/format.h>

#include "sw-driver/config/value.hpp"

namespace sluice::driver::srlinux {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Bytes of the UTF-8 character at the start of `text`, 0 where it is none (too long, surrogate,
/// cut).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  const unsigned char second = byte(1);
  const bool refused = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                       (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return refused ? 0 : length;
}

}  // namespace

void require_text(std::string_view text, const std::string& name) {
  Position place{name, 1, 1};
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0) {
      throw SyntaxError(place, "found a NUL byte: expected a configuration text");
    }
    if ((byte < 0x20 && !is_blank(text[i])) || byte == 0x7F) {
      throw SyntaxError(place, fmt::format("found control character {:#04x}: expected a "
                                           "configuration text",
                                           byte));
    }
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) {
      throw SyntaxError(place, fmt::format("found byte {:#04x}: expected text in UTF-8", byte));
    }
    const bool line_end =
        byte == '\n' || (byte == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
    if (line_end) {
      ++place.line, place.column = 1;
    } else {
      ++place.column;
    }
    i += length;
  }
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case Token::Kind::kOpen:
      return "'{'";
    case Token::Kind::kClose:
      return "'}'";
    case Token::Kind::kEnd:
      return "the end of the file";
    case Token::Kind::kQuoted:
    case Token::Kind::kWord:
      return quoted(token.text);
  }
  return "nothing";
}

Lexer::Lexer(std::string_view text, const std::string& name) : text_(text), place_{name, 1, 1} {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  require_text(text_, name);
  scan();
}

Token Lexer::take() {
  Token taken = std::move(next_);
  scan();
  return taken;
}

void Lexer::advance() {
  const char c = text_[at_++];
  if (c == '\n' || (c == '\r' && (at_end() || text_[at_] != '\n'))) {
    ++place_.line;
    place_.column = 1;
  } else if (at_end() || !is_continuation(text_[at_])) {
    ++place_.column;
  }
}

void Lexer::skip_blank() {
  while (!at_end()) {
    if (text_[at_] == '#') {
      while (!at_end() && text_[at_] != '\n' && text_[at_] != '\r') advance();
    } else if (is_blank(text_[at_])) {
      advance();
    } else {
      return;
    }
  }
}

void Lexer::scan() {
  skip_blank();
  next_ = Token{Token::Kind::kEnd, "", place_};
  if (at_end()) return;
  switch (text_[at_]) {
    case '{':
      next_.kind = Token::Kind::kOpen;
      advance();
      return;
    case '}':
      next_.kind = Token::Kind::kClose;
      advance();
      return;
    case '"':
      scan_quoted();
      return;
    default:
      break;
  }
  next_.kind = Token::Kind::kWord;
  while (!at_end() && !is_blank(text_[at_]) && text_[at_] != '{' && text_[at_] != '}') {
    if (text_[at_] == '"') {
      throw SyntaxError(place_, "found a quote inside a word: expected the whole value in quotes");
    }
    next_.text += text_[at_];
    advance();
  }
}

void Lexer::scan_quoted() {
  next_.kind = Token::Kind::kQuoted;
  advance();
  for (;;) {
    if (at_end() || text_[at_] == '\n' || text_[at_] == '\r') {
      throw SyntaxError(next_.where, "found a quote that the line does not close: expected '\"'");
    }
    char c = text_[at_];
    if (c == '"') break;
    if (c == '\\') {
      const Position escape = place_;
      advance();
      const char kind = at_end() ? '\0' : text_[at_];
      if (kind == 'n') {
        c = '\n';
      } else if (kind == 't') {
        c = '\t';
      } else if (kind == '"' || kind == '\\') {
        c = kind;
      } else {
        throw SyntaxError(escape, "found an unknown escape: expected \\\", \\\\, \\n or \\t");
      }
    }
    next_.text += c;
    advance();
  }
  advance();
  const bool separated = at_end() || is_blank(text_[at_]) || text_[at_] == '{' || text_[at_] == '}';
  if (!separated) {
    throw SyntaxError(place_, "found text right behind a quote: expected a space");
  }
}

std::string spell(std::string_view value) {
  const bool bare = !value.empty() && value[0] != '#' &&
                    value.find_first_of(" \t\n\r\"\\{}[];") == std::string_view::npos;
  if (bare) return std::string(value);
  std::string text = "\"";
  for (const char c : value) {
    switch (c) {
      case '"':
        text += "\\\"";
        break;
      case '\\':
        text += "\\\\";
        break;
      case '\n':
        text += "\\n";
        break;
      case '\t':
        text += "\\t";
        break;
      default:
        text += c;
    }
  }
  return text + "\"";
}

}  // namespace sluice::driver::srlinux
