// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/bus/mock_bus.hpp"

#include <fmt/format.h>

#include <string>

namespace sluice::driver {
namespace {

std::string describe(bool write, std::uint32_t address, std::uint32_t value) {
  return write ? fmt::format("write {:#010x} to {:#08x}", value, address)
               : fmt::format("read of {:#08x}", address);
}

}  // namespace

void MockBus::expect_read(std::uint32_t address, std::uint32_t answer) {
  steps_.push_back({false, address, answer, std::nullopt});
}

void MockBus::expect_write(std::uint32_t address, std::uint32_t value) {
  steps_.push_back({true, address, value, std::nullopt});
}

void MockBus::fail_read(std::uint32_t address, BusFault fault) {
  steps_.push_back({false, address, 0, fault});
}

void MockBus::fail_write(std::uint32_t address, std::uint32_t value, BusFault fault) {
  steps_.push_back({true, address, value, fault});
}

const MockBus::Step& MockBus::next(bool write, std::uint32_t address, std::uint32_t value) {
  const std::string found = describe(write, address, value);
  if (position_ == steps_.size()) {
    throw ScriptError(
        fmt::format("bus script, step {}: found {}, expected no further access", position_, found));
  }
  const Step& step = steps_[position_];
  if (step.write != write || step.address != address || (write && step.value != value)) {
    throw ScriptError(fmt::format("bus script, step {}: found {}, expected {}", position_, found,
                                  describe(step.write, step.address, step.value)));
  }
  ++position_;
  if (step.fault) throw BusError(address, write, *step.fault);
  return step;
}

std::uint32_t MockBus::read32(std::uint32_t address) { return next(false, address, 0).value; }

void MockBus::write32(std::uint32_t address, std::uint32_t value) { next(true, address, value); }

void MockBus::finish() const {
  if (position_ == steps_.size()) return;
  const Step& step = steps_[position_];
  throw ScriptError(fmt::format("bus script, step {}: found the end, expected {} ({} steps left)",
                                position_, describe(step.write, step.address, step.value),
                                steps_.size() - position_));
}

}  // namespace sluice::driver
