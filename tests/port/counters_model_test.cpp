// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "model/common/wire.hpp"
#include "model/port/counters.hpp"
#include "tests/port/bench.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/seed.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::PortBench;

// The register file is the one source of the names and their order.
TEST(Counters, NamesAndOrderAreThoseOfTheRegisterFile) {
  std::ifstream file(SLUICE_SOURCE_DIR "/regs/stats.rdl");
  ASSERT_TRUE(file) << "regs/stats.rdl cannot be opened";
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string type, name, place;
    if (words >> type >> name >> place && type == "stat_reg" && place.starts_with('@')) {
      names.push_back(name);
    }
  }
  std::vector<std::string> expected(kCounterNames.begin(), kCounterNames.end());
  expected.insert(expected.end(), {"ip_broken", "watermark", "depth"});
  EXPECT_EQ(names, expected);
}

Bytes random_frame(std::mt19937_64& random) {
  static constexpr std::array<std::uint16_t, 6> kTypes = {kEtherIpv4, kEtherIpv6,       kEtherArp,
                                                          kEtherCtag, kEtherMacControl, 0x1234};
  test::FrameSpec spec;
  spec.vlans.assign(random() % 4, kEtherCtag);
  if (random() % 3 != 0) spec.tag = static_cast<std::uint16_t>(random());
  spec.ethertype = kTypes[random() % 4 == 0 ? random() % kTypes.size() : random() % 2];
  spec.length = random() % 10 == 0 ? random() % 30 : 30 + random() % 300;
  if (random() % 100 == 0) spec.length = 9'590 + random() % 20;
  return test::make_frame(spec);
}

TEST(Counters, EveryFrameAndByteIsAccountedForAtAnyMoment) {
  std::mt19937_64 random(test::seed(47));
  PortBench bench;
  bench.port.capacity = 500'000'000;  // small enough for the traffic to be felt
  bench.activate();
  std::uint64_t snapshots_frames = 0;  // taken away by clearing snapshots
  std::deque<std::size_t> lengths;     // of the frames inside, oldest first
  std::uint64_t rx = 0, rx_bytes = 0, tx_bytes = 0, drops = 0;
  std::uint32_t to_select = 0, to_start = 0;
  std::deque<std::uint32_t> queued, selected;
  Counters total;
  const auto add = [&](const Counters& part) {
    for (const auto member : kCounterMembers) total.*member += part.*member;
  };
  for (int i = 0; i < 200'000; ++i) {  // long enough for what is rare, whatever the seed
    bench.now += random() % 3 == 0 ? from_ns(random() % 100) : 0;
    switch (random() % 8) {
      case 0:
      case 1: {
        const Bytes frame = random_frame(random);
        const std::uint32_t number = bench.model.next_frame();
        const bool bad = random() % 20 == 0;
        const Drop drop = bench.model.arrive(bench.now, bench.now, frame, bad);
        ++rx;
        rx_bytes += frame.size();
        drops += drop != Drop::kNone;
        if (drop == Drop::kNone) {
          queued.push_back(number);
          lengths.push_back(frame.size());
        }
        break;
      }
      case 2:
      case 3:
        if (queued.empty()) break;
        to_select = queued.front();
        queued.pop_front();
        selected.push_back(to_select);
        bench.model.select(bench.now, to_select);
        break;
      case 4:
      case 5:
        if (selected.empty()) break;
        to_start = selected.front();
        selected.pop_front();
        bench.model.start(bench.now, to_start);
        break;
      case 6:
        if (bench.model.in_flight() == 0) break;
        {
          Departure out = bench.model.sent(bench.now);
          const std::size_t before = lengths.front();
          lengths.pop_front();
          ASSERT_TRUE(out.outcome == Outcome::kStripped || out.bytes.size() == before);
          tx_bytes += out.bytes.size();
          bench.model.recycle(std::move(out));
        }
        break;
      default:
        if (random() % 20 == 0) {
          add(bench.model.snapshot(true).port);
          ++snapshots_frames;
        } else if (random() % 20 == 0) {
          bench.port.action = static_cast<Action>(random() % 3);
          bench.csig.enable = random() % 8 != 0;
          bench.activate();
        }
    }
    if (i % 64 != 0) continue;
    add(bench.model.snapshot(true).port);
    ASSERT_EQ(total.rx_frames, rx);
    ASSERT_EQ(total.rx_bytes, rx_bytes);
    ASSERT_EQ(total.tx_bytes, tx_bytes);
    ASSERT_EQ(total.drop_bad + total.drop_runt + total.drop_oversize, drops);
    ASSERT_EQ(total.rx_frames, total.tx_frames + drops + bench.model.queued_frames() +
                                   bench.model.selected_frames() + bench.model.in_flight());
    const std::uint64_t compared =
        total.csig_abw_frames + total.csig_rel_frames + total.csig_delay_frames;
    ASSERT_EQ(compared, total.csig_abw_updated + total.csig_rel_updated + total.csig_delay_updated +
                            total.csig_equal + total.csig_less_severe);
    ASSERT_LE(compared + total.csig_unsupported + total.csig_d_set + total.csig_passed +
                  total.csig_stripped + total.csig_truncated + total.csig_vlan_after +
                  total.csig_non_ip + total.csig_foreign_tpid,
              total.tx_frames);
  }
  for (std::size_t i = 0; i < kCounters; ++i) {
    EXPECT_GT(total.*kCounterMembers[i], 0U) << kCounterNames[i] << " was never exercised";
  }
  EXPECT_GT(snapshots_frames, 0U);
}

TEST(Counters, SnapshotWithoutClearCopiesAndKeeps) {
  PortBench bench;
  bench.pass(test::make_frame({.length = 64}));
  const Counters copy = bench.model.snapshot(false).port;
  EXPECT_EQ(copy.tx_frames, 1U);
  EXPECT_EQ(copy.rx_bytes, 64U);
  EXPECT_EQ(bench.model.counters(), copy);
  EXPECT_EQ(bench.model.snapshot(true).port, copy);
  EXPECT_EQ(bench.model.counters(), Counters{});
}

TEST(Counters, RxCountsAtArriveAndAllOthersAtSent) {
  PortBench bench;
  const Bytes frame = test::make_frame({.tag = 0x4000});
  bench.model.arrive(0, 0, frame, false);
  EXPECT_EQ(bench.model.counters().rx_frames, 1U);
  bench.model.select(0, 0);
  bench.model.start(from_ns(300), 0);
  EXPECT_EQ(bench.model.counters().csig_delay_frames, 0U);
  EXPECT_EQ(bench.model.counters().tx_frames, 0U);
  bench.model.sent(from_ns(300));
  EXPECT_EQ(bench.model.counters().csig_delay_frames, 1U);
  EXPECT_EQ(bench.model.counters().csig_delay_updated, 1U);
  EXPECT_EQ(bench.model.counters().tx_frames, 1U);
}

}  // namespace
}  // namespace sluice::model
