// SPDX-License-Identifier: Apache-2.0
// The models' hot path asks the allocator for nothing once it is warm.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include "model/port/ideal.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/ip.hpp"

namespace {

std::uint64_t allocations = 0;  // the operators below have nowhere else to count

}  // namespace

// Not inlined: the compiler would see free() on what it believes the standard operator gave.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace sluice::model {
namespace {

TEST(Allocation, EightQueuesWithRedLimitsAndRoundRobinAllocateNothingInSteadyState) {
  std::uint64_t left = 0, dropped = 0;
  IdealPort port({.speed = 1'000'000'000, .overhead = 0},
                 [&](const Departure&, const IdealTimes&) { ++left; });
  BufferConfig buffer;
  for (QueueConfig& queue : buffer.queue) {
    queue.strict = false;
    queue.quantum = 9'600;
    queue.limit = 4'000;
    queue.red = {.enable = true,
                 .ecn = true,
                 .above_drop = true,
                 .weight = 1,
                 .probability = 65'536,
                 .min = 500,
                 .max = 2'000};
  }
  port.activate(0, {}, {}, buffer);
  std::vector<test::Bytes> frames;
  for (unsigned n = 0; n < 16; ++n) {
    frames.push_back(
        test::make_ip_frame({.length = 60 + 90 * n}, static_cast<std::uint8_t>(n << 5 | 0x02)));
  }
  Ticks now = 0;
  const auto run = [&](int turns) {
    for (int turn = 0; turn < turns; ++turn) {
      for (const test::Bytes& frame : frames) {
        dropped += port.arrive(now, 0, frame) != Drop::kNone;
        now += from_ns(500);  // 735 bytes on average: more than the wire takes
      }
    }
  };
  // Storage that grows when a longer frame takes it is warm when all has met the longest.
  run(2'000);
  const std::uint64_t before = allocations;
  const std::uint64_t left_before = left, dropped_before = dropped;
  run(2'000);
  EXPECT_EQ(allocations, before);
  EXPECT_GT(left, left_before + 10'000);
  EXPECT_GT(dropped, dropped_before + 1'000);
}

}  // namespace
}  // namespace sluice::model
