// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/recording.hpp"

#include <utility>

namespace sluice::bench {

RecordingDut::RecordingDut(std::unique_ptr<tb::Dut> design)
    : Dut(design->bus_bytes()), design_(std::move(design)) {
  pins_ = design_->pins();
}

Recording RecordingDut::take() { return std::exchange(recording_, {}); }

void RecordingDut::settle() {
  design_->pins() = pins_;
  design_->settle();
  pins_ = design_->pins();
}

void RecordingDut::rise() {
  recording_.push_back(pins_);
  design_->rise();
  pins_.now = design_->pins().now;
}

}  // namespace sluice::bench
