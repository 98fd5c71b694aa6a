// SPDX-License-Identifier: Apache-2.0
// Reader of NVUE commands, as a switch's operator types them:
//
//   nv set qos congestion-control profile roce \     # one command over several lines
//      min-threshold 150000 max-threshold 1500000 probability 100
//   nv config apply
//
// A prompt before a command ("cumulus@leaf01:~$", "leaf01#", "$") is passed over, and ">" before a
// continuation; `#` where a word could begin starts a comment. `profile roce` acts on the RoCE
// queue, unicast-3, of every port; it marks ECN-capable frames on arrival and drops nothing.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sw-driver/config/candidate.hpp"

namespace sluice::driver::nvue {

/// Switch priority, and queue, of RoCE.
inline constexpr unsigned kRoceQueue = 3;

/// The candidate that the commands make for a board of `ports` ports; `name` stands for the text in
/// messages. Errors: SyntaxError, ValueError; among them commands that no `nv config apply`
/// follows.
Candidate read_text(std::shared_ptr<const Schema> schema, std::string_view text,
                    const std::string& name, unsigned ports);

/// Whether the text holds NVUE commands: its first word, behind comments and a prompt, is `nv`.
bool is_nvue(std::string_view text);

}  // namespace sluice::driver::nvue
