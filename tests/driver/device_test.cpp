// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/device/device.hpp"

#include <gtest/gtest.h>

#include "tests/driver/board_script.hpp"

namespace sluice::driver {
namespace {

std::string refusal(MockBus& bus) {
  try {
    Device device(bus);
  } catch (const DeviceError& error) {
    return error.what();
  }
  ADD_FAILURE() << "the board was accepted";
  return "";
}

TEST(Probe, ReadsIdentificationVersionAndCapabilities) {
  MockBus bus;
  bus.expect_read(0x0, 0x534C5543);
  bus.expect_read(0x4, 0x00000203);
  bus.expect_read(0x8, 64U << 16 | 1024);
  bus.expect_read(0xC, 0x00120B2A);
  bus.expect_read(0x18, 0x00400000);
  bus.expect_read(0x1C, 0x00050100);
  bus.expect_read(0x100000, 0x800);
  const Device device(bus);
  bus.finish();
  const Caps& caps = device.caps();
  EXPECT_EQ(caps.data_width, 1024U);
  EXPECT_EQ(caps.num_ports, 64U);
  EXPECT_EQ(caps.version_minor, 2U);
  EXPECT_EQ(caps.version_patch, 3U);
  EXPECT_FALSE(caps.csig_compact);
  EXPECT_TRUE(caps.csig_wide);
  EXPECT_FALSE(caps.red);
  EXPECT_TRUE(caps.pfc);
  EXPECT_FALSE(caps.pfc_watchdog);
  EXPECT_TRUE(caps.qcn);
  EXPECT_EQ(caps.k, 11U);
  EXPECT_EQ(caps.meter_clocks, 18U);
  EXPECT_EQ(caps.buffer_bytes, 4U << 20);
  EXPECT_EQ(caps.cell_bytes, 256U);
  EXPECT_EQ(caps.red_clocks, 5U);
  EXPECT_EQ(caps.queues, 8U);
}

TEST(Probe, RefusesABoardWithoutQueues) {
  MockBus bus;
  bus.expect_read(0x0, 0x534C5543);
  bus.expect_read(0x4, 0x00000107);
  EXPECT_EQ(refusal(bus),
            "the board's register map is version 0.1.7: this driver needs 0.2 or a later minor "
            "version");
  bus.finish();
}

TEST(Probe, RefusesAnotherNumberOfQueues) {
  MockBus bus;
  bus.expect_read(0x0, 0x534C5543);
  bus.expect_read(0x4, 0x00000200);
  bus.expect_read(0x8, 1U << 16 | 512);
  bus.expect_read(0xC, 0x000F0305);
  bus.expect_read(0x18, 0x00400000);
  bus.expect_read(0x1C, 0x00050040);
  bus.expect_read(0x100000, 0x100);
  EXPECT_EQ(refusal(bus), "the board reports 1 queues a port, expected 8");
  bus.finish();
}

TEST(Probe, RefusesAnotherIdentification) {
  MockBus bus;
  bus.expect_read(0x0, 0xFFFFFFFF);
  EXPECT_EQ(refusal(bus),
            "no Sluice board: the identification register holds 0xffffffff, expected 0x534c5543 "
            "('SLUC')");
  bus.finish();
}

TEST(Probe, RefusesAnotherMajorVersion) {
  MockBus bus;
  bus.expect_read(0x0, 0x534C5543);
  bus.expect_read(0x4, 0x00010203);
  EXPECT_EQ(refusal(bus),
            "the board's register map is version 1.2.3: this driver needs major version 0");
  bus.finish();
}

TEST(Probe, RefusesAnImpossibleNumberOfPorts) {
  for (const std::uint32_t ports : {0U, 65U}) {
    MockBus bus;
    bus.expect_read(0x0, 0x534C5543);
    bus.expect_read(0x4, 0x200);
    bus.expect_read(0x8, ports << 16 | 512);
    EXPECT_EQ(refusal(bus),
              "the board reports " + std::to_string(ports) + " ports, expected 1 to 64");
  }
}

TEST(Probe, PassesABusErrorOn) {
  MockBus bus;
  bus.fail_read(0x0, BusFault::kDecodeError);
  EXPECT_THROW(Device device(bus), BusError);
}

struct Clock {
  std::uint64_t hz;
  std::uint64_t period;  ///< 16.32 nanoseconds, worked out by hand
};

class PeriodOf : public testing::TestWithParam<Clock> {};

// 6.4 ns = 6 + 0.4, 0.4 * 2^32 = 1717986918.4; 3.1030303.. ns: 0.1030303.. * 2^32 = 442511782.78.
INSTANTIATE_TEST_SUITE_P(Clocks, PeriodOf,
                         testing::Values(Clock{156'250'000, (6ULL << 32) + 1'717'986'918},
                                         Clock{250'000'000, 4ULL << 32},
                                         Clock{322'265'625, (3ULL << 32) + 442'511'782},
                                         Clock{1'000'000'000, 1ULL << 32}),
                         [](const auto& info) { return std::to_string(info.param.hz) + "Hz"; });

TEST_P(PeriodOf, IsRoundedDownAndWrittenLowThenHighAndReadBack) {
  const auto [hz, period] = GetParam();
  EXPECT_EQ(Period::of_hz(hz).value, period);
  MockBus bus;
  script::probe(bus);
  bus.expect_write(0x100, static_cast<std::uint32_t>(period));
  bus.expect_write(0x104, static_cast<std::uint32_t>(period >> 32));
  bus.expect_read(0x100, static_cast<std::uint32_t>(period));
  bus.expect_read(0x104, static_cast<std::uint32_t>(period >> 32));
  Device device(bus);
  device.set_period(Period::of_hz(hz));
  bus.finish();
}

TEST_P(PeriodOf, IsTheLargestThatDoesNotExceedTheClock) {
  const auto [hz, period] = GetParam();
  const unsigned __int128 second = static_cast<unsigned __int128>(1'000'000'000) << 32;
  EXPECT_TRUE(static_cast<unsigned __int128>(period) * hz <= second);
  EXPECT_TRUE(static_cast<unsigned __int128>(period + 1) * hz > second);
}

TEST(PeriodOfHz, IsRefusedOutsideTheRegistersRange) {
  EXPECT_NO_THROW(Period::of_hz(15'260));
  EXPECT_NO_THROW(Period::of_hz(10'000'000'000));
  EXPECT_LE(Period::of_hz(15'260).value, 65535ULL << 32);
  for (const std::uint64_t hz :
       {std::uint64_t{0}, std::uint64_t{15'259}, std::uint64_t{10'000'000'001}, UINT64_MAX}) {
    EXPECT_THROW(Period::of_hz(hz), DeviceError) << hz;
  }
}

TEST(PeriodOfHz, ARegisterThatDoesNotTakeItIsAnError) {
  MockBus bus;
  script::probe(bus);
  bus.expect_write(0x100, 0);
  bus.expect_write(0x104, 4);
  bus.expect_read(0x100, 0);
  bus.expect_read(0x104, 1);
  Device device(bus);
  EXPECT_THROW(device.set_period(Period::of_hz(250'000'000)), DeviceError);
}

TEST(Time, StartsStopsAndReadsNowLowHalfFirst) {
  MockBus bus;
  script::probe(bus);
  bus.expect_write(0x110, 1);
  bus.expect_read(0x108, 0x89ABCDEF);
  bus.expect_read(0x10C, 0x01234567);
  bus.expect_write(0x110, 0);
  Device device(bus);
  device.start_time();
  EXPECT_EQ(device.read_now(), 0x0123456789ABCDEFU);
  device.stop_time();
  bus.finish();
}

/// Reads of a port's 29 counters: counter n is n + 1 in the high half, `low` + n in the low half.
void expect_counters(MockBus& bus, std::uint32_t port, std::uint32_t low) {
  for (std::uint32_t n = 0; n < 29; ++n) {
    const std::uint32_t address = 0x100800 + 0x4000 * port + 8 * n;
    bus.expect_read(address, low + n);
    bus.expect_read(address + 4, n + 1);
  }
}

TEST(Statistics, ASnapshotIsOneWriteAndEachCounterIsReadWholeByItsName) {
  MockBus bus;
  script::probe(bus, 2);
  bus.expect_write(0x20, 1);
  expect_counters(bus, 1, 0xF0000000);
  Device device(bus);
  device.snapshot();
  const PortCounters counters = device.read_counters(1);
  bus.finish();
  EXPECT_EQ(counters.rx_frames, 0x1'F0000000U);
  EXPECT_EQ(counters.tx_mac_control, 0x9'F0000008U);
  EXPECT_EQ(counters.csig_abw_frames, 0xA'F0000009U);
  EXPECT_EQ(counters.csig_foreign_tpid, 0x1C'F000001BU);
  EXPECT_EQ(counters.ip_broken, 0x1D'F000001CU);
  ASSERT_EQ(kPortCounters.size(), 29U);
  for (std::uint64_t n = 0; n < 29; ++n) {
    EXPECT_EQ(counters.*kPortCounters[n].member, (n + 1) << 32 | (0xF0000000 + n))
        << kPortCounters[n].name;
  }
}

TEST(Statistics, EachCounterOfAQueueIsReadWholeByItsName) {
  MockBus bus;
  script::probe(bus, 2);
  for (std::uint32_t n = 0; n < 14; ++n) {
    bus.expect_read(0x104C00 + 0x80 * 5 + 8 * n, 0xF0000000 + n);
    bus.expect_read(0x104C04 + 0x80 * 5 + 8 * n, n + 1);
  }
  Device device(bus);
  const QueueCounters counters = device.read_queue_counters(1, 5);
  bus.finish();
  ASSERT_EQ(kQueueCounters.size(), 14U);
  for (std::uint64_t n = 0; n < 14; ++n) {
    EXPECT_EQ(counters.*kQueueCounters[n].member, (n + 1) << 32 | (0xF0000000 + n))
        << kQueueCounters[n].name;
  }
  EXPECT_EQ(counters.drop_red, 0x8'F0000007U);
  EXPECT_EQ(counters.ce_arrived, 0xA'F0000009U);
  EXPECT_EQ(counters.marked_bytes, 0xC'F000000BU);
  EXPECT_EQ(counters.depth, 0xE'F000000DU);
}

TEST(Statistics, LevelsOfAPortAreReadApart) {
  MockBus bus;
  script::probe(bus, 2);
  const auto expect_levels = [&](std::uint32_t at, std::uint32_t watermark, std::uint32_t depth) {
    bus.expect_read(at, watermark);
    bus.expect_read(at + 4, 0);
    bus.expect_read(at + 8, depth);
    bus.expect_read(at + 12, 0);
  };
  expect_levels(0x1048E8, 5000, 30);
  Device device(bus);
  EXPECT_EQ(device.read_levels(1), (Levels{5000, 30}));
  bus.finish();
}

TEST(Statistics, AQueueOrPortThatIsNotThereIsRefused) {
  MockBus bus;
  script::probe(bus, 2);
  Device device(bus);
  EXPECT_THROW(device.read_queue_counters(0, 8), DeviceError);
  EXPECT_THROW(device.read_queue_counters(2, 0), DeviceError);
  EXPECT_THROW(device.read_levels(2), DeviceError);
  bus.finish();
}

TEST(Statistics, ClearIsOneWriteThatAlsoTakesTheLastCopyAndAnswersIt) {
  MockBus bus;
  script::probe(bus, 2);
  bus.expect_write(0x20, 3);
  expect_counters(bus, 0, 100);
  expect_counters(bus, 1, 200);
  Device device(bus);
  const std::vector<PortCounters> last = device.clear_counters();
  bus.finish();
  ASSERT_EQ(last.size(), 2U);
  EXPECT_EQ(last[0].rx_frames, 0x1'00000064U);
  EXPECT_EQ(last[1].rx_frames, 0x1'000000C8U);
}

TEST(Statistics, TheTotalIsTheSumOfThePortsWithCarry) {
  MockBus bus;
  script::probe(bus, 2);
  expect_counters(bus, 0, 0xFFFFFF00);
  expect_counters(bus, 1, 0x100);
  Device device(bus);
  const PortCounters total = device.read_total();
  bus.finish();
  EXPECT_EQ(total.rx_frames, 0x3'00000000U);
  EXPECT_EQ(total.csig_foreign_tpid, 0x39'00000036U);
}

TEST(Statistics, APortThatTheBoardLacksIsRefusedWithoutAnAccess) {
  MockBus bus;
  script::probe(bus);
  Device device(bus);
  EXPECT_THROW(device.read_counters(1), DeviceError);
  bus.finish();
}

TEST(Interrupts, EachBitIsEnabledReadAndClearedWhereTheRegisterHasIt) {
  MockBus bus;
  script::probe(bus);
  bus.expect_write(0x204, 0x1);
  bus.expect_write(0x204, 0xA);
  bus.expect_read(0x200, 0x4);
  bus.expect_read(0x200, 0xB);
  bus.expect_write(0x200, 0x8);
  Device device(bus);
  Interrupts done;
  done.activate_done = true;
  device.enable_interrupts(done);
  device.enable_interrupts({false, true, false, true});
  EXPECT_EQ(device.interrupt_status(), (Interrupts{false, false, true, false}));
  EXPECT_EQ(device.interrupt_status(), (Interrupts{true, true, false, true}));
  device.clear_interrupts({false, false, false, true});
  bus.finish();
}

TEST(BusErrors, TheCounterIsRead) {
  MockBus bus;
  script::probe(bus);
  bus.expect_read(0x14, 12);
  Device device(bus);
  EXPECT_EQ(device.read_bus_errors(), 12U);
  bus.finish();
}

}  // namespace
}  // namespace sluice::driver
