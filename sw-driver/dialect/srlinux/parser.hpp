// SPDX-License-Identifier: Apache-2.0
// Reader of the brace language:
//
//   interface ethernet-1/1 {          # a list entry: its key behind the name; further keys as NAME
//   VALUE
//       admin-state enable            # a leaf: one value, on the same line
//   }
//
// What is possible at each place comes from the schema. A block that comes twice is one block. A
// leaf that comes twice with one value is accepted; with two values it is refused, naming both
// places.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sw-driver/config/candidate.hpp"

namespace sluice::driver::srlinux {

/// `name` stands for the text in messages. Errors: SyntaxError, ValueError.
Candidate read_text(std::shared_ptr<const Schema> schema, std::string_view text,
                    const std::string& name);

/// Errors: those of read_config_text and of read_text.
Candidate read_file(std::shared_ptr<const Schema> schema, const std::string& path);

}  // namespace sluice::driver::srlinux
