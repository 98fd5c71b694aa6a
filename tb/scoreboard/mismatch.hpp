// SPDX-License-Identifier: Apache-2.0
// The first difference between RTL and golden model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/common/error.hpp"

namespace sluice::tb {

/// What differed, where and when. Exit status 1.
struct Difference {
  std::string field;     ///< 'CSIG tag bucket', 'byte 37', 'length', 'counter tx_frames', ...
  std::string expected;  ///< golden model, or the rule
  std::string found;     ///< RTL
  std::string event;     ///< arrive, select, start, sent, activate, snapshot
  std::optional<std::uint32_t> frame;  ///< number at ingress since reset, from 0
  std::uint64_t packet = 0;            ///< number in the capture, from 1; 0: not known
  std::uint64_t time_ns = 0;
  std::uint64_t cycle = 0;
  std::string context;  ///< what the model did with the frame; may be empty
};

class Mismatch : public Error {
 public:
  explicit Mismatch(Difference difference);
  const Difference& difference() const { return difference_; }

 private:
  Difference difference_;
};

}  // namespace sluice::tb
