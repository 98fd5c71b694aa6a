// SPDX-License-Identifier: Apache-2.0
// Files that a command writes, looked at before it starts; standard output that notices a full
// disk; standard error that does not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sluice::app {

/// A file that a command may write.
struct OutputFile {
  const char* option;    ///< which names it
  std::string path;      ///< empty: none
  bool regular = false;  ///< it must be a regular file
  bool needed = true;    ///< false: where it cannot be written, the command goes on without it
  bool beside = false;   ///< it is made under another name in its folder, and then takes this one
};

/// Refuses output paths that cannot be written, that name an input or standard output, or that are
/// one file; says of those that are not needed, in a line, that they cannot be written. Leaves
/// nothing behind. Empty paths are no files. Errors: UsageError.
void check_outputs(const std::vector<std::string>& inputs, const std::vector<OutputFile>& outputs);

/// A word as a shell would take it again.
std::string shell_word(std::string_view word);

/// A file's name as a program's argument: one that begins with '-' would be an option.
std::string file_word(std::string_view name);

/// Writes to standard output. Errors: UsageError where the system refuses.
void print(const std::string& text);

/// Writes a line to standard error, as far as that is possible.
void say(const std::string& line);

}  // namespace sluice::app
