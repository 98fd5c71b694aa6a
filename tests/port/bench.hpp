// SPDX-License-Identifier: Apache-2.0
// Drives the port model with one frame after the other.
#pragma once

#include <cstdint>
#include <span>

#include "model/csig/defaults.hpp"
#include "model/port/port.hpp"

namespace sluice::test {

class PortBench {
 public:
  /// CSIG enabled with the default tables, a 400G port without overhead.
  PortBench() {
    csig.enable = true;
    csig.tables = model::kDefaultTables;
    port.capacity = 50'000'000'000;
    port.overhead = 0;
    activate();
  }

  void activate() { model.activate(now, csig, port, buffer); }

  /// A frame that starts `delay` after it arrived with one beat, and is sent at once.
  model::Departure pass(std::span<const std::uint8_t> bytes, model::Ticks delay = 0) {
    const std::uint32_t frame = model.next_frame();
    model.arrive(now, now, bytes, false);
    now += delay;
    model.select(now, frame);
    model.start(now, frame);
    return model.sent(now);
  }

  model::Port model;
  model::CsigConfig csig;
  model::PortConfig port;
  model::BufferConfig buffer;
  model::Ticks now = 0;
};

}  // namespace sluice::test
