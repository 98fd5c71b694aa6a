// SPDX-License-Identifier: Apache-2.0
#include "tests/system/random_frames.hpp"

#include <array>

namespace sluice::test {
namespace {

class Writer {
 public:
  explicit Writer(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  Writer& u16(std::uint64_t value) {
    put(static_cast<std::uint8_t>(value >> 8));
    put(static_cast<std::uint8_t>(value));
    return *this;
  }

 private:
  void put(std::uint8_t value) {
    if (at_ < bytes_.size()) bytes_[at_] = value;
    ++at_;
  }
  std::vector<std::uint8_t>& bytes_;
  std::size_t at_ = 12;
};

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
  Writer w(bytes);
  const std::uint64_t vlans = random.chance(85) ? random.between(0, 2) : 3;
  for (std::uint64_t i = 0; i < vlans; ++i) w.u16(pick(random, kVlans)).u16(random.next());
  if (random.chance(80)) {
    // Signal types 0 to 2 mostly; d mostly clear, so that most tags are compared.
    const std::uint64_t type = random.chance(85) ? random.below(3) : random.below(8);
    const std::uint64_t d = random.chance(10) ? 1 : 0;
    w.u16(random.chance(95) ? tpid : random.next());
    w.u16(type << 13 | (random.next() & 0x1FFE) | d);
    if (random.chance(4)) w.u16(pick(random, kVlans)).u16(random.next());
  }
  w.u16(random.chance(85) ? pick(random, kIp) : pick(random, kOther));
  return bytes;
}

std::vector<std::uint8_t> tagged_frame(std::size_t length, std::uint16_t word, unsigned vlans,
                                       std::uint16_t tpid) {
  std::vector<std::uint8_t> bytes(length);
  for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<std::uint8_t>(i * 11 + length);
  Writer w(bytes);
  for (unsigned i = 0; i < vlans; ++i) w.u16(kVlans[i % 3]).u16(0x2000 + i);
  w.u16(tpid).u16(word).u16(0x0800);
  return bytes;
}

void make_mac_control(std::vector<std::uint8_t>& frame) { Writer(frame).u16(0x8808); }

}  // namespace sluice::test
