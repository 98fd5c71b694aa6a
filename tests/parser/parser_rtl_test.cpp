// SPDX-License-Identifier: Apache-2.0
// The parser at every width, against the model, frame by frame: tags.
#include <array>
#include <random>
#include <vector>

#include "tests/parser/parser_bench.hpp"

namespace sluice {
namespace {

using test::FrameSpec;
using test::kNoGap;
using test::make_frame;

template <class Width>
class ParserRtl : public test::ParserBench<Width> {};
TYPED_TEST_SUITE(ParserRtl, test::ParserWidths, test::BusNames);

TYPED_TEST(ParserRtl, FramesCutAtEveryByteBackToBack) {
  for (std::size_t vlans = 0; vlans <= 3; ++vlans) {
    for (std::size_t length = 14; length <= 140; ++length) {
      const std::vector<std::uint16_t> tags(vlans, model::kEtherStag);
      for (const std::uint16_t next :
           {model::kEtherIpv4, model::kEtherIpv6, model::kEtherCtag, model::kEtherArp}) {
        ASSERT_NO_FATAL_FAILURE(this->feed(
            make_frame({.vlans = tags, .tag = 0x2B85, .ethertype = next, .length = length}), false,
            kNoGap));
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserRtl, EveryEthertypeUntagged) {
  for (unsigned type = 0; type <= 0xFFFF; ++type) {
    ASSERT_NO_FATAL_FAILURE(this->feed(
        make_frame({.ethertype = static_cast<std::uint16_t>(type), .length = 18 + type % 8}), false,
        kNoGap));
  }
  this->drain();
}

TYPED_TEST(ParserRtl, EveryEthertypeBehindATag) {
  for (unsigned type = 0; type <= 0xFFFF; ++type) {
    ASSERT_NO_FATAL_FAILURE(this->feed(make_frame({.tag = static_cast<std::uint16_t>(type * 7),
                                                   .ethertype = static_cast<std::uint16_t>(type),
                                                   .length = 18 + type % 8}),
                                       false, kNoGap));
  }
  this->drain();
}

TYPED_TEST(ParserRtl, EveryVlanTpidAtEveryPlace) {
  constexpr std::array<std::uint16_t, 4> kTypes = {0x8100, 0x88A8, 0x9100, 0x0600};
  for (const std::uint16_t outer : kTypes) {
    for (const std::uint16_t middle : kTypes) {
      for (const std::uint16_t inner : kTypes) {
        ASSERT_NO_FATAL_FAILURE(this->feed(
            make_frame({.vlans = {outer, middle, inner}, .tag = 0x1234}), false, kNoGap));
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserRtl, TypesOneBitFromAVlanTpidOrIpAreNoneAtEveryPlace) {
  for (const unsigned type : {0x8100U, 0x88A8U, 0x9100U, 0x0800U, 0x86DDU}) {
    for (unsigned bit = 0; bit < 16; ++bit) {
      const auto near = static_cast<std::uint16_t>(type ^ 1U << bit);
      for (unsigned before = 0; before < 3; ++before) {
        std::vector<std::uint16_t> vlans(before, 0x8100);
        ASSERT_NO_FATAL_FAILURE(this->feed(
            make_frame({.vlans = vlans, .tag = 0x1234, .ethertype = near}), false, kNoGap));
        vlans.push_back(near);
        ASSERT_NO_FATAL_FAILURE(
            this->feed(make_frame({.vlans = vlans, .tag = 0x1234}), false, kNoGap));
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserRtl, DroppedFramesLeaveNoTraceAtAnyLength) {
  for (std::size_t length = 0; length <= 140; ++length) {
    ASSERT_NO_FATAL_FAILURE(this->feed(
        make_frame({.vlans = {0x8100, 0x8100}, .tag = 0, .length = length}), true, kNoGap));
    ASSERT_NO_FATAL_FAILURE(
        this->feed(make_frame({.tag = 0x4000, .length = 14 + length}), false, kNoGap));
  }
  this->drain();
}

TYPED_TEST(ParserRtl, RandomFramesWithGapsDropsAndEmptyLastBeats) {
  std::mt19937_64 random(test::seed(83));
  constexpr std::array<std::uint16_t, 12> kTypes = {0x0800, 0x86DD, 0x8100, 0x88A8, 0x9100, 0x0806,
                                                    0x8808, 0x88CC, 0x22E7, 0x22E9, 0x0600, 0x05FF};
  const auto type = [&] {
    return random() % 5 == 0 ? static_cast<std::uint16_t>(random())
                             : kTypes[random() % kTypes.size()];
  };
  for (int i = 0; i < 20'000; ++i) {
    FrameSpec spec;
    for (std::uint64_t n = random() % 4; n > 0; --n) spec.vlans.push_back(type());
    if (random() % 3 != 0) spec.tag = static_cast<std::uint16_t>(random());
    spec.ethertype = type();
    spec.length = random() % 2 == 0 ? 14 + random() % 20 : 14 + random() % 200;
    if (random() % 500 == 0) spec.length = 9'600 - random() % 130;
    const unsigned gaps = random() % 3 == 0 ? 1 : 0;
    ASSERT_NO_FATAL_FAILURE(this->feed(
        make_frame(spec), random() % 6 == 0, [&] { return gaps != 0 && random() % 3 == 0; },
        random() % 4 == 0));
  }
  this->drain();
}

}  // namespace
}  // namespace sluice
