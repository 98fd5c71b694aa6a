// SPDX-License-Identifier: Apache-2.0
// Values as text: what a leaf's type accepts, said in words, and the one spelling that is kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sw-driver/config/schema.hpp"

namespace sluice::driver {

/// "a number from 0 to 63", "one of 'compact', 'wide'", ...
std::string expectation(const lysc_node* leaf);

/// Answers the canonical spelling of `text` as a value of `leaf` (0x600 becomes 1536 where hex is
/// allowed). Errors: ValueError without a place; its text says what was found and what is possible.
std::string canonical(const Schema& schema, const lysc_node* leaf, std::string_view text);

/// Whether `text` is the canonical spelling of a value of `leaf`.
bool accepts(const Schema& schema, const lysc_node* leaf, const std::string& text);

/// The word of `options` that a misspelt `word` most likely means, if one is near.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& options);

/// `text` in single quotes, shortened where it is long: for messages.
std::string quoted(std::string_view text);

/// "'a', 'b', 'c'".
std::string quoted_list(const std::vector<std::string>& words);

}  // namespace sluice::driver
