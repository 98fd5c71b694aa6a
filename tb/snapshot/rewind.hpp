// SPDX-License-Identifier: Apache-2.0
// From what was found to its waves, without running again from the start: sleeping copies of the
// simulation, the journal of what came in, and the repetition with waves up to what was found.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "tb/agents/axis_source.hpp"
#include "tb/sim/kernel.hpp"
#include "tb/snapshot/journal.hpp"
#include "tb/snapshot/sleeping_copies.hpp"

namespace sluice::tb {

struct RewindOptions {
  /// Clocks evaluated from one copy to the next; 0: no copies. A full journal brings the next copy
  /// forward.
  std::uint64_t every = 1'000'000;
  std::uint64_t context = 20'000;  ///< clocks evaluated with waves before what is found, at least 1
};

/// What a repetition gave.
struct Repetition {
  bool waves = false;  ///< the file is there
  bool same = false;   ///< the repetition found the very same
  std::string found;   ///< what it found; without waves: why there are none
  std::string note;    ///< why a copy that was due was not made, so that an older one was woken
  std::uint64_t from_ps = 0,
                at_ps = 0;  ///< in the waves: their begin, and the clock of what was found
  std::chrono::milliseconds took{};
};

/// Everything that comes into the simulation from outside must come through the journal: frames by
/// next(). (Live traffic: a supply that may answer "not yet", and register accesses that come from
/// outside, need records of their own kind with the step in which they came.) Whatever leaves it
/// must look at repeating() first.
///
/// One process, two roles: found() is called where a run ends, in the original as in a copy. Where
/// it is a copy's, it does not return.
class Rewind {
 public:
  /// The kernel's alarm belongs to this object while it exists.
  Rewind(Kernel& kernel, RewindOptions options);
  Rewind(const Rewind&) = delete;
  Rewind& operator=(const Rewind&) = delete;
  ~Rewind();

  /// Makes the first copy at the next step. `wake`: called in a copy when it is woken, to cut off
  /// what must not hear of the repetition.
  void begin(std::function<void()> wake);

  /// This process is a copy that was woken: it must not write anything but waves.
  bool repeating() const { return copies_.is_copy(); }

  /// Why the latest copy that was due was not made, in one sentence; empty: it was. The run goes on
  /// with older copies as far as the journal reaches back to them, or without.
  const std::string& problem() const { return problem_; }

  /// A supply for AxisSource around the true one: what that gives is journalled; in a copy, the
  /// journal gives it.
  bool next(const FrameSupply& supply, SourceFrame& frame);

  /// In the original: has the older copy do again what led to `found` at the present step, with
  /// waves in `file` (replaced once they are whole), and waits for it; then all copies end.
  Repetition repeat(const std::string& found, const std::filesystem::path& file);

  /// In a copy: this is what the repetition found. Components that would throw again must have been
  /// removed. Ends the process.
  [[noreturn]] void found(const std::string& what);
  /// In a copy: the repetition failed, and why. Ends the process.
  [[noreturn]] void failed(const std::string& why);

 private:
  void renew();
  void woken();
  void open();

  Kernel& kernel_;
  RewindOptions options_;
  std::optional<Journal> journal_;  ///< where there are copies
  SleepingCopies copies_;
  std::string problem_;
  std::function<void()> wake_;
  // In a copy, from the order:
  std::uint64_t target_ = 0;  ///< step in which the original found something
  bool time_runs_ = false;
  std::filesystem::path file_, part_;
  std::uint64_t from_ps_ = 0;
};

}  // namespace sluice::tb
