// SPDX-License-Identifier: Apache-2.0
// A GTKWave save file for the top: signals in groups along the way of a frame, with names that
// people use, at the clock of what was found.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sluice::tb {

struct SaveFileOptions {
  std::filesystem::path waves;     ///< FST file that holds the signals
  std::vector<std::string> title;  ///< comments at the top of the list; long ones are cut
  std::uint64_t begin_ps = 0;      ///< of the waves
  std::uint64_t at_ps = 0;         ///< where the marker goes
  std::uint64_t period_ps = 1000;  ///< of the clock: chooses the zoom
};

/// Writes `file` with those signals that the waves hold. Answers the names that they should hold
/// but do not: none, unless the design and the list in save_file.cpp have drifted apart. Errors:
/// FstError; Error where the file cannot be written.
std::vector<std::string> write_save_file(const std::filesystem::path& file,
                                         const SaveFileOptions& options);

}  // namespace sluice::tb
