// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/dialect/srlinux/info.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sw-driver/config/error.hpp"
#include "sw-driver/config/value.hpp"
#include "sw-driver/dialect/srlinux/lexer.hpp"
#include "sw-driver/dialect/srlinux/printer.hpp"

namespace sluice::driver::srlinux {
namespace {

struct Step {
  const lysc_node* schema;
  std::vector<std::string> keys;  ///< "*": any; of a list, as many as it has

  bool all() const { return std::find(keys.begin(), keys.end(), "*") != keys.end(); }
};

std::vector<std::string> names(const Schema& schema, const lysc_node* parent) {
  std::vector<std::string> result;
  for (const lysc_node* node : schema.children(parent)) result.emplace_back(node->name);
  std::sort(result.begin(), result.end(), natural_less);
  return result;
}

[[noreturn]] void unknown(const Token& word, const std::vector<std::string>& options) {
  const auto near = nearest(word.text, options);
  throw PathError(
      {}, fmt::format("unknown word {}{}: expected {}", describe(word),
                      near ? fmt::format(" (did you mean '{}'?)", *near) : "",
                      options.empty() ? "the end of the path" : "one of " + quoted_list(options)));
}

std::vector<Step> resolve(const Schema& schema, const std::string& path) {
  Lexer lexer(path, "path");
  std::vector<Step> steps;
  const lysc_node* parent = nullptr;
  while (lexer.peek().kind != Token::Kind::kEnd) {
    const Token word = lexer.take();
    const bool below_leaf = parent != nullptr && parent->nodetype == LYS_LEAF;
    const lysc_node* node =
        word.is_word() && !below_leaf ? schema.child(parent, word.text) : nullptr;
    if (node == nullptr) {
      unknown(word, below_leaf ? std::vector<std::string>{} : names(schema, parent));
    }
    Step step{node, {}};
    if (node->nodetype == LYS_LIST) {
      const std::vector<const lysc_node*> list_keys = keys(node);
      for (const lysc_node* key : list_keys) {
        // Keys that are not typed stand for every entry.
        if (!step.keys.empty() && lexer.peek().text == key->name) lexer.take();
        if (!lexer.peek().is_word()) {
          step.keys.emplace_back("*");
          continue;
        }
        const Token value = lexer.take();
        step.keys.push_back(value.text == "*" ? value.text : canonical(schema, key, value.text));
      }
    }
    steps.push_back(std::move(step));
    parent = node;
  }
  return steps;
}

bool matches(const lyd_node* entry, const std::vector<std::string>& wanted) {
  if (entry->schema->nodetype != LYS_LIST) return true;
  const std::vector<std::string> values = key_values(entry);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] != "*" && wanted[i] != values[i]) return false;
  }
  return true;
}

/// ".system.lldp.interface{.name==ethernet-1/9}"
std::string dotted(const std::vector<Step>& steps) {
  std::string text;
  for (const Step& step : steps) {
    text += std::string(".") + step.schema->name;
    if (step.schema->nodetype != LYS_LIST) continue;
    const std::vector<const lysc_node*> list_keys = keys(step.schema);
    text += "{";
    for (std::size_t i = 0; i < list_keys.size(); ++i) {
      text += fmt::format("{}.{}=={}", i == 0 ? "" : "&&", list_keys[i]->name, step.keys[i]);
    }
    text += "}";
  }
  return text;
}

class Walk {
 public:
  Walk(const Tree& tree, const std::vector<Step>& steps, InfoOptions options)
      : tree_(tree), steps_(steps), options_(options), printer_(Style{options.state}) {}

  bool any() const { return !matching(0, nullptr).empty(); }

  std::string run() {
    step(0, nullptr, 1);
    return printer_.text();
  }

 private:
  std::vector<const lyd_node*> matching(std::size_t index, const lyd_node* parent) const {
    std::vector<const lyd_node*> result;
    for (const lyd_node* node :
         instances(first_child(parent, tree_.first()), steps_[index].schema)) {
      if (matches(node, steps_[index].keys) && printer_.shown(node) && reaches(index, node)) {
        result.push_back(node);
      }
    }
    return result;
  }

  /// Whether the rest of the path names something below `node`.
  bool reaches(std::size_t index, const lyd_node* node) const {
    return index + 1 == steps_.size() || !matching(index + 1, node).empty();
  }

  void step(std::size_t index, const lyd_node* parent, unsigned level) {
    for (const lyd_node* node : matching(index, parent)) {
      if (index + 1 == steps_.size()) {
        last(node, level);
        continue;
      }
      if (options_.with_context) printer_.open(node, level);
      step(index + 1, node, options_.with_context ? level + 1 : level);
      if (options_.with_context) printer_.close(level);
    }
  }

  void last(const lyd_node* node, unsigned level) {
    const bool block = node->schema->nodetype != LYS_LEAF;
    if (block && !options_.with_context && !steps_.back().all()) {
      printer_.content(tree_.schema(), node->schema, node, nullptr, level);
    } else {
      printer_.node(tree_.schema(), node, level);
    }
  }

  const Tree& tree_;
  const std::vector<Step>& steps_;
  InfoOptions options_;
  Printer printer_;
};

}  // namespace

std::string info(const Tree& tree, const std::string& path, InfoOptions options) {
  const std::vector<Step> steps = resolve(tree.schema(), path);
  if (steps.empty()) return print(tree, Style{options.state});
  const auto is_list = [](const Step& step) { return step.schema->nodetype == LYS_LIST; };
  const auto last_list = std::find_if(steps.rbegin(), steps.rend(), is_list);
  const std::vector<Step> entries(steps.begin(), last_list.base());
  if (!entries.empty() && !Walk(tree, entries, options).any()) {
    throw PathError(
        {}, fmt::format("Path '{}' does not specify any existing objects", dotted(entries)));
  }
  return Walk(tree, steps, options).run();
}

}  // namespace sluice::driver::srlinux
