// SPDX-License-Identifier: Apache-2.0
// The parser at every width, against the model, frame by frame: IP headers, priority, and the
// configuration that a frame sees.
#include <array>
#include <filesystem>
#include <random>
#include <vector>

#include "tests/parser/parser_bench.hpp"
#include "tests/support/ip.hpp"
#include "tests/support/shared_captures.hpp"

namespace sluice {
namespace {

using test::Bytes;
using test::FrameSpec;
using test::kNoGap;
using Vlans = std::vector<std::uint16_t>;

constexpr model::CsigState kOn{.enabled = true, .tpid = model::kTpidDefault};
constexpr model::CsigState kOff{.enabled = false, .tpid = model::kTpidDefault};

template <class Width>
class ParserIpRtl : public test::ParserBench<Width> {
 protected:
  void send(const Bytes& frame) { ASSERT_NO_FATAL_FAILURE(this->feed(frame, false, kNoGap)); }
};
TYPED_TEST_SUITE(ParserIpRtl, test::ParserWidths, test::BusNames);

/// Zero to two VLAN tags, without and with a CSIG tag behind them.
std::vector<FrameSpec> tag_stacks(std::uint16_t ethertype) {
  std::vector<FrameSpec> specs;
  for (const Vlans& vlans : {Vlans{}, Vlans{0x8100}, Vlans{0x88A8, 0x8100}}) {
    specs.push_back({.vlans = vlans, .ethertype = ethertype});
    specs.push_back({.vlans = vlans, .tag = 0x2B85, .ethertype = ethertype});
  }
  return specs;
}

std::size_t ip_at(const FrameSpec& spec) {
  return 14 + 4 * (spec.vlans.size() + (spec.tag ? 1 : 0));
}

TYPED_TEST(ParserIpRtl, EveryTrafficClassBehindEveryMixOfTags) {
  this->activate_next(kOn);
  for (const std::uint16_t type : {model::kEtherIpv4, model::kEtherIpv6}) {
    for (const std::uint16_t outer : {0, 0x8100, 0x88A8, 0x9100}) {
      for (const std::uint16_t inner : {0, 0x8100, 0x88A8, 0x9100}) {
        for (const bool tag : {false, true}) {
          FrameSpec spec{.ethertype = type};
          if (outer != 0) spec.vlans.push_back(outer);
          if (inner != 0) spec.vlans.push_back(inner);
          if (tag) spec.tag = 0x2B85;
          for (unsigned tos = 0; tos < 256; ++tos) {
            spec.salt = tos;
            this->send(test::make_ip_frame(spec, static_cast<std::uint8_t>(tos)));
            if (this->HasFatalFailure()) return;
          }
        }
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserIpRtl, EveryPriorityOfTheOuterTag) {
  for (unsigned tci = 0; tci < 256; ++tci) {
    for (std::size_t length = 14; length <= 20; ++length) {
      Bytes frame = test::make_frame({.vlans = {0x88A8, 0x8100}, .length = length});
      if (length > 14) frame[14] = static_cast<std::uint8_t>(tci);
      this->send(frame);
      if (this->HasFatalFailure()) return;
    }
  }
  this->drain();
}

TYPED_TEST(ParserIpRtl, Ipv4WithEveryVersionIhlAndTotalLengthAtItsEdges) {
  this->activate_next(kOn);
  for (const FrameSpec& stack : tag_stacks(model::kEtherIpv4)) {
    for (const std::size_t room : {20U, 21U, 24U, 59U, 60U, 61U, 300U}) {
      FrameSpec spec = stack;
      const std::size_t ip = ip_at(spec);
      spec.length = ip + room;
      for (unsigned ihl = 0; ihl < 16; ++ihl) {
        const std::size_t header = std::size_t{4} * ihl;
        for (const std::size_t total :
             {std::size_t{0}, std::size_t{19}, std::size_t{20}, header - 1, header, header + 1,
              room - 1, room, room + 1, std::size_t{0xFFFF}, room | 0x4000}) {
          Bytes frame = test::make_ip_frame(spec, 0x02);
          frame[ip] = static_cast<std::uint8_t>(0x40 | ihl);
          model::store16(frame, ip + 2, static_cast<std::uint16_t>(total));
          this->send(frame);
          if (this->HasFatalFailure()) return;
        }
      }
      for (unsigned version = 0; version < 16; ++version) {
        Bytes frame = test::make_ip_frame(spec, 0x01);
        frame[ip] = static_cast<std::uint8_t>(version << 4 | 5);
        this->send(frame);
        if (this->HasFatalFailure()) return;
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserIpRtl, Ipv6WithEveryVersionAndPayloadLengthAtItsEdges) {
  this->activate_next(kOn);
  for (const FrameSpec& stack : tag_stacks(model::kEtherIpv6)) {
    for (const std::size_t room : {40U, 41U, 48U, 300U}) {
      FrameSpec spec = stack;
      const std::size_t ip = ip_at(spec);
      spec.length = ip + room;
      for (const std::size_t payload :
           {std::size_t{0}, std::size_t{1}, room - 41, room - 40, room - 39, std::size_t{0xFFFF},
            std::size_t{0xFFD8}, std::size_t{0xFFD7}}) {
        Bytes frame = test::make_ip_frame(spec, 0x02);
        model::store16(frame, ip + 4, static_cast<std::uint16_t>(payload));
        this->send(frame);
        if (this->HasFatalFailure()) return;
      }
      for (unsigned version = 0; version < 16; ++version) {
        Bytes frame = test::make_ip_frame(spec, 0x01);
        frame[ip] = static_cast<std::uint8_t>(version << 4 | (frame[ip] & 0xF));
        this->send(frame);
        if (this->HasFatalFailure()) return;
      }
    }
  }
  this->drain();
}

// Behind a whole header each: what a short frame lacks still stands in the registers.
TYPED_TEST(ParserIpRtl, FramesCutAtEveryByteBehindWholeOnes) {
  this->activate_next(kOn);
  for (const std::uint16_t type : {model::kEtherIpv4, model::kEtherIpv6}) {
    for (const FrameSpec& spec : tag_stacks(type)) {
      const Bytes whole = test::make_ip_frame(spec, 0x2A);
      for (std::size_t length = 14; length <= ip_at(spec) + 61; ++length) {
        // Lengths that say no more than the header does, and such that fit what is left.
        for (const bool shrink : {false, true}) {
          Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
          const std::size_t ip = ip_at(spec);
          if (shrink && type == model::kEtherIpv4 && length >= ip + 4) {
            model::store16(cut, ip + 2, static_cast<std::uint16_t>(length - ip));
          }
          if (shrink && type == model::kEtherIpv6 && length >= ip + 6) {
            model::store16(cut, ip + 4, 0);
          }
          this->send(whole);
          if (this->HasFatalFailure()) return;
          this->send(cut);
          if (this->HasFatalFailure()) return;
        }
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserIpRtl, AfterResetNoTagIsLookedBehind) {
  for (const FrameSpec& spec : tag_stacks(model::kEtherIpv4))
    this->send(test::make_ip_frame(spec, 2));
  this->drain();
}

TYPED_TEST(ParserIpRtl, TpidsOneBitFromTheOneInForceAreNone) {
  for (const std::uint16_t tpid : std::array<std::uint16_t, 4>{0x0600, 0x1234, 0xEDCB, 0xFFFF}) {
    this->activate_next({.enabled = true, .tpid = tpid});
    for (unsigned vlans = 0; vlans < 3; ++vlans) {
      for (unsigned bit = 0; bit <= 16; ++bit) {
        const auto near = static_cast<std::uint16_t>(bit == 16 ? tpid : tpid ^ 1U << bit);
        this->send(test::make_ip_frame({.vlans = Vlans(vlans, 0x8100), .tag = 0x2B85, .tpid = near},
                                       0x02));
        if (this->HasFatalFailure()) return;
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserIpRtl, AFrameSeesWhatIsInForceInTheClockOfItsLastBeat) {
  for (const std::size_t length : {64U, 65U, 128U, 130U, 300U}) {
    const Bytes frame = test::make_ip_frame({.tag = 0x2B85, .length = length}, 0x02);
    const int beats = static_cast<int>((length + TypeParam::kBytes - 1) / TypeParam::kBytes);
    for (const bool on : {false, true}) {
      // The activation falls before the frame, into each of its clocks, and behind it.
      for (int at = -2; at <= beats + 2; ++at) {
        this->activate_next(on ? kOff : kOn);
        for (int i = 0; i < 4; ++i) this->idle();
        int clock = -3;
        const auto pass = [&] {
          if (clock++ == at) this->activate_next(on ? kOn : kOff);
        };
        for (; clock < 0;) {
          pass();
          this->idle();
        }
        ASSERT_NO_FATAL_FAILURE(this->feed(frame, false, [&] {
          pass();
          return false;
        }));
        while (clock <= beats + 2) {
          pass();
          ASSERT_NO_FATAL_FAILURE(this->idle());
        }
      }
    }
  }
  this->drain();
}

TYPED_TEST(ParserIpRtl, FramesOfRealCaptures) {
  const std::filesystem::path folder = SLUICE_CAPTURES;
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
  const std::vector<Bytes> frames =
      test::captured_frames(folder, {"ecn_", "ipv4_", "ipv6_", "vlan_", "derived_", "runt_"});
  ASSERT_GT(frames.size(), 300U);
  for (const model::CsigState& csig : {kOn, kOff}) {
    this->activate_next(csig);
    for (const Bytes& frame : frames) {
      // Such are dropped before.
      ASSERT_NO_FATAL_FAILURE(this->feed(frame, frame.size() < 14 || frame.size() > 9'600, kNoGap));
    }
  }
  this->drain();
}

TYPED_TEST(ParserIpRtl, RandomHeadersUnderAConfigurationThatChanges) {
  std::mt19937_64 random(test::seed(84));
  this->activate_at_random(true);
  const auto any = [&](auto... values) {
    const std::array list{static_cast<std::size_t>(values)...};
    return list[random() % list.size()];
  };
  for (int i = 0; i < 20'000; ++i) {
    FrameSpec spec{.salt = static_cast<unsigned>(random())};
    for (std::uint64_t n = random() % 4; n > 0; --n) {
      spec.vlans.push_back(static_cast<std::uint16_t>(any(0x8100, 0x88A8, 0x9100)));
    }
    if (random() % 2 == 0) spec.tag = static_cast<std::uint16_t>(random());
    spec.tpid = static_cast<std::uint16_t>(any(0x0600, 0x0600, 0x0600, 0x0601, 0x88CC, 0x05FF));
    spec.ethertype =
        static_cast<std::uint16_t>(any(0x0800, 0x0800, 0x86DD, 0x86DD, 0x0600, 0x0806));
    spec.length = 14 + random() % any(12, 40, 120);
    if (random() % 500 == 0) spec.length = 9'600 - random() % 130;
    Bytes frame = test::make_frame(spec);
    const std::size_t ip = ip_at(spec);
    const std::size_t left = frame.size() > ip ? frame.size() - ip : 0;
    const auto put = [&](std::size_t at, std::size_t value) {
      if (at < frame.size()) frame[at] = static_cast<std::uint8_t>(value);
    };
    if (spec.vlans.size() <= 2 && random() % 8 != 0) {
      const bool v4 = spec.ethertype == model::kEtherIpv4;
      put(ip, v4 ? any(0x45, 0x45, 0x44, 0x40 | random() % 16) : any(0x60, 0x6F, 0x70, random()));
      put(ip + 1, random());
      const std::size_t total = v4 ? any(left, left, left + 1, left - 1, 20, random())
                                   : any(left - 40, left - 40, left - 39, 0, 1, random());
      put(ip + (v4 ? 2 : 4), total >> 8);
      put(ip + (v4 ? 3 : 5), total);
    }
    ASSERT_NO_FATAL_FAILURE(this->feed(
        frame, random() % 6 == 0, [&] { return random() % 8 == 0; }, random() % 4 == 0));
  }
  this->drain();
}

}  // namespace
}  // namespace sluice
