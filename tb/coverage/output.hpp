// SPDX-License-Identifier: Apache-2.0
// Where a process leaves its coverage: files of its own in the folder that SLUICE_COVERAGE_DIR
// names.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <string>

namespace sluice::coverage {

/// SLUICE_COVERAGE_DIR, made where it is not there; nothing where it is not set or empty.
std::optional<std::filesystem::path> folder();

/// `stem` and what no other process, here or on another machine, has: stem.HOST.PID.TIME.suffix
std::string unique_name(const std::string& stem, const std::string& suffix);

/// The file is there whole or not at all. Failure ends the process with a message (exit status 3).
void write_whole(const std::filesystem::path& file, const std::function<void(std::ostream&)>& fill);

/// Says on standard error what went wrong, and ends the process at once (exit status 3).
[[noreturn]] void give_up(const std::string& what);

}  // namespace sluice::coverage
