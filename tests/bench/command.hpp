// SPDX-License-Identifier: Apache-2.0
// Processor time and peak memory of the real command.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sluice::bench {

/// Writes a capture of `frames` frames of `length` bytes, as fast as 240 Gb/s carry them.
void write_capture(const std::filesystem::path& file, std::uint64_t frames, std::size_t length);

struct Usage {
  double cpu_seconds = 0;  ///< of the command and of all its processes that have ended
  long peak_kib = 0;       ///< resident memory at its highest
};

/// Runs a command to its end with its output thrown away. Error: std::runtime_error where it does
/// not end with status 0.
Usage usage_of(const std::vector<std::string>& words);

/// The peak alone. The system counts what this process is at the time of the call to the command:
/// std::logic_error where that hides the figure.
long peak_kib(const std::vector<std::string>& words);

}  // namespace sluice::bench
