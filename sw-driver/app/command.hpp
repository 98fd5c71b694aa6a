// SPDX-License-Identifier: Apache-2.0
// A subcommand of `sluice`, and those that live in files of their own.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace sluice::app {

/// A subcommand: its options, and what it does once they are parsed.
class Command {
 public:
  virtual ~Command() = default;
  /// `words`: the whole command line. Answers the exit status.
  virtual int go(const std::vector<std::string_view>& words) = 0;
};

/// `sluice headroom` (docs/headroom.md).
std::unique_ptr<Command> make_headroom_command(CLI::App& app);

/// `sluice traffic` (docs/loads.md).
std::unique_ptr<Command> make_traffic_command(CLI::App& app);

}  // namespace sluice::app
