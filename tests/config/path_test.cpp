// SPDX-License-Identifier: Apache-2.0
// The whole way: a file, its validation, the register writes that it ends in.
#include <gtest/gtest.h>

#include <map>

#include "sw-driver/bus/mock_bus.hpp"
#include "sw-driver/config/file.hpp"
#include "sw-driver/dialect/nvue/reader.hpp"
#include "tests/dialect/seed_screens.hpp"
#include "tests/dialect/support.hpp"
#include "tests/driver/board_script.hpp"

namespace sluice::driver {
namespace {

TEST(WholeWay, TheExampleFileBecomesItsRegisterWritesAndIsReadBack) {
  MockBus bus;
  script::probe(bus);
  bus.expect_read(0x410, 0);
  const std::pair<std::uint32_t, std::uint32_t> staged[] = {
      {0x400, 9U << 16 | 1},  {0x404, 0x0600},          {0x408, 1},
      {0x100008, 0xA43B7400}, {0x10000C, 0xB},  // 50e9 bytes a second
      {0x100010, 24},         {0x100014, 1U << 15 | 9},
  };
  for (const auto& [address, value] : staged) bus.expect_write(address, value);
  script::expect_buffer_writes(bus, script::kPort0, {});
  const std::array tables = {test::kAbw, test::kRelative, test::kDelay};
  std::uint32_t entry = 0x1000;
  for (const auto& table : tables) {
    for (const std::uint64_t maximum : table) {
      bus.expect_write(entry, static_cast<std::uint32_t>(maximum));
      bus.expect_write(entry + 4, static_cast<std::uint32_t>(maximum >> 32));
      entry += 8;
    }
  }
  bus.expect_write(0x40C, 0xF);
  bus.expect_read(0x410, 1U << 1);
  const std::pair<std::uint32_t, std::uint32_t> active[] = {
      {0x420, 9U << 16 | 1},    {0x424, 0x0600}, {0x428, 1},
      {0x100020, 0xA43B7400},   {0x100024, 0xB}, {0x100028, 24},
      {0x10002C, 1U << 15 | 9},
  };
  for (const auto& [address, value] : active) bus.expect_read(address, value);
  script::expect_buffer_reads(bus, script::kPort0, {});
  entry = 0x1400;
  for (const auto& table : tables) {
    for (const std::uint64_t maximum : table) {
      bus.expect_read(entry, static_cast<std::uint32_t>(maximum));
      bus.expect_read(entry + 4, static_cast<std::uint32_t>(maximum >> 32));
      entry += 8;
    }
  }

  Device device(bus);
  Candidate candidate =
      srlinux::read_file(test::schema(), std::string(SLUICE_SOURCE_DIR) + "/examples/srl1.cfg");
  const BoardFacts facts{device.caps(), Period::of_hz(250'000'000), 100'000'000'000, std::nullopt};
  device.apply(check(candidate, facts).board);
  bus.finish();
}

/// Writes of a plan that differ from those after a reset, by offset in port 0's block.
std::map<std::uint32_t, std::uint32_t> changed(const BoardConfig& board) {
  MockBus bus;
  script::probe(bus);
  const Device device(bus);
  const auto reset = test::BufferFields{}.words();
  std::map<std::uint32_t, std::uint32_t> result;
  for (const RegisterWrite& write : device.plan(board)) {
    const auto found = reset.find(write.address - script::kPort0);
    if (found != reset.end() && found->second != write.value) result[found->first] = write.value;
  }
  return result;
}

std::string example(const char* name) {
  return read_config_text(std::string(SLUICE_SOURCE_DIR) + "/examples/" + name);
}

constexpr std::uint32_t kRoceRed = 65536U | 3U << 24;  // 100 %, enable, ecn

TEST(WholeWay, TheRoceExampleBecomesItsRegisterWrites) {
  Candidate candidate = test::read(example("roce.cfg"));
  const auto words = changed(check(candidate, test::board()).board);
  const std::map<std::uint32_t, std::uint32_t> expected = {{0x200, 1'000'000}, {0x204, 9'600},
                                                           {0x264, 28'800},    {0x268, 150'000},
                                                           {0x26C, 1'500'000}, {0x270, kRoceRed}};
  EXPECT_EQ(words, expected);
}

TEST(WholeWay, TheNvueExampleActsOnTheRoceQueueAlone) {
  Candidate candidate = nvue::read_text(test::schema(), example("roce.nv"), "roce.nv", 1);
  const auto words = changed(check(candidate, test::board()).board);
  const std::map<std::uint32_t, std::uint32_t> expected = {
      {0x268, 150'000}, {0x26C, 1'500'000}, {0x270, kRoceRed}};
  EXPECT_EQ(words, expected);
}

TEST(WholeWay, ARefusedConfigurationNeverReachesTheBoard) {
  MockBus bus;
  script::probe(bus);
  Device device(bus);
  Candidate candidate = test::read("oam { congestion-signaling { tag-length wide } }");
  const BoardFacts facts{device.caps(), Period::of_hz(250'000'000), 100'000'000'000, std::nullopt};
  EXPECT_THROW(device.apply(check(candidate, facts).board), CommitError);
  bus.finish();
}

}  // namespace
}  // namespace sluice::driver
