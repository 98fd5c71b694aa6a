// SPDX-License-Identifier: Apache-2.0
// Files that a command writes, looked at before it starts; standard output that notices a full
// disk; standard error that does not.
#pragma once

#include <initializer_list>
#include <string>

namespace sluice::app {

/// Refuses output paths that cannot be written, that name an input or standard output, or that are
/// one file. Touches nothing. Empty paths are no files. Errors: UsageError.
void check_outputs(std::initializer_list<std::string> inputs, const std::string& out,
                   const std::string& waves);

/// Writes to standard output. Errors: UsageError where the system refuses.
void print(const std::string& text);

/// Writes a line to standard error, as far as that is possible.
void say(const std::string& line);

}  // namespace sluice::app
