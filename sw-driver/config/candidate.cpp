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
  throw CommitError(where(refusal->path), subject(tree_, refusal->path) + refusal->message);
}

}  // namespace sluice::driver
