// SPDX-License-Identifier: Apache-2.0
// A verilated block with clk_i and rst_ni, driven clock by clock: set inputs, settle(), look,
// edge().
#pragma once

#include <cstdint>
#include <memory>

#include "tests/support/verilated_context.hpp"

namespace sluice::test {

/// `Dut` is the class that Verilator made.
template <class Dut>
class Clocked {
 public:
  /// Out of reset, the clock low; the other inputs are anything.
  Clocked() : context_(make_context()), dut_(std::make_unique<Dut>(context_.get())) {
    dut_->clk_i = 0;
    // A reset is seen where it falls.
    for (const unsigned level : {1U, 0U}) {
      dut_->rst_ni = level;
      settle();
    }
    edge();
    dut_->rst_ni = 1;
    settle();
  }
  ~Clocked() { dut_->final(); }
  Clocked(const Clocked&) = delete;
  Clocked& operator=(const Clocked&) = delete;

  Dut* operator->() { return dut_.get(); }
  Dut& operator*() { return *dut_; }

  /// Inputs work through to the outputs.
  void settle() { dut_->eval(); }

  /// The rising edge, and back to low.
  void edge() {
    dut_->clk_i = 1;
    dut_->eval();
    dut_->clk_i = 0;
    dut_->eval();
    check_assertions(*context_);
  }

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Dut> dut_;
};

/// Packs fields into a flattened SystemVerilog struct, first field (most significant) first.
class BitPacker {
 public:
  /// `width` 1..64.
  BitPacker& put(std::uint64_t value, unsigned width) {
    for (unsigned bit = width; bit-- > 0;) bits_ = bits_ << 1 | (value >> bit & 1);
    return *this;
  }
  /// Up to 64 bits.
  std::uint64_t narrow() const { return static_cast<std::uint64_t>(bits_); }
  /// Up to 128 bits, into the words of a wide port.
  template <class Wide>
  void store(Wide& port, unsigned words) const {
    for (unsigned i = 0; i < words; ++i) port[i] = static_cast<std::uint32_t>(bits_ >> (32 * i));
  }

 private:
  __extension__ unsigned __int128 bits_ = 0;
};

/// Takes fields out of a wide port, first field (most significant) first.
template <class Wide>
class BitReader {
 public:
  BitReader(const Wide& port, unsigned width) : port_(port), left_(width) {}

  /// `width` 1..128.
  __extension__ unsigned __int128 take(unsigned width) {
    __extension__ unsigned __int128 value = 0;
    for (unsigned i = 0; i < width; ++i) {
      --left_;
      value = value << 1 | (port_[left_ / 32] >> (left_ % 32) & 1U);
    }
    return value;
  }

 private:
  const Wide& port_;
  unsigned left_;
};

}  // namespace sluice::test
