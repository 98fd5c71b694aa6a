// SPDX-License-Identifier: Apache-2.0
// Sleeping copies of the whole process: a run goes on, and when something is found, a copy from
// some time before wakes and does it again, with more instruments switched on.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::tb {

/// Keeps the two newest copies that renew() made. A copy is made by fork(), so it has the calling
/// thread alone and shares no memory but what was mapped as shared; in a copy,
/// * every descriptor but its own line to the original leads to /dev/null (standard ones included):
///   a copy cannot move the offset of a file, hold a socket open or write what the original writes;
/// * SIGINT, SIGTERM, SIGHUP are ignored: those of the terminal are the original's business;
/// * the end of the original, however it comes, ends the copy (on Linux, the end of the thread that
///   called renew()).
/// A copy takes no processor time while it sleeps; its memory is what the original changes
/// meanwhile. Nothing is left behind by the destructor, neither processes nor zombies.
///
/// The caller must not return from main() in a copy: once woken, it ends with answer().
class SleepingCopies {
 public:
  static constexpr std::size_t kKept = 2;

  enum class Role : std::uint8_t { kOriginal, kCopy };

  /// What became of an order.
  struct Answer {
    bool given = false;
    std::string text;  ///< the copy's words; where none were given, what happened instead
  };

  SleepingCopies() = default;
  SleepingCopies(const SleepingCopies&) = delete;
  SleepingCopies& operator=(const SleepingCopies&) = delete;
  ~SleepingCopies();

  /// Makes a copy and ends the third newest. `mark`: a number that does not fall from copy to copy,
  /// for end_before(). Returns kOriginal at once (where the system refuses a
  /// copy, failure() says why and the others stay), and kCopy in the copy when it is woken.
  Role renew(std::uint64_t mark = 0);
  /// Ends copies with a smaller mark.
  void end_before(std::uint64_t mark);

  /// Copies that sleep now.
  std::size_t count() const;
  /// Why the latest renew() made no copy; empty: it did.
  const std::string& failure() const { return failure_; }

  /// Wakes the oldest copy with `order` and waits for its answer, `limit` at most, then ends it. A
  /// signal that is caught ends the wait too.
  Answer wake(std::string_view order, std::chrono::milliseconds limit);
  /// Time since the copy that wake() would wake was made; zero: there is none.
  std::chrono::milliseconds age() const;

  /// Ends every copy.
  void end();

  /// In a copy that was woken: the order.
  bool is_copy() const { return order_.has_value(); }
  const std::string& order() const { return *order_; }
  /// In a copy: hands `text` to the original and ends the process without any clean-up.
  [[noreturn]] void answer(std::string_view text);

 private:
  struct Copy {
    pid_t pid = 0;  ///< 0: none
    int line = -1;
    std::uint64_t mark = 0;
    std::chrono::steady_clock::time_point born;
  };

  void sleep(pid_t original, int line);
  static void end(Copy& copy);

  std::array<Copy, kKept> copies_{};  ///< oldest first
  std::string failure_;
  std::optional<std::string> order_;
  int line_ = -1;  ///< in a copy
};

}  // namespace sluice::tb
