// SPDX-License-Identifier: Apache-2.0
// Cover points of a port: what became of its frames, by the golden model's verdicts.
#pragma once

#include <cstddef>

#include "model/port/port.hpp"
#include "tb/coverage/cross.hpp"

namespace sluice::coverage {

class PortPoints {
 public:
  /// `bus_bytes`: 8, 16, 32, 64 or 128. Costs nothing where coverage is off.
  explicit PortPoints(unsigned bus_bytes);

  /// A frame of `length` bytes was accepted at ingress.
  void arrived(std::size_t length, bool bad) {
    if (lengths_ != nullptr) count_arrival(length, bad);
  }
  /// A frame left, and every bit of it was as predicted.
  void left(const model::Departure& departure) {
    if (compared_ != nullptr) count_departure(departure);
  }

 private:
  void count_arrival(std::size_t length, bool bad);
  void count_departure(const model::Departure& departure);

  unsigned width_;  ///< bin of the axis "width"
  Cross* lengths_;
  Cross* compared_;
  Cross* tagged_;
  Cross* untouched_;
};

}  // namespace sluice::coverage
