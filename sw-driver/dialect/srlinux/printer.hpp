// SPDX-License-Identifier: Apache-2.0
// Writer of the brace language: four spaces a level, the first level at four, in the order of the
// schema.
#pragma once

#include <string>

#include "sw-driver/config/tree.hpp"

namespace sluice::driver::srlinux {

struct Style {
  bool state = false;  ///< show defaults, and hexadecimal where the schema asks for it
};

class Printer {
 public:
  explicit Printer(Style style) : style_(style) {}

  /// Children of `parent` (null: of the top level, which starts at `top`).
  void content(const Schema& schema, const lysc_node* parent_schema, const lyd_node* parent,
               const lyd_node* top, unsigned level);
  /// One node with all below it.
  void node(const Schema& schema, const lyd_node* node, unsigned level);
  /// "interface ethernet-1/1 {" and what closes it.
  void open(const lyd_node* node, unsigned level);
  void close(unsigned level);
  /// Whether the node is shown at all.
  bool shown(const lyd_node* node) const;

  const std::string& text() const { return text_; }

 private:
  void line(unsigned level, const std::string& text);

  Style style_;
  std::string text_;
};

/// The whole configuration, as `info` shows it; what read_text makes of it is the same tree.
std::string print(const Tree& tree, Style style = {});

}  // namespace sluice::driver::srlinux
