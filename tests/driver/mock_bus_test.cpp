// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/bus/mock_bus.hpp"

#include <gtest/gtest.h>

namespace sluice::driver {
namespace {

/// Message of the error that `call` throws; fails where it throws none.
template <typename E, typename F>
std::string message_of(F call) {
  try {
    call();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

TEST(MockBus, PlaysTheScriptInOrder) {
  MockBus bus;
  bus.expect_read(0x10, 0xDEADBEEF);
  bus.expect_write(0x14, 7);
  EXPECT_EQ(bus.read32(0x10), 0xDEADBEEF);
  bus.write32(0x14, 7);
  EXPECT_NO_THROW(bus.finish());
}

TEST(MockBus, NamesPositionFoundAndExpectedOfAWrongAddress) {
  MockBus bus;
  bus.expect_read(0x10, 0);
  bus.expect_read(0x14, 0);
  bus.read32(0x10);
  EXPECT_EQ(message_of<ScriptError>([&] { bus.read32(0x18); }),
            "bus script, step 1: found read of 0x000018, expected read of 0x000014");
}

TEST(MockBus, RefusesAWrongValueAWrongKindAndAnAccessTooMany) {
  MockBus bus;
  bus.expect_write(0x20, 1);
  EXPECT_EQ(message_of<ScriptError>([&] { bus.write32(0x20, 2); }),
            "bus script, step 0: found write 0x00000002 to 0x000020, expected write 0x00000001 to "
            "0x000020");
  EXPECT_THROW(bus.read32(0x20), ScriptError);
  bus.write32(0x20, 1);
  EXPECT_EQ(message_of<ScriptError>([&] { bus.read32(0x20); }),
            "bus script, step 1: found read of 0x000020, expected no further access");
}

TEST(MockBus, RefusesToFinishWithStepsLeft) {
  MockBus bus;
  bus.expect_read(0x10, 0);
  bus.expect_write(0x14, 3);
  bus.read32(0x10);
  EXPECT_EQ(message_of<ScriptError>([&] { bus.finish(); }),
            "bus script, step 1: found the end, expected write 0x00000003 to 0x000014 (1 steps "
            "left)");
}

TEST(MockBus, ScriptedFaultsBecomeBusErrors) {
  MockBus bus;
  bus.fail_read(0x1FFFFC, BusFault::kSlaveError);
  bus.fail_write(0x4, 9, BusFault::kTimeout);
  try {
    bus.read32(0x1FFFFC);
    FAIL() << "no error";
  } catch (const BusError& error) {
    EXPECT_EQ(error.address(), 0x1FFFFCU);
    EXPECT_EQ(error.fault(), BusFault::kSlaveError);
    EXPECT_FALSE(error.write());
    EXPECT_STREQ(error.what(), "bus: read of register 0x1ffffc: slave error");
  }
  EXPECT_EQ(message_of<BusError>([&] { bus.write32(0x4, 9); }),
            "bus: write of register 0x000004: no answer");
  bus.finish();
}

}  // namespace
}  // namespace sluice::driver
