// SPDX-License-Identifier: Apache-2.0
// Peak memory of the real command.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sluice::bench {

/// Writes a capture of `frames` frames of 60 bytes.
void write_capture(const std::filesystem::path& file, std::uint64_t frames);

/// Runs a command to its end with its output thrown away; answers its resident memory at its
/// highest, in KiB. Error: std::runtime_error where it does not end with status 0.
long peak_kib(const std::vector<std::string>& words);

}  // namespace sluice::bench
