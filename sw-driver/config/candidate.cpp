// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/candidate.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace sluice::driver {
namespace {

/// Name and value of the leaf at `path`, for messages; empty where there is none.
std::string subject(const Tree& tree, const std::string& path) {
  const lyd_node* node = tree.find(path);
  if (node == nullptr || node->schema->nodetype != LYS_LEAF) return "";
  std::string value = lyd_get_value(node);
  if (shown_in_hex(node->schema)) {
    value += fmt::format(" ({:#x})", std::strtoull(value.c_str(), nullptr, 10));
  }
  return fmt::format("{} {}: ", node->schema->name, value);
}

/// The message with each {PATH} replaced by the value at that path from the node.
std::string filled(const Tree& tree, const std::string& path, const std::string& message) {
  const lyd_node* node = tree.find(path);
  std::string text;
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = message.find('{', at);
    const std::size_t close = message.find('}', open);
    if (node == nullptr || close == std::string::npos) return text + message.substr(at);
    text += message.substr(at, open - at);
    text += tree.value_at(node, message.substr(open + 1, close - open - 1)).value_or("unset");
    at = close + 1;
  }
}

}  // namespace

Position Candidate::where(const std::string& path) const {
  std::string prefix = path;
  while (!prefix.empty()) {
    if (const auto found = places_.find(prefix); found != places_.end()) return found->second;
    // A key may hold a slash, so that this can end inside one: such a prefix is simply not found.
    prefix.resize(prefix.find_last_of('/') == std::string::npos ? 0 : prefix.find_last_of('/'));
  }
  return {};
}

void Candidate::validate() {
  const auto refusal = tree_.validate();
  if (!refusal) return;
  throw CommitError(where(refusal->path),
                    subject(tree_, refusal->path) + filled(tree_, refusal->path, refusal->message));
}

}  // namespace sluice::driver
