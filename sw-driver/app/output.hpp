// SPDX-License-Identifier: Apache-2.0
// Files that a command writes, looked at before it starts, and standard output that notices a full
// disk.
#pragma once

#include <string>

namespace sluice::app {

/// Refuses output paths that cannot be written, that name the input, or that are one file.
/// Files that exist keep their contents until they are really opened.
class OutputFiles {
 public:
  /// Empty paths are no files. Errors: UsageError.
  OutputFiles(const std::string& input, const std::string& out, const std::string& waves);
};

/// Writes to standard output. Errors: UsageError where the system refuses.
void print(const std::string& text);

}  // namespace sluice::app
