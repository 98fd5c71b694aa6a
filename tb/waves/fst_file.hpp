// SPDX-License-Identifier: Apache-2.0
// What an FST file holds, read from its blocks: whether it is whole, and which signals are in it.
// (FST is GTKWave's format of waves. Verilator brings a writer for it, but no reader.)
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tb/common/error.hpp"

namespace sluice::tb {

/// A file that is no FST, or not a whole one. Also an Error.
class FstError : public Error {
 public:
  using Error::Error;
};

/// Throws FstError where the file ends too early, as on a full disk, or where its header was never
/// completed.
void check_fst(const std::filesystem::path& file);

/// Names of all signals as GTKWave writes them: scopes joined by '.', "[7:0]" behind a vector
/// ("top.gen_port[0].u_port.verdict.tag[15:0]"). Errors: FstError.
std::vector<std::string> fst_signals(const std::filesystem::path& file);

}  // namespace sluice::tb
