// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/bus/bus.hpp"

#include <fmt/format.h>

namespace sluice::driver {

std::string_view name(BusFault fault) {
  switch (fault) {
    case BusFault::kSlaveError:
      return "slave error";
    case BusFault::kDecodeError:
      return "decode error";
    case BusFault::kTimeout:
      return "no answer";
  }
  return "unknown fault";
}

BusError::BusError(std::uint32_t address, bool write, BusFault fault)
    : Error(fmt::format("bus: {} of register {:#08x}: {}", write ? "write" : "read", address,
                        name(fault))),
      address_(address),
      write_(write),
      fault_(fault) {}

}  // namespace sluice::driver
