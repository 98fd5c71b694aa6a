// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/golden.hpp"

#include "sw-driver/app/convert.hpp"

namespace sluice::bench {
namespace {

constexpr std::uint32_t kOverhead = 24;

}  // namespace

Golden::Golden(std::size_t length)
    : frames_(tagged_frames(length)),
      wire_time_(model::from_ns((length + kOverhead) * 1'000'000'000) /
                 board_config().ports.front().capacity),
      port_({.speed = board_config().ports.front().capacity, .overhead = kOverhead},
            [this](const model::Departure&, const model::IdealTimes&) { ++left_; }) {
  port_.activate(0, app::to_model(board_config()), app::to_model_ports(board_config()).front(), {});
  while (left_ < frames_.size()) frames();
  expect_compared(port_.port().counters());
}

std::uint64_t Golden::frames() {
  constexpr unsigned kTurns = 20;
  const std::uint64_t before = left_;
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    for (const Bytes& frame : frames_) {
      port_.arrive(now_, 0, frame);
      now_ += wire_time_;
    }
  }
  return left_ - before;
}

}  // namespace sluice::bench
