// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/dialect/srlinux/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sw-driver/config/file.hpp"
#include "sw-driver/config/value.hpp"
#include "sw-driver/dialect/srlinux/lexer.hpp"

namespace sluice::driver::srlinux {
namespace {

/// A block that is open while its content is read.
struct Block {
  const lysc_node* schema = nullptr;  ///< null: the file itself
  lyd_node* data = nullptr;
  Position opened;
  const Block* outer = nullptr;
};

std::string spoken(const Position& place) {
  return fmt::format("line {}, column {}", place.line, place.column);
}

class Parser {
 public:
  Parser(std::shared_ptr<const Schema> schema, std::string_view text, const std::string& name)
      : schema_(*schema), lexer_(text, name), candidate_(std::move(schema)) {}

  Candidate run() {
    content(Block{});
    return std::move(candidate_);
  }

 private:
  /// Reads up to and with the brace that closes `block`; the depth is that of the schema.
  void content(const Block& block) {
    for (;;) {
      const Token token = lexer_.take();
      switch (token.kind) {
        case Token::Kind::kClose:
          if (block.schema != nullptr) return;
          throw SyntaxError(token.where,
                            "found '}': expected " + possible(block) + ", as no block is open");
        case Token::Kind::kEnd:
          if (block.schema == nullptr) return;
          throw SyntaxError(token.where,
                            fmt::format("found the end of the file: expected '}}' for the block "
                                        "'{}' opened at {}",
                                        block.schema->name, spoken(block.opened)));
        case Token::Kind::kOpen:
          throw SyntaxError(token.where, "found '{': expected " + possible(block));
        case Token::Kind::kWord:
        case Token::Kind::kQuoted:
          statement(block, token);
      }
    }
  }

  void statement(const Block& block, const Token& word) {
    const lysc_node* node =
        word.kind == Token::Kind::kWord ? schema_.child(block.schema, word.text) : nullptr;
    if (node == nullptr) unknown(block, word);
    if (is_state(node)) {
      throw SyntaxError(word.where, fmt::format("'{}' is state, which cannot be configured: "
                                                "expected {}",
                                                node->name, possible(block)));
    }
    if (node->nodetype == LYS_LEAF) {
      leaf(block, node, word);
    } else {
      inner(block, node, word);
    }
  }

  void inner(const Block& block, const lysc_node* node, const Token& word) {
    std::vector<std::string> values;
    std::string heading = node->name;
    if (node->nodetype == LYS_LIST) {
      bool first = true;
      for (const lysc_node* key : keys(node)) {
        if (!first) {
          const Token name = lexer_.take();
          if (name.text != key->name) {
            throw SyntaxError(name.where, fmt::format("found {}: expected the key '{}' of '{}'",
                                                      describe(name), key->name, node->name));
          }
        }
        values.push_back(value(key, word, fmt::format("the {} of '{}'", key->name, node->name)));
        heading += " " + spell(values.back());
        first = false;
      }
    }
    const Token open = lexer_.take();
    if (open.kind != Token::Kind::kOpen) {
      throw SyntaxError(open.where,
                        fmt::format("found {}: expected '{{' after '{}'", describe(open), heading));
    }
    lyd_node* data = candidate_.tree().enter(block.data, node, values);
    candidate_.remember(data, word.where);
    content(Block{node, data, word.where, &block});
  }

  void leaf(const Block& block, const lysc_node* node, const Token& word) {
    const Position place = lexer_.peek().where;
    const std::string text = value(node, word, std::string("a value for '") + node->name + "'");
    const Token& next = lexer_.peek();
    const bool ends = next.where.line != word.where.line || next.kind == Token::Kind::kClose ||
                      next.kind == Token::Kind::kEnd;
    if (!ends) {
      throw SyntaxError(next.where,
                        fmt::format("found {} behind the value of '{}': expected the end of the "
                                    "line (a value with spaces is written in quotes)",
                                    describe(next), node->name));
    }
    const lyd_node* top = candidate_.tree().first();
    const auto before = instances(first_child(block.data, top), node);
    if (before.empty()) {
      candidate_.remember(candidate_.tree().add_leaf(block.data, node, text), place);
    } else if (text != lyd_get_value(before.front())) {
      throw ValueError(place, fmt::format("'{}' is set twice: {} here, {} at {}", node->name,
                                          quoted(text), quoted(lyd_get_value(before.front())),
                                          spoken(candidate_.where(path_of(before.front())))));
    }
  }

  /// The value that follows on the line of `word`.
  std::string value(const lysc_node* node, const Token& word, const std::string& what) {
    const Token& token = lexer_.peek();
    if (!token.is_word() || token.where.line != word.where.line) {
      const bool same_line = token.where.line == word.where.line;
      throw SyntaxError(same_line ? token.where : word.where,
                        fmt::format("found {}: expected {}: {}",
                                    same_line ? describe(token) : "the end of the line", what,
                                    expectation(node)));
    }
    const Token taken = lexer_.take();
    try {
      return canonical(schema_, node, taken.text);
    } catch (const ValueError& error) {
      throw ValueError(taken.where, error.text());
    }
  }

  std::vector<std::string> options(const Block& block) const {
    std::vector<std::string> names;
    for (const lysc_node* node : schema_.children(block.schema)) {
      if (!is_state(node)) names.emplace_back(node->name);
    }
    std::sort(names.begin(), names.end(), natural_less);
    return names;
  }

  std::string possible(const Block& block) const {
    const std::vector<std::string> names = options(block);
    std::string text = names.empty() ? "" : "one of " + quoted_list(names);
    if (block.schema != nullptr) text += (text.empty() ? "" : " or ") + std::string("'}'");
    return text;
  }

  [[noreturn]] void unknown(const Block& block, const Token& word) const {
    std::string hint;
    for (const Block* outer = block.outer; outer != nullptr && hint.empty(); outer = outer->outer) {
      if (schema_.child(outer->schema, word.text) == nullptr) continue;
      hint = fmt::format(" (is a '}}' missing? the block '{}' opened at {} is still open)",
                         block.schema->name, spoken(block.opened));
    }
    if (hint.empty()) {
      const auto near = nearest(word.text, options(block));
      if (near) hint = fmt::format(" (did you mean '{}'?)", *near);
    }
    throw SyntaxError(word.where,
                      fmt::format("unknown word {} {}{}: expected {}", quoted(word.text),
                                  block.schema == nullptr ? "at the top level"
                                                          : "in " + spoken_path(block.schema),
                                  hint, possible(block)));
  }

  const Schema& schema_;
  Lexer lexer_;
  Candidate candidate_;
};

}  // namespace

Candidate read_text(std::shared_ptr<const Schema> schema, std::string_view text,
                    const std::string& name) {
  return Parser(std::move(schema), text, name).run();
}

Candidate read_file(std::shared_ptr<const Schema> schema, const std::string& path) {
  const std::string text = read_config_text(path);
  return read_text(std::move(schema), text, path);
}

}  // namespace sluice::driver::srlinux
