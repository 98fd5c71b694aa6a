// SPDX-License-Identifier: Apache-2.0
// A bus that plays a script: each access must be the next step, to the bit. For tests of the
// driver.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sw-driver/bus/bus.hpp"

namespace sluice::driver {

/// The driver left the script: what() names the step, what was found and what was expected.
class ScriptError : public Error {
 public:
  using Error::Error;
};

class MockBus : public Bus {
 public:
  /// Steps are appended in the order in which they must happen.
  void expect_read(std::uint32_t address, std::uint32_t answer);
  void expect_write(std::uint32_t address, std::uint32_t value);
  /// The access is expected and answered with a BusError.
  void fail_read(std::uint32_t address, BusFault fault);
  void fail_write(std::uint32_t address, std::uint32_t value, BusFault fault);

  /// Errors: ScriptError where the access is not the next step, BusError where the script says so.
  std::uint32_t read32(std::uint32_t address) override;
  void write32(std::uint32_t address, std::uint32_t value) override;

  /// Ends the script. Errors: ScriptError where steps are left.
  void finish() const;

  std::size_t position() const { return position_; }
  std::size_t size() const { return steps_.size(); }

 private:
  struct Step {
    bool write;
    std::uint32_t address;
    std::uint32_t value;  ///< read: the answer, which is not compared
    std::optional<BusFault> fault;
  };
  const Step& next(bool write, std::uint32_t address, std::uint32_t value);

  std::vector<Step> steps_;
  std::size_t position_ = 0;
};

}  // namespace sluice::driver
