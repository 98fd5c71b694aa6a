// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>

#include "sw-driver/device/device.hpp"
#include "tests/driver/board_script.hpp"

namespace sluice::driver {
namespace {

using script::kActivate;
using script::kBusy;
using script::kDone;
using script::kGoAllTables;
using script::kStatus;

template <typename E>
std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

class Commit : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Ports, Commit, testing::Values(1U, 2U, 64U));

TEST_P(Commit, StagesAllThenActivatesOnceThenReadsBackAll) {
  MockBus bus;
  script::probe(bus, GetParam());
  bus.expect_read(kStatus, 0);
  script::expect_staged(bus, GetParam());
  bus.expect_write(kActivate, kGoAllTables);
  bus.expect_read(kStatus, kBusy);
  bus.expect_read(kStatus, kBusy);
  bus.expect_read(kStatus, kDone);
  script::expect_active(bus, GetParam());
  Device device(bus);
  device.apply(script::example(GetParam()));
  bus.finish();
}

TEST(CommitOnce, WaitsForAnActivationThatWasLeftBehind) {
  MockBus bus;
  script::probe(bus);
  bus.expect_read(kStatus, kBusy);
  bus.expect_read(kStatus, kDone);
  script::expect_staged(bus);
  bus.expect_write(kActivate, kGoAllTables);
  bus.expect_read(kStatus, kDone);
  script::expect_active(bus);
  Device device(bus);
  device.apply(script::example());
  bus.finish();
}

TEST(CommitOnce, ABoardThatStaysBusyIsGivenUpAfterABoundedWait) {
  MockBus bus;
  script::probe(bus);
  bus.expect_read(kStatus, 0);
  script::expect_staged(bus);
  bus.expect_write(kActivate, kGoAllTables);
  for (unsigned i = 0; i < Device::kBusyReads; ++i) bus.expect_read(kStatus, kBusy);
  Device device(bus);
  EXPECT_EQ(message_of<DeviceError>([&] { device.apply(script::example()); }),
            "after the activate command the activation is still busy after 10000 reads of "
            "csig.status");
  bus.finish();
}

struct Refused {
  const char* name;
  std::uint32_t status;
  Refusal reason;
  const char* why;
};

class Refusals : public testing::TestWithParam<Refused> {};
INSTANTIATE_TEST_SUITE_P(
    Reasons, Refusals,
    testing::Values(
        Refused{"TableNotRising", 2U << 1 | 2U << 5 | 31U << 8, Refusal::kTableNotRising,
                "table delay: the maximum of bucket 31 is not above that of bucket 30"},
        Refused{"BadInterval", 3U << 1, Refusal::kBadInterval,
                "the interval is not one that the board knows"},
        Refused{"BadFormat", 4U << 1, Refusal::kBadFormat, "the tag format is not in this build"},
        Refused{"BadAction", 5U << 1 | 63U << 16, Refusal::kBadAction,
                "port 63: the action is not one that the board knows"},
        Refused{"TableMissing", 6U << 1 | 1U << 5, Refusal::kTableMissing,
                "table relative-available-bandwidth was never activated since reset"},
        Refused{"BadQuantum", 7U << 1 | 7U << 13 | 62U << 16, Refusal::kBadQuantum,
                "port 62: the quantum of queue 7 is shorter than a frame may be"},
        Refused{"BadSeed", 8U << 1 | 5U << 16, Refusal::kBadSeed, "port 5: the seed of RED is 0"}),
    [](const auto& info) { return info.param.name; });

TEST_P(Refusals, AreDecodedAndTheStagedRegistersRolledBackToWhatIsInForce) {
  const Refused& expected = GetParam();
  MockBus bus;
  script::probe(bus);
  bus.expect_read(kStatus, 0);
  script::expect_staged(bus);
  bus.expect_write(kActivate, kGoAllTables);
  bus.expect_read(kStatus, kBusy | kDone);
  bus.expect_read(kStatus, expected.status);
  script::expect_active_after_reset(bus);
  script::expect_staged_after_reset(bus);
  Device device(bus);
  try {
    device.apply(script::example());
    FAIL() << "not refused";
  } catch (const RefusedError& error) {
    EXPECT_EQ(error.reason(), expected.reason);
    EXPECT_EQ(std::string(error.what()), std::string("the board refused the configuration: ") +
                                             expected.why + "; nothing was changed");
    EXPECT_EQ(error.table(), expected.status >> 5 & 3);
    EXPECT_EQ(error.bucket(), expected.status >> 8 & 31);
    EXPECT_EQ(error.port(), expected.status >> 16 & 63);
    EXPECT_EQ(error.queue(), expected.status >> 13 & 7);
  }
  bus.finish();
}

TEST(CommitOnce, AfterARefusalTheNextCommitIsWhole) {
  MockBus bus;
  script::probe(bus);
  bus.expect_read(kStatus, 0);
  script::expect_staged(bus);
  bus.expect_write(kActivate, kGoAllTables);
  bus.expect_read(kStatus, 2U << 1);
  script::expect_active_after_reset(bus);
  script::expect_staged_after_reset(bus);
  bus.expect_read(kStatus, 2U << 1);
  script::expect_staged(bus);
  bus.expect_write(kActivate, kGoAllTables);
  bus.expect_read(kStatus, kDone);
  script::expect_active(bus);
  Device device(bus);
  EXPECT_THROW(device.apply(script::example()), RefusedError);
  EXPECT_NO_THROW(device.apply(script::example()));
  bus.finish();
}

TEST(CommitOnce, AResultThatTheDriverDoesNotKnowIsAnError) {
  for (const std::uint32_t result : {0U, 9U, 15U}) {
    MockBus bus;
    script::probe(bus);
    bus.expect_read(kStatus, 0);
    script::expect_staged(bus);
    bus.expect_write(kActivate, kGoAllTables);
    bus.expect_read(kStatus, result << 1);
    Device device(bus);
    EXPECT_EQ(message_of<DeviceError>([&] { device.apply(script::example()); }),
              "the board ended the activation with result " + std::to_string(result) +
                  ", expected 1 (done) or a refusal");
    bus.finish();
  }
}

/// A board that answers every read in force with `example` but one address, where a bit is flipped.
class FlippedBus : public Bus {
 public:
  explicit FlippedBus(std::uint32_t flipped) : flipped_(flipped) {
    script::probe(script_);
    script_.expect_read(kStatus, 0);
    script::expect_staged(script_);
    script_.expect_write(kActivate, kGoAllTables);
    script_.expect_read(kStatus, kDone);
    script::expect_active(script_);
  }
  std::uint32_t read32(std::uint32_t address) override {
    return script_.read32(address) ^ (address == flipped_ ? 1U : 0U);
  }
  void write32(std::uint32_t address, std::uint32_t value) override {
    script_.write32(address, value);
  }

