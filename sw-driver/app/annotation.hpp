// SPDX-License-Identifier: Apache-2.0
// The golden model's verdict on a frame as one line of text, for comments in captures
// (docs/captures.md has the format).
#pragma once

#include <string>

#include "tb/scoreboard/observer.hpp"

namespace sluice::app {

/// Of a frame that came in: "packet 7: accepted; ..." or "packet 7: dropped: runt, ...".
std::string ingress_comment(const tb::ArrivedFrame& frame);

/// Of a frame that left: "packet 7: updated; delay bucket 0 locator 0 -> bucket 5 locator 9; ...".
/// `csig_enabled`: in force at its `start`, which tells a frame without a tag from one that nobody
/// looked at.
std::string egress_comment(const tb::LeftFrame& frame, bool csig_enabled);

}  // namespace sluice::app
