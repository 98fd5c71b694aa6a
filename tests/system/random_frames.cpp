// SPDX-License-Identifier: Apache-2.0
#include "tests/system/random_frames.hpp"

#include <array>

#include "tests/support/frames.hpp"

namespace sluice::test {
namespace {

template <std::size_t N>
std::uint16_t pick(tb::Random& random, const std::array<std::uint16_t, N>& from) {
  return from[random.below(N)];
}

constexpr std::array<std::uint16_t, 3> kVlans = {0x8100, 0x88A8, 0x9100};
constexpr std::array<std::uint16_t, 2> kIp = {0x0800, 0x86DD};
constexpr std::array<std::uint16_t, 10> kOther = {0x0806, 0x8808, 0x88CC, 0x22E7, 0x22E9,
                                                  0x05DC, 0x0601, 0x893F, 0x8100, 0x0000};

}  // namespace

std::vector<std::uint8_t> random_frame(tb::Random& random, std::size_t length, std::uint16_t tpid) {
  std::vector<std::uint8_t> bytes(length);
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random.next());
  FrameSpec spec;
  const std::uint64_t vlans = random.chance(85) ? random.between(0, 2) : 3;
  for (std::uint64_t i = 0; i < vlans; ++i) spec.vlans.push_back(pick(random, kVlans));
  if (random.chance(80)) {
    // Signal types 0 to 2 mostly; d mostly clear, so that most tags are compared.
    const std::uint64_t type = random.chance(85) ? random.below(3) : random.below(8);
    const std::uint64_t d = random.chance(10) ? 1 : 0;
    spec.tpid = random.chance(95) ? tpid : static_cast<std::uint16_t>(random.next());
    spec.tag = static_cast<std::uint16_t>(type << 13 | (random.next() & 0x1FFE) | d);
    if (random.chance(4)) spec.vlans_after.push_back(pick(random, kVlans));
  }
  spec.ethertype = random.chance(85) ? pick(random, kIp) : pick(random, kOther);
  put_headers(bytes, spec);
  return bytes;
}

std::vector<std::uint8_t> tagged_frame(std::size_t length, std::uint16_t word, unsigned vlans,
                                       std::uint16_t tpid) {
  FrameSpec spec{.tag = word, .tpid = tpid, .length = length};
  for (unsigned i = 0; i < vlans; ++i) spec.vlans.push_back(kVlans[i % kVlans.size()]);
  spec.salt = static_cast<unsigned>(length);
  return make_frame(spec);
}

void make_mac_control(std::vector<std::uint8_t>& frame) {
  put_headers(frame, {.ethertype = model::kEtherMacControl});
}

}  // namespace sluice::test