 private:
  MockBus script_;
  std::uint32_t flipped_;
};

TEST(ReadBack, ADifferenceInAnyRegisterInForceIsNamed) {
  const struct {
    std::uint32_t address;
    const char* text;
  } cases[] = {
      {0x420, "the configuration word in force is 0x2a0000, expected 0x2a0001"},
      {0x424, "the TPID in force is 0x9998, expected 0x9999"},
      {0x428, "the interval (us) in force is 0x2710, expected 0x3e8"},
      {0x100020, "port 0: the capacity in force is 0xba43b7401, expected 0xba43b7400"},
      {0x100028, "port 0: the overhead in force is 0x15, expected 0x14"},
      {0x10002C, "port 0: the CSIG word in force is 0x28004, expected 0x28005"},
      {0x1400, "table available-bandwidth: bucket 0 in force is 0x100000001, expected 0x100000000"},
      {0x16FC, "table delay: bucket 31 in force is 0x2000007ef, expected 0x3000007ef"},
  };
  for (const auto& c : cases) {
    FlippedBus bus(c.address);
    Device device(bus);
    EXPECT_EQ(message_of<DeviceError>([&] { device.apply(script::example()); }),
              std::string("after the activation ") + c.text);
  }
}

TEST(ReadBack, EveryWordOfTheTablesInForceIsCompared) {
  for (std::uint32_t address = 0x1400; address < 0x1700; address += 4) {
    FlippedBus bus(address);
    Device device(bus);
    EXPECT_THROW(device.apply(script::example()), DeviceError) << address;
  }
}

TEST(ReadBack, EveryWordOfTheBufferInForceIsCompared) {
  std::string all;
  for (const auto& [offset, word] : test::BufferFields{}.words()) {
    FlippedBus bus(script::kPort0 + offset + 0x300);
    Device device(bus);
    all += message_of<DeviceError>([&] { device.apply(script::example()); }) + "\n";
  }
  for (const char* text :
       {"port 0: the limit in force", "port 0: the default queue in force", "port 0: the seed in",
        "port 0: the PCP map in force", "port 0: word 0 of the DSCP map in force",
        "port 0: word 7 of the DSCP map in force", "port 0: queue 0: the limit in force",
        "port 0: queue 7: the schedule word in force", "port 0: queue 3: RED's min threshold in",
        "port 0: queue 3: RED's max threshold in", "port 0: queue 5: RED's word in force"}) {
    EXPECT_NE(all.find(text), std::string::npos) << text;
  }
}

TEST(ReadState, IsWhatTheActiveRegistersHold) {
  MockBus bus;
  script::probe(bus, 3);
  script::expect_active(bus, 3);
  Device device(bus);
  EXPECT_EQ(device.read_state(), script::example(3));
  bus.finish();
}

TEST(PlanOfWrites, RefusesWhatDoesNotFitBeforeAnyAccess) {
  MockBus bus;
  script::probe(bus);
  Device device(bus);
  const struct {
    std::function<void(BoardConfig&)> spoil;
    const char* text;
  } cases[] = {
      {[](BoardConfig& c) { c.node_locator = 0x8000; },
       "node-locator is 32768, expected 0 to 32767"},
      {[](BoardConfig& c) { c.interval_us = 10; },
       "interval is 10 us, expected 1, 100, 1000, 10000, 100000"},
      {[](BoardConfig& c) { c.ports[0].capacity = std::uint64_t{1} << 40; },
       "port 0: capacity is 1099511627776, expected 0 to 1099511627775"},
      {[](BoardConfig& c) { c.ports[0].overhead = 64; },
       "port 0: overhead is 64, expected 0 to 63"},
      {[](BoardConfig& c) { c.ports[0].locator = 0x8000; },
       "port 0: locator is 32768, expected 0 to 32767"},
      {[](BoardConfig& c) { c.ports[0].buffer.limit = 1U << 24; },
       "port 0: buffer limit is 16777216, expected 0 to 16777215"},
      {[](BoardConfig& c) { c.ports[0].buffer.default_queue = 8; },
       "port 0: default queue is 8, expected 0 to 7"},
      {[](BoardConfig& c) { c.ports[0].buffer.pcp_map[7] = 8; },
       "port 0: queue of PCP 7 is 8, expected 0 to 7"},
      {[](BoardConfig& c) { c.ports[0].buffer.dscp_map[63] = 255; },
       "port 0: queue of DSCP 63 is 255, expected 0 to 7"},
      {[](BoardConfig& c) { c.ports[0].buffer.queue[7].limit = 1U << 24; },
       "port 0: queue 7: limit is 16777216, expected 0 to 16777215"},
      {[](BoardConfig& c) { c.ports[0].buffer.queue[1].quantum = 1U << 20; },
       "port 0: queue 1: quantum is 1048576, expected 0 to 1048575"},
      {[](BoardConfig& c) { c.ports[0].buffer.queue[2].red.min = 1U << 24; },
       "port 0: queue 2: min is 16777216, expected 0 to 16777215"},
      {[](BoardConfig& c) { c.ports[0].buffer.queue[2].red.max = 1U << 24; },
       "port 0: queue 2: max is 16777216, expected 0 to 16777215"},
      {[](BoardConfig& c) { c.ports[0].buffer.queue[2].red.weight = 16; },
       "port 0: queue 2: weight is 16, expected 0 to 15"},
      {[](BoardConfig& c) { c.ports[0].buffer.queue[2].red.probability = 65537; },
       "port 0: queue 2: probability is 65537, expected 0 to 65536"},
      {[](BoardConfig& c) { c.ports.emplace_back(); },
       "the configuration is for 2 port(s): the board has 1"},
      {[](BoardConfig& c) { c.ports.clear(); },
       "the configuration is for 0 port(s): the board has 1"},
  };
  for (const auto& c : cases) {
    BoardConfig config = script::example();
    c.spoil(config);
    EXPECT_EQ(message_of<DeviceError>([&] { device.apply(config); }), c.text);
  }
  bus.finish();
}

TEST(PlanOfWrites, TakesTheLargestOfEachField) {
  MockBus bus;
  script::probe(bus);
  Device device(bus);
  BoardConfig config = script::example();
  config.node_locator = 0x7FFF;
  config.interval_us = 100000;
  config.ports[0].capacity = (std::uint64_t{1} << 40) - 1;
  config.ports[0].overhead = 63;
  config.ports[0].locator = 0x7FFF;
  const std::vector<RegisterWrite> plan = device.plan(config);
  EXPECT_EQ(plan[0], (RegisterWrite{0x400, 0x7FFF0001}));
  EXPECT_EQ(plan[2], (RegisterWrite{0x408, 4}));
  EXPECT_EQ(plan[3], (RegisterWrite{0x100008, 0xFFFFFFFF}));
  EXPECT_EQ(plan[4], (RegisterWrite{0x10000C, 0xFF}));
  EXPECT_EQ(plan[5], (RegisterWrite{0x100010, 63}));
  EXPECT_EQ(plan[6], (RegisterWrite{0x100014, 0x2FFFF}));
}

}  // namespace
}  // namespace sluice::driver
