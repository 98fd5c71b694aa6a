// SPDX-License-Identifier: Apache-2.0
// What a run leaves for those who look for the cause: waves, a save file for GTKWave, a report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "tb/scoreboard/mismatch.hpp"
#include "tb/snapshot/rewind.hpp"

namespace sluice::app {

/// The file for the waves of a difference or break: --difference-waves, else a fixed name in the
/// folder of --out where that is a file, else in the current one.
std::filesystem::path failure_waves(const RunOptions& options);

/// The save file that goes with waves: the same name, ending in .gtkw.
std::filesystem::path save_file_of(const std::filesystem::path& waves);

/// Every file that a run with these options may write.
std::vector<OutputFile> output_files(const RunOptions& options);

/// Waves of a difference or break, as far as there are any.
struct FailureWaves {
  std::filesystem::path file;
  tb::Repetition repetition;
  std::optional<std::string> save_problem;  ///< why there is no save file
};

/// Writes the save file beside the waves. `title`: what happened, in short lines.
void add_save_file(FailureWaves& waves, std::vector<std::string> title, std::uint64_t period_ps);

/// Short lines about a difference.
std::vector<std::string> title_of(const tb::Difference& difference);
/// Short lines about a break; `where`: "packet 5 at 99 ns, cycle 99".
std::vector<std::string> title_of_break(const std::string& where);

/// Several lines on standard error: the difference, its waves, and the command that repeats the run
/// with waves around its cycle. `waves`: nothing where no repetition was asked for.
void report(const tb::Difference& difference, const RunOptions& options,
            const std::optional<FailureWaves>& waves);

/// Several lines on standard error: waves of a break at `cycle`, and the command that makes them.
void report_break(std::uint64_t cycle, const RunOptions& options,
                  const std::optional<FailureWaves>& waves);

}  // namespace sluice::app
