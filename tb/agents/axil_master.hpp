// SPDX-License-Identifier: Apache-2.0
// Register accesses over AXI4-Lite. A call steps the kernel until its response is there, so traffic
// goes on.
#pragma once

#include <cstdint>

#include "tb/common/random.hpp"
#include "tb/sim/kernel.hpp"

namespace sluice::tb {

struct AxilOptions {
  unsigned max_delay =
      0;  ///< clocks, random 0 to this: before AW, W, AR are offered and B, R are taken
  std::uint64_t seed = 1;
  std::uint64_t bound = 100'000;  ///< clocks until a Timeout
};

/// One access at a time. Must be added to the kernel that it is given.
/// Errors: BusError where the response is not OKAY, Timeout where none comes, ParameterError for an
/// address that is not a multiple of 4 or above 21 bits.
class AxilMaster : public Component {
 public:
  explicit AxilMaster(Kernel& kernel, AxilOptions options = {});

  std::uint32_t read(std::uint32_t address);
  void write(std::uint32_t address, std::uint32_t value);

  void drive(const Moment& at, Pins& pins) override;
  void sample(const Moment& at, const Pins& pins) override;
  void reset() override;
  Ticks next_action(const Moment& at) const override { return busy_ ? at.now : kNever; }

 private:
  /// A channel whose valid (AW, W, AR) or ready (B, R) this side drives.
  struct Lane {
    bool wanted = false;
    std::uint64_t from = 0;  ///< not before this clock
    bool active(std::uint64_t cycle) const { return wanted && cycle >= from; }
  };
  std::uint64_t later();
  void check_address(std::uint32_t address) const;
  void finish(const char* verb, std::uint32_t address);

  Kernel& kernel_;
  AxilOptions options_;
  Random random_;
  Lane aw_, w_, b_, ar_, r_;
  std::uint32_t address_ = 0, data_ = 0;
  std::uint8_t response_ = 0;
  bool busy_ = false;
  bool cut_ = false;  ///< reset came before the response
};

}  // namespace sluice::tb
