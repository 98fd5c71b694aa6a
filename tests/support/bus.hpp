// SPDX-License-Identifier: Apache-2.0
// A verilated block at one width, for tests that run at each (TYPED_TEST_SUITE).
#pragma once

#include <cstddef>
#include <cstring>
#include <string>

#include "tb/sim/pins.hpp"

namespace sluice::test {

/// `Block` is the class that Verilator made of a block with a data bus of `kLanes` bytes.
template <class Block, std::size_t kLanes>
struct Bus {
  using Dut = Block;
  static constexpr std::size_t kBytes = kLanes;
};

class BusNames {
 public:
  template <class Width>
  static std::string GetName(int) {
    return "W" + std::to_string(Width::kBytes * 8);
  }
};

/// A verilated tkeep is an integer or, of a bus of 1024 bits, an array of words.
template <class Pin>
void put_keep(Pin& pin, tb::Keep keep) {
  std::memcpy(&pin, &keep, sizeof(pin));
}
template <class Pin>
tb::Keep get_keep(const Pin& pin) {
  tb::Keep keep = 0;
  std::memcpy(&keep, &pin, sizeof(pin));
  return keep;
}

}  // namespace sluice::test
