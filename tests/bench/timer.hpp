// SPDX-License-Identifier: Apache-2.0
// Processor time of the calling thread: another process on the machine takes none of it.
#pragma once

#include <time.h>

#include <cstdint>

namespace sluice::bench {

inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Calls `chunk`, which answers how much it did, until `seconds` have passed. Answers the rate a
/// second.
template <typename Chunk>
double rate(double seconds, Chunk&& chunk) {
  const double begin = thread_seconds();
  double spent = 0;
  std::uint64_t done = 0;
  do {
    done += chunk();
    spent = thread_seconds() - begin;
  } while (spent < seconds);
  return static_cast<double>(done) / spent;
}

}  // namespace sluice::bench
