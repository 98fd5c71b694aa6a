// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "sw-driver/bus/error.hpp"
#include "sw-driver/config/yang_text.hpp"

namespace sluice::driver {
namespace {

const char* find_text(const char* name) {
  for (const YangText& text : yang_texts()) {
    if (std::strcmp(text.name, name) == 0) return text.text;
  }
  return nullptr;
}

LY_ERR embedded(const char* module, const char*, const char* submodule, const char*, void*,
                LYS_INFORMAT* format, const char** text, ly_module_imp_data_free_clb* release) {
  *text = find_text(submodule != nullptr ? submodule : module);
  *format = LYS_IN_YANG;
  *release = nullptr;
  return *text != nullptr ? LY_SUCCESS : LY_ENOTFOUND;
}

void refuse_unsupported(const Schema& schema, const lysc_node* parent) {
  for (const lysc_node* node : schema.children(parent)) {
    const bool supported = (node->nodetype & (LYS_CONTAINER | LYS_LIST | LYS_LEAF)) != 0;
    if (!supported || (node->nodetype == LYS_LIST && keys(node).size() > kMaxKeys)) {
      throw Error(fmt::format("schema: '{}' is of a kind that the languages cannot show",
                              spoken_path(node)));
    }
    refuse_unsupported(schema, node);
  }
}

}  // namespace

std::shared_ptr<const Schema> Schema::load() {
  const std::shared_ptr<Schema> schema(new Schema);
  refuse_unsupported(*schema, nullptr);
  return schema;
}

Schema::Schema() {
  // libyang's one process-wide setting: it stores messages for us instead of printing them.
  ly_log_options(LY_LOSTORE_LAST);
  ly_ctx* context = nullptr;
  if (ly_ctx_new(nullptr, LY_CTX_DISABLE_SEARCHDIRS | LY_CTX_NO_YANGLIBRARY, &context) !=
      LY_SUCCESS) {
    throw Error("schema: libyang cannot make a context");
  }
  context_.reset(context);
  ly_ctx_set_module_imp_clb(context, embedded, nullptr);
  module_ = ly_ctx_load_module(context, "sluice", nullptr, nullptr);
  if (module_ == nullptr) throw Error("schema: " + take_message());
}

std::vector<const lysc_node*> Schema::children(const lysc_node* parent) const {
  std::vector<const lysc_node*> result;
  const lysc_node* node = parent != nullptr ? lysc_node_child(parent) : module_->compiled->data;
  for (; node != nullptr; node = node->next) {
    if (!lysc_is_key(node)) result.push_back(node);
  }
  return result;
}

const lysc_node* Schema::child(const lysc_node* parent, std::string_view name) const {
  for (const lysc_node* node : children(parent)) {
    if (node->name == name) return node;
  }
  return nullptr;
}

std::string Schema::take_message() const {
  const ly_err_item* last = ly_err_last(context());
  std::string message =
      last != nullptr && last->msg != nullptr ? last->msg : "libyang gives no reason";
  ly_err_clean(context(), nullptr);
  return message;
}

std::vector<const lysc_node*> keys(const lysc_node* list) {
  std::vector<const lysc_node*> result;
  for (const lysc_node* node = lysc_node_child(list); node != nullptr; node = node->next) {
    if (lysc_is_key(node)) result.push_back(node);
  }
  return result;
}

bool is_state(const lysc_node* node) { return (node->flags & LYS_CONFIG_R) != 0; }

bool shown_in_hex(const lysc_node* leaf) {
  LY_ARRAY_COUNT_TYPE i = 0;
  LY_ARRAY_FOR(leaf->exts, i) {
    if (std::strcmp(leaf->exts[i].def->name, "shown-in-hex") == 0) return true;
  }
  return false;
}

const lysc_type* type(const lysc_node* leaf) {
  return reinterpret_cast<const lysc_node_leaf*>(leaf)->type;
}

std::string spoken_path(const lysc_node* node) {
  if (node == nullptr) return "";
  std::string path = node->name;
  for (node = node->parent; node != nullptr; node = node->parent) {
    path.insert(0, " ").insert(0, node->name);
  }
  return path;
}

bool natural_less(std::string_view a, std::string_view b) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (!digit(a[i]) || !digit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i, ++j;
      continue;
    }
    std::size_t i_end = i, j_end = j;
    while (i_end < a.size() && digit(a[i_end])) ++i_end;
    while (j_end < b.size() && digit(b[j_end])) ++j_end;
    std::string_view x = a.substr(i, i_end - i), y = b.substr(j, j_end - j);
    x.remove_prefix(std::min(x.find_first_not_of('0'), x.size()));
    y.remove_prefix(std::min(y.find_first_not_of('0'), y.size()));
    if (x.size() != y.size()) return x.size() < y.size();
    if (x != y) return x < y;
    i = i_end, j = j_end;
  }
  if (i < a.size() || j < b.size()) return i == a.size();
  return a < b;
}

}  // namespace sluice::driver
