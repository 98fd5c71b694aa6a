// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stdexcept>

#include "model/queue/depth.hpp"

namespace sluice::model {
namespace {

TEST(Depth, EachLimitHoldsToTheByteAndIsItsOwnReason) {
  BufferConfig config;
  config.queue[3].limit = 5'000;
  Depth depth;
  depth.enter(3, 2'000);
  EXPECT_EQ(depth.admit(config, 3, 3'000), Drop::kNone);
  EXPECT_EQ(depth.admit(config, 3, 3'001), Drop::kQueueLimit);
  EXPECT_EQ(depth.admit(config, 2, 3'001), Drop::kNone) << "of queue 3 alone";
  config.limit = 6'000;
  EXPECT_EQ(depth.admit(config, 2, 4'000), Drop::kNone);
  EXPECT_EQ(depth.admit(config, 2, 4'001), Drop::kPortLimit);
}

TEST(Depth, OneFrameMayFillALimitAndALimitOfZeroAdmitsNone) {
  BufferConfig config;
  config.queue[0].limit = 1'500;
  Depth depth;
  EXPECT_EQ(depth.admit(config, 0, 1'500), Drop::kNone);
  EXPECT_EQ(depth.admit(config, 0, 1'501), Drop::kQueueLimit);
  config.queue[0].limit = 0;
  EXPECT_EQ(depth.admit(config, 0, 14), Drop::kQueueLimit);
}

TEST(Depth, TheBufferIsCountedInWholeCells) {
  const BufferConfig config;
  Depth depth({.cell_bytes = 64, .buffer_cells = 150});
  for (int i = 0; i < 74; ++i) depth.enter(0, 65);
  EXPECT_EQ(depth.cells(), 148U);
  EXPECT_EQ(depth.bytes(), 74U * 65);
  EXPECT_EQ(depth.admit(config, 0, 128), Drop::kNone);
  EXPECT_EQ(depth.admit(config, 0, 129), Drop::kBuffer);
  depth.enter(1, 64);
  EXPECT_EQ(depth.admit(config, 0, 64), Drop::kNone);
  EXPECT_EQ(depth.admit(config, 0, 65), Drop::kBuffer);
  depth.enter(1, 1);
  EXPECT_EQ(depth.cells(), 150U);
  EXPECT_EQ(depth.admit(config, 0, 14), Drop::kBuffer);
}

TEST(Depth, ACellOfABroadBusIsAsBroad) {
  Depth depth({.cell_bytes = 128, .buffer_cells = 75});
  depth.enter(0, 129);
  depth.enter(0, 128);
  EXPECT_EQ(depth.cells(), 3U);
  depth.leave(0, 129);
  EXPECT_EQ(depth.cells(), 1U);
}

TEST(Depth, TheQueuesLimitComesBeforeThePortsAndThatBeforeTheBuffer) {
  BufferConfig config;
  Depth depth({.cell_bytes = 64, .buffer_cells = 150});
  depth.enter(0, 9'000);
  EXPECT_EQ(depth.admit(config, 0, 1'000), Drop::kBuffer);
  config.limit = 9'500;
  EXPECT_EQ(depth.admit(config, 0, 1'000), Drop::kPortLimit);
  config.queue[0].limit = 9'500;
  EXPECT_EQ(depth.admit(config, 0, 1'000), Drop::kQueueLimit);
}

TEST(Depth, TheLimitsOfResetNeverBindWithinTheDefaultBuffer) {
  const BufferConfig config;
  Depth depth;
  std::uint32_t frames = 0;
  while (depth.admit(config, 0, 9'600) == Drop::kNone) {
    depth.enter(0, 9'600);
    ++frames;
  }
  EXPECT_EQ(frames, 65'536U / 150);
  EXPECT_EQ(depth.admit(config, 0, 9'600), Drop::kBuffer);
}

TEST(Depth, WhatLeavesIsTakenOffItsQueueItsPortAndTheCells) {
  Depth depth;
  depth.enter(1, 1'000);
  depth.enter(2, 100);
  depth.leave(1, 1'000);
  EXPECT_EQ(depth.bytes(1), 0U);
  EXPECT_EQ(depth.bytes(2), 100U);
  EXPECT_EQ(depth.bytes(), 100U);
  EXPECT_EQ(depth.cells(), 2U);
}

TEST(Depth, WatermarksKeepTheHighestDepthAndBeginAgainAtThePresentOne) {
  Depth depth;
  depth.enter(1, 1'000);
  depth.enter(2, 500);
  depth.leave(1, 1'000);
  depth.enter(2, 100);
  EXPECT_EQ(depth.watermark(1), 1'000U);
  EXPECT_EQ(depth.watermark(2), 600U);
  EXPECT_EQ(depth.watermark(), 1'500U) << "of the sum, not the sum of the highest";
  depth.restart_watermarks();
  EXPECT_EQ(depth.watermark(1), 0U);
  EXPECT_EQ(depth.watermark(2), 600U);
  EXPECT_EQ(depth.watermark(), 600U);
}

TEST(Depth, BuffersThatCannotHoldAFrameOrHaveOddCellsAreRefused) {
  EXPECT_NO_THROW(Depth({.cell_bytes = 64, .buffer_cells = 150}));
  EXPECT_THROW(Depth({.cell_bytes = 64, .buffer_cells = 149}), std::invalid_argument);
  EXPECT_THROW(Depth({.cell_bytes = 96, .buffer_cells = 1'000}), std::invalid_argument);
  EXPECT_THROW(Depth({.cell_bytes = 0, .buffer_cells = 1'000}), std::invalid_argument);
}

}  // namespace
}  // namespace sluice::model
