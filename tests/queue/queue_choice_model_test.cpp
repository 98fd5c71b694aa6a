// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "model/common/wire.hpp"
#include "model/queue/classify.hpp"
#include "model/queue/config.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/ip.hpp"
#include "tests/support/seed.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using Vlans = std::vector<std::uint16_t>;

unsigned queue_of(const BufferConfig& config, const Bytes& frame) {
  const Headers headers = parse(frame);
  return choose_queue(config, headers, parse_ip(frame, headers, {.enabled = true}));
}

Bytes tagged(unsigned pcp, std::uint8_t tos, Vlans vlans = {kEtherCtag}) {
  Bytes frame = test::make_ip_frame({.vlans = std::move(vlans)}, tos);
  frame[14] = static_cast<std::uint8_t>(pcp << 5);
  return frame;
}

BufferConfig random_maps(std::mt19937_64& random) {
  BufferConfig config;
  for (auto& queue : config.pcp_map) queue = random() % 8;
  for (auto& queue : config.dscp_map) queue = random() % 8;
  config.default_queue = random() % 8;
  return config;
}

TEST(QueueChoice, AfterResetPcpIsTheQueueAndDscpItsUpperThreeBitsAndAllElseIsQueueZero) {
  const BufferConfig config;
  for (unsigned pcp = 0; pcp < 8; ++pcp) EXPECT_EQ(queue_of(config, tagged(pcp, 0xFF)), pcp);
  for (unsigned tos = 0; tos < 256; ++tos) {
    const auto byte = static_cast<std::uint8_t>(tos);
    EXPECT_EQ(queue_of(config, test::make_ip_frame({}, byte)), tos >> 5);
    EXPECT_EQ(queue_of(config, test::make_ip_frame({.ethertype = kEtherIpv6}, byte)), tos >> 5);
  }
  EXPECT_EQ(queue_of(config, test::make_frame({.ethertype = kEtherArp})), 0U);
}

TEST(QueueChoice, EveryPcpAndDscpGoesByItsOwnEntryOfTheMap) {
  std::mt19937_64 random(test::seed(71));
  for (int i = 0; i < 20; ++i) {
    const BufferConfig config = random_maps(random);
    for (unsigned pcp = 0; pcp < 8; ++pcp) {
      EXPECT_EQ(queue_of(config, tagged(pcp, 0)), config.pcp_map[pcp]);
    }
    for (unsigned dscp = 0; dscp < 64; ++dscp) {
      const auto tos = static_cast<std::uint8_t>(dscp << 2 | random() % 4);
      EXPECT_EQ(queue_of(config, test::make_ip_frame({}, tos)), config.dscp_map[dscp]);
      EXPECT_EQ(queue_of(config, test::make_ip_frame({.tag = 0x1234}, tos)), config.dscp_map[dscp])
          << "a CSIG tag is no VLAN tag";
    }
  }
}

TEST(QueueChoice, AVlanTagWinsOverIpAndTheOuterTagOverTheInner) {
  BufferConfig config;
  config.dscp_map.fill(7);
  EXPECT_EQ(queue_of(config, tagged(2, 0)), 2U);
  Bytes two = tagged(5, 0, {kEtherStag, kEtherCtag});
  two[18] = 3 << 5;
  EXPECT_EQ(queue_of(config, two), 5U);
}

TEST(QueueChoice, ABrokenHeaderOrNoIpGoesToTheDefaultQueueAndATagWithoutIpByItsPcp) {
  BufferConfig config;
  config.default_queue = 6;
  Bytes broken = test::make_ip_frame({}, 0xFC);
  broken[14] = 0x44;
  EXPECT_EQ(queue_of(config, broken), 6U);
  EXPECT_EQ(queue_of(config, test::make_frame({.ethertype = kEtherLldp})), 6U);
  EXPECT_EQ(queue_of(config, test::make_frame({.length = 14})), 6U);
  Bytes tag = test::make_frame({.vlans = {kEtherCtag}, .ethertype = kEtherArp});
  tag[14] = 4 << 5;
  EXPECT_EQ(queue_of(config, tag), 4U);
}

TEST(BufferConfigCheck, RefusesSeedZeroAndAQuantumOutOfRangeOfAQueueThatIsNotStrict) {
  BufferConfig config;
  EXPECT_NO_THROW(check(config));
  config.seed = 0;
  EXPECT_THROW(check(config), std::invalid_argument);
  for (unsigned q = 0; q < kQueues; ++q) {
    for (const std::uint32_t quantum : {0U, 9'599U, 9'600U, (1U << 20) - 1, 1U << 20}) {
      BufferConfig other;
      other.queue[q].quantum = quantum;
      EXPECT_NO_THROW(check(other)) << "strict queues have none";
      other.queue[q].strict = false;
      if (quantum == 9'600 || quantum == (1U << 20) - 1) {
        EXPECT_NO_THROW(check(other));
      } else {
        EXPECT_THROW(check(other), std::invalid_argument) << quantum;
      }
    }
  }
}

}  // namespace
}  // namespace sluice::model
