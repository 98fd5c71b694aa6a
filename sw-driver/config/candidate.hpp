// SPDX-License-Identifier: Apache-2.0
// A configuration that is being written: the tree, and where each value of it was written.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "sw-driver/config/error.hpp"
#include "sw-driver/config/tree.hpp"

namespace sluice::driver {

class Candidate {
 public:
  explicit Candidate(std::shared_ptr<const Schema> schema) : tree_(std::move(schema)) {}

  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }

  void remember(const lyd_node* node, const Position& where) { places_[path_of(node)] = where; }
  /// Where `path` was written; of its nearest ancestor where it was not; line 0 where no such is
  /// known.
  Position where(const std::string& path) const;

  /// Checks the rules of the schema and adds defaults. Errors: CommitError, with the rule's own
  /// message.
  void validate();

 private:
  Tree tree_;
  std::map<std::string, Position> places_;  ///< by path_of
};

}  // namespace sluice::driver
