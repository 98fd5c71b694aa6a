// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/golden.hpp"

#include "sw-driver/app/convert.hpp"

namespace sluice::bench {

Golden::Golden(std::size_t length)
    : frames_(tagged_frames(length)),
      port_({.speed = board_config().ports.front().capacity},
            [this](const model::Departure&, const model::IdealTimes&) { ++left_; }) {
  port_.activate(0, app::to_model(board_config()), app::to_model_ports(board_config()).front());
  while (left_ < frames_.size()) frames();
  expect_compared(port_.port().counters());
}

std::uint64_t Golden::frames() {
  constexpr unsigned kTurns = 20;
  const std::uint64_t before = left_;
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    for (const Bytes& frame : frames_) port_.arrive(0, 0, frame);
  }
  return left_ - before;
}

}  // namespace sluice::bench
