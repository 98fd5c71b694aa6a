// SPDX-License-Identifier: Apache-2.0
// `info [with-context] [from state] PATH`.
//
//   info(candidate.tree(), "interface ethernet-1/1", {.with_context = true});
//   info(make_state(...), "oam congestion-signaling", {.with_context = true, .state = true});
#pragma once

#include <string>

#include "sw-driver/config/tree.hpp"

namespace sluice::driver::srlinux {

struct InfoOptions {
  bool with_context = false;  ///< with the blocks around it; else relative to the path
  bool state =
      false;  ///< the tree is state: defaults are shown, hexadecimal where the schema asks for it
};

/// `path` as it is typed: names, each list name followed by its keys, `*` for every entry; empty:
/// everything. Nothing is printed for a container or leaf that is unset. Errors: PathError where a
/// word is unknown or no list entry matches; SyntaxError where the path is no text.
std::string info(const Tree& tree, const std::string& path, InfoOptions options);

}  // namespace sluice::driver::srlinux
