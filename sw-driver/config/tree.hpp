// SPDX-License-Identifier: Apache-2.0
// A data tree over the schema: owner of libyang's nodes.
//
// Paths are written without module names: "oam/congestion-signaling/interval",
// "interface[name='ethernet-1/1']/congestion-signaling/locator".
#pragma once

#include <libyang/libyang.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sw-driver/config/schema.hpp"

namespace sluice::driver {

class Tree {
 public:
  explicit Tree(std::shared_ptr<const Schema> schema) : schema_(std::move(schema)) {}
  Tree clone() const;

  const Schema& schema() const { return *schema_; }
  std::shared_ptr<const Schema> shared_schema() const { return schema_; }

  /// First node of the top level, null where the tree is empty.
  const lyd_node* first() const { return root_.get(); }

  /// The container, list entry (by all its keys) or leaf below `parent` (null: top level), made
  /// where it is missing.
  lyd_node* enter(lyd_node* parent, const lysc_node* schema, const std::vector<std::string>& keys);
  /// A leaf below `parent`, which must not be there yet, with a canonical value.
  lyd_node* add_leaf(lyd_node* parent, const lysc_node* schema, const std::string& value);

  /// The node that path_of names; null where there is none.
  const lyd_node* find(const std::string& path) const;

  /// Sets a leaf, making what is missing on the way. Errors: Error where the schema refuses.
  void set(const std::string& path, const std::string& value);
  /// Takes a leaf away, where it is there.
  void unset(const std::string& path);
  /// Canonical value of a leaf; nothing where it is unset and has no default in this tree.
  std::optional<std::string> get(const std::string& path) const;

  /// Value of the leaf that the XPath `relative` finds from `node`; nothing where it finds none.
  std::optional<std::string> value_at(const lyd_node* node, const std::string& relative) const;

  /// Adds each default of the schema; printers tell them from what was set.
  void add_defaults();

  /// Answers libyang's refusal, if any, and adds defaults.
  struct Refusal {
    std::string message;
    std::string path;  ///< data path as lyd_path writes it; empty where libyang names none
  };
  std::optional<Refusal> validate();

 private:
  struct Free {
    void operator()(lyd_node* node) const { lyd_free_all(node); }
  };
  lyd_node* insert(lyd_node* parent, lyd_node* node);
  void reset_root(lyd_node* node);

  std::shared_ptr<const Schema> schema_;  // outlives the nodes
  std::unique_ptr<lyd_node, Free> root_;
};

/// First sibling below `parent`; `parent` null: `top`.
const lyd_node* first_child(const lyd_node* parent, const lyd_node* top);
/// Instances of `schema` among `first` and its siblings; list entries in order of their keys.
std::vector<const lyd_node*> instances(const lyd_node* first, const lysc_node* schema);
/// Values of a list entry's keys.
std::vector<std::string> key_values(const lyd_node* entry);
/// Data path that names the node.
std::string path_of(const lyd_node* node);

}  // namespace sluice::driver
