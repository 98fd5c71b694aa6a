// SPDX-License-Identifier: Apache-2.0
// Somebody who is told what becomes of each frame, with the golden model's reasons.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/port/port.hpp"
#include "tb/scoreboard/diff.hpp"

namespace sluice::tb {

/// When the events of one frame happened (docs/architecture.md).
struct FrameTimes {
  model::Ticks first = 0;  ///< first beat at ingress
  model::Ticks arrive = 0, select = 0, start = 0, sent = 0;
};

/// A frame whose last ingress beat was accepted. What it refers to is valid during the call.
struct ArrivedFrame {
  std::uint64_t packet = 0;  ///< number in the capture, from 1; 0: not known
  model::Drop drop = model::Drop::kNone;
  model::Ticks first = 0, arrive = 0;
  std::span<const std::uint8_t> bytes;
  unsigned port = 0;
  const model::Arrival* arrival = nullptr;  ///< its queue, depth and RED's decision; never nullptr
};

/// A frame whose last beat left. What it refers to is valid during the call.
struct LeftFrame {
  std::uint64_t packet = 0;  ///< number in the capture, from 1; 0: not known
  const model::Departure& departure;
  FrameTimes times;
  std::span<const std::uint8_t> bytes;          ///< as they left
  const FrameDifference* difference = nullptr;  ///< to what the model says; nullptr: none
  unsigned port = 0;
};

/// Calls come in the order of the events. What a call throws ends the run.
class FrameObserver {
 public:
  virtual ~FrameObserver() = default;
  virtual void arrived(const ArrivedFrame& frame) = 0;
  virtual void left(const LeftFrame& frame) = 0;
};

/// Tells several observers, in the order in which they were added.
class FrameObservers : public FrameObserver {
 public:
  /// nullptr: nobody.
  void add(FrameObserver* observer) {
    if (observer != nullptr) observers_.push_back(observer);
  }
  bool empty() const { return observers_.empty(); }
  void arrived(const ArrivedFrame& frame) override {
    for (FrameObserver* observer : observers_) observer->arrived(frame);
  }
  void left(const LeftFrame& frame) override {
    for (FrameObserver* observer : observers_) observer->left(frame);
  }

 private:
  std::vector<FrameObserver*> observers_;
};

}  // namespace sluice::tb
