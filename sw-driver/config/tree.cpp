// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "sw-driver/bus/error.hpp"

namespace sluice::driver {
namespace {

std::string full(const std::string& path) { return "/sluice:" + path; }

bool is_number(const lysc_node* key) {
  const LY_DATA_TYPE base = type(key)->basetype;
  return base == LY_TYPE_UINT8 || base == LY_TYPE_UINT16 || base == LY_TYPE_UINT32 ||
         base == LY_TYPE_UINT64;
}

/// libyang names the node in prose: ... data location "/sluice:oam/...".
std::string quoted_data_path(const char* prose) {
  const std::string text = prose != nullptr ? prose : "";
  for (const char* mark : {"Data location \"", "data location \""}) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) continue;
    const std::size_t begin = text.find('"', at) + 1;
    return text.substr(begin, text.find('"', begin) - begin);
  }
  return "";
}

}  // namespace

void Tree::reset_root(lyd_node* node) {
  // The same list under another first node: the old owner must not free it.
  (void)root_.release();
  root_.reset(node != nullptr ? lyd_first_sibling(node) : nullptr);
}

Tree Tree::clone() const {
  Tree copy(schema_);
  lyd_node* node = nullptr;
  if (root_ && lyd_dup_siblings(root_.get(), nullptr, LYD_DUP_RECURSIVE | LYD_DUP_WITH_FLAGS,
                                &node) != LY_SUCCESS) {
    throw Error("configuration: " + schema_->take_message());
  }
  copy.reset_root(node);
  return copy;
}

lyd_node* Tree::insert(lyd_node* parent, lyd_node* node) {
  if (parent != nullptr) return node;
  lyd_node* first = nullptr;
  if (lyd_insert_sibling(root_.get(), node, &first) != LY_SUCCESS) {
    lyd_free_tree(node);
    throw Error("configuration: " + schema_->take_message());
  }
  reset_root(first);
  return node;
}

lyd_node* Tree::enter(lyd_node* parent, const lysc_node* schema,
                      const std::vector<std::string>& keys) {
  for (const lyd_node* node : instances(first_child(parent, root_.get()), schema)) {
    if (schema->nodetype != LYS_LIST || key_values(node) == keys) {
      return const_cast<lyd_node*>(node);  // the tree is ours
    }
  }
  lyd_node* node = nullptr;
  LY_ERR result = LY_SUCCESS;
  if (schema->nodetype == LYS_LIST) {
    const auto key = [&](std::size_t i) { return i < keys.size() ? keys[i].c_str() : nullptr; };
    result = lyd_new_list(parent, schema_->module(), schema->name, 0, &node, key(0), key(1), key(2),
                          key(3));
  } else {
    result = lyd_new_inner(parent, schema_->module(), schema->name, 0, &node);
  }
  if (result != LY_SUCCESS) throw Error("configuration: " + schema_->take_message());
  return insert(parent, node);
}

lyd_node* Tree::add_leaf(lyd_node* parent, const lysc_node* schema, const std::string& value) {
  lyd_node* node = nullptr;
  if (lyd_new_term(parent, schema_->module(), schema->name, value.c_str(), 0, &node) !=
      LY_SUCCESS) {
    throw Error("configuration: " + schema_->take_message());
  }
  return insert(parent, node);
}

void Tree::set(const std::string& path, const std::string& value) {
  lyd_node* made = nullptr;
  if (lyd_new_path(root_.get(), schema_->context(), full(path).c_str(), value.c_str(),
                   LYD_NEW_PATH_UPDATE, &made) != LY_SUCCESS) {
    throw Error(fmt::format("configuration: {} '{}': {}", path, value, schema_->take_message()));
  }
  if (!root_) {
    while (made != nullptr && made->parent != nullptr) made = &made->parent->node;
    reset_root(made);
  } else {
    reset_root(root_.get());
  }
}

