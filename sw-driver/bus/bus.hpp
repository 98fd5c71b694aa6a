// SPDX-License-Identifier: Apache-2.0
// Register access, 32 bits at a time, whatever carries it.
//
// A back end derives from Bus and turns every refused or lost access into a BusError. Addresses are
// bytes from the start of the register map (regs/sluice.rdl), multiples of 4.
#pragma once

#include <cstdint>
#include <string_view>

#include "sw-driver/bus/error.hpp"

namespace sluice::driver {

/// Why an access failed.
enum class BusFault : std::uint8_t {
  kSlaveError,   ///< SLVERR: unmapped, write to read-only, read of write-only, port that the board
                 ///< lacks
  kDecodeError,  ///< DECERR: no slave at all
  kTimeout,      ///< no answer in the back end's limit
};

std::string_view name(BusFault fault);

class BusError : public Error {
 public:
  BusError(std::uint32_t address, bool write, BusFault fault);

  std::uint32_t address() const { return address_; }
  bool write() const { return write_; }
  BusFault fault() const { return fault_; }

 private:
  std::uint32_t address_;
  bool write_;
  BusFault fault_;
};

class Bus {
 public:
  virtual ~Bus() = default;

  /// Errors: BusError.
  virtual std::uint32_t read32(std::uint32_t address) = 0;
  /// Returns when the write has been acknowledged. Errors: BusError.
  virtual void write32(std::uint32_t address, std::uint32_t value) = 0;
};

}  // namespace sluice::driver
