// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/candidate.hpp"

#include <fmt/format.h>

namespace sluice::driver {
namespace {

/// "/sluice:oam/congestion-signaling/tpid" as it is typed, value included.
std::string subject(const Tree& tree, const std::string& path) {
  constexpr std::string_view kPrefix = "/sluice:";
  if (!path.starts_with(kPrefix)) return "";
  const std::size_t slash = path.rfind('/');
  const auto value = tree.get(path.substr(kPrefix.size()));
  return fmt::format("{}{}: ", path.substr(slash + 1), value ? " " + *value : "");
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
