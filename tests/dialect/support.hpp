// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "sw-driver/config/commit.hpp"
#include "sw-driver/dialect/srlinux/parser.hpp"

namespace sluice::test {

inline std::shared_ptr<const driver::Schema> schema() {
  static const std::shared_ptr<const driver::Schema> kSchema = driver::Schema::load();
  return kSchema;
}

inline driver::Candidate read(std::string_view text) {
  return driver::srlinux::read_text(schema(), text, "t.cfg");
}

/// A board of `ports` ports at 250 MHz with a meter of 15 clocks, compact tags and 4 MiB of buffer
/// a port.
inline driver::BoardFacts board(unsigned ports = 1) {
  driver::BoardFacts facts;
  facts.caps.num_ports = ports;
  facts.caps.csig_compact = true;
  facts.caps.meter_clocks = 15;
  facts.caps.buffer_bytes = 4U << 20;
  facts.caps.cell_bytes = 64;
  facts.caps.queues = driver::kQueues;
  facts.period = driver::Period::of_hz(250'000'000);
  return facts;
}

/// Message of the configuration error that `call` ends with; fails where there is none.
template <typename E = driver::ConfigError, typename F>
std::string error_of(F call) {
  try {
    call();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return "";
}

}  // namespace sluice::test
