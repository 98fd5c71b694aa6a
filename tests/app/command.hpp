// SPDX-License-Identifier: Apache-2.0
// Runs the command `sluice` as a user does: a process, its exit status, what it prints.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sluice::test {

struct Outcome {
  int status = -1;  ///< exit status; 128 + signal where it was killed
  std::string out, err;
  long peak_kib = 0;  ///< resident memory at its highest

  /// The last line of `out`, without its newline.
  std::string last_line() const;
};

/// Runs `sluice` with these words; standard input is empty.
Outcome sluice(const std::vector<std::string>& words);
/// Runs a line in a shell.
Outcome shell(const std::string& line);

/// A folder that goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& text);
/// examples/srl1.cfg with one queue: frames leave in the order in which they come.
std::string example_config();

}  // namespace sluice::test
