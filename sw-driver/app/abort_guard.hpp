// SPDX-License-Identifier: Apache-2.0
// Verilator's writer of waves knows no errors: where the system refuses it bytes or memory, it ends
// the whole program by abort(). This makes one sentence and status 2 of that.
#pragma once

#include <filesystem>

namespace sluice::app {

/// While it exists, an abort() and an exception for want of memory that nobody can catch mean that
/// `file` cannot be written: it is removed, standard error says so, and the process ends with
/// status 2 without any clean-up. What the writer itself says of it stands before that. One at a
/// time; not for processes that fork() while it exists.
class AbortGuard {
 public:
  explicit AbortGuard(const std::filesystem::path& file);
  AbortGuard(const AbortGuard&) = delete;
  AbortGuard& operator=(const AbortGuard&) = delete;
  ~AbortGuard();
};

}  // namespace sluice::app