const lyd_node* Tree::find(const std::string& path) const {
  if (!root_ || path.empty()) return nullptr;
  lyd_node* node = nullptr;
  const LY_ERR result = lyd_find_path(root_.get(), path.c_str(), 0, &node);
  ly_err_clean(schema_->context(), nullptr);
  return result == LY_SUCCESS ? node : nullptr;
}

void Tree::unset(const std::string& path) {
  const lyd_node* node = find(full(path));
  if (node == nullptr) return;
  if (node->parent == nullptr) throw Error("configuration: " + path + " is not a leaf in a block");
  lyd_free_tree(const_cast<lyd_node*>(node));  // the tree is ours
}

std::optional<std::string> Tree::get(const std::string& path) const {
  const lyd_node* node = find(full(path));
  if (node == nullptr) return std::nullopt;
  return lyd_get_value(node);
}

std::optional<std::string> Tree::value_at(const lyd_node* node, const std::string& relative) const {
  ly_set* found = nullptr;
  const LY_ERR result = lyd_find_xpath(node, relative.c_str(), &found);
  const std::unique_ptr<ly_set, void (*)(ly_set*)> owner(
      found, [](ly_set* set) { ly_set_free(set, nullptr); });
  ly_err_clean(schema_->context(), nullptr);
  if (result != LY_SUCCESS || found->count == 0) return std::nullopt;
  return lyd_get_value(found->dnodes[0]);
}

void Tree::add_defaults() {
  lyd_node* node = root_.release();
  const LY_ERR result =
      lyd_new_implicit_all(&node, schema_->context(), LYD_IMPLICIT_NO_STATE, nullptr);
  reset_root(node);
  if (result != LY_SUCCESS) throw Error("configuration: " + schema_->take_message());
}

std::optional<Tree::Refusal> Tree::validate() {
  ly_err_clean(schema_->context(), nullptr);
  lyd_node* node = root_.release();
  const LY_ERR result = lyd_validate_all(&node, schema_->context(), LYD_VALIDATE_NO_STATE, nullptr);
  reset_root(node);
  if (result == LY_SUCCESS) return std::nullopt;
  const ly_err_item* last = ly_err_last(schema_->context());
  const std::string path = quoted_data_path(last != nullptr ? last->path : nullptr);
  return Refusal{schema_->take_message(), path};
}

const lyd_node* first_child(const lyd_node* parent, const lyd_node* top) {
  return parent != nullptr ? lyd_child(parent) : top;
}

std::vector<const lyd_node*> instances(const lyd_node* first, const lysc_node* schema) {
  std::vector<const lyd_node*> result;
  for (const lyd_node* node = first; node != nullptr; node = node->next) {
    if (node->schema == schema) result.push_back(node);
  }
  if (schema->nodetype != LYS_LIST || result.size() < 2) return result;
  const std::vector<const lysc_node*> list_keys = keys(schema);
  const auto less = [&](const lyd_node* a, const lyd_node* b) {
    const std::vector<std::string> x = key_values(a), y = key_values(b);
    for (std::size_t i = 0; i < list_keys.size(); ++i) {
      if (x[i] == y[i]) continue;
      if (is_number(list_keys[i]) && x[i].size() != y[i].size()) return x[i].size() < y[i].size();
      return is_number(list_keys[i]) ? x[i] < y[i] : natural_less(x[i], y[i]);
    }
    return false;
  };
  std::stable_sort(result.begin(), result.end(), less);
  return result;
}

std::vector<std::string> key_values(const lyd_node* entry) {
  std::vector<std::string> values;
  for (const lyd_node* node = lyd_child(entry); node != nullptr; node = node->next) {
    if (!lysc_is_key(node->schema)) break;  // keys come first
    values.emplace_back(lyd_get_value(node));
  }
  return values;
}

std::string path_of(const lyd_node* node) {
  const std::unique_ptr<char, decltype(&std::free)> path(lyd_path(node, LYD_PATH_STD, nullptr, 0),
                                                         &std::free);
  return path ? path.get() : "";
}

}  // namespace sluice::driver
