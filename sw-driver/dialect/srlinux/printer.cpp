// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/dialect/srlinux/printer.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "sw-driver/dialect/srlinux/lexer.hpp"

namespace sluice::driver::srlinux {

void Printer::line(unsigned level, const std::string& text) {
  constexpr unsigned kIndent = 4;
  text_.append(std::size_t{kIndent} * level, ' ').append(text).append(1, '\n');
}

bool Printer::shown(const lyd_node* node) const {
  if (node->schema->nodetype == LYS_CONTAINER) {
    for (const lyd_node* child = lyd_child(node); child != nullptr; child = child->next) {
      if (shown(child)) return true;
    }
    return false;
  }
  return style_.state || (node->flags & LYD_DEFAULT) == 0;
}

void Printer::open(const lyd_node* node, unsigned level) {
  std::string heading = node->schema->name;
  if (node->schema->nodetype == LYS_LIST) {
    const std::vector<const lysc_node*> names = keys(node->schema);
    const std::vector<std::string> values = key_values(node);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i != 0) heading += fmt::format(" {}", names[i]->name);
      heading += " " + spell(values[i]);
    }
  }
  line(level, heading + " {");
}

void Printer::close(unsigned level) { line(level, "}"); }

void Printer::node(const Schema& schema, const lyd_node* node, unsigned level) {
  if (node->schema->nodetype == LYS_LEAF) {
    std::string value = lyd_get_value(node);
    if (style_.state && shown_in_hex(node->schema)) {
      value = fmt::format("{:#x}", std::strtoull(value.c_str(), nullptr, 10));
    }
    line(level, fmt::format("{} {}", node->schema->name, spell(value)));
    return;
  }
  open(node, level);
  content(schema, node->schema, node, nullptr, level + 1);
  close(level);
}

void Printer::content(const Schema& schema, const lysc_node* parent_schema, const lyd_node* parent,
                      const lyd_node* top, unsigned level) {
  for (const lysc_node* child : schema.children(parent_schema)) {
    for (const lyd_node* instance : instances(first_child(parent, top), child)) {
      if (shown(instance)) node(schema, instance, level);
    }
  }
}

std::string print(const Tree& tree, Style style) {
  Printer printer(style);
  printer.content(tree.schema(), nullptr, nullptr, tree.first(), 1);
  return printer.text();
}

}  // namespace sluice::driver::srlinux
