// SPDX-License-Identifier: Apache-2.0
// Frames of a capture as they arrive at the port: tagged by the source, spaced by the pace.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "model/common/time.hpp"
#include "model/csig/config.hpp"
#include "sw-driver/app/units.hpp"
#include "tb/capture/reader.hpp"

namespace sluice::app {

/// Which signal a source NIC asks for. kMixed: each tagged frame the next one of the three.
enum class Insert : std::uint8_t { kNone, kAbw, kRelative, kDelay, kMixed };

/// "none", "abw", "relative", "delay" or "mixed". Errors: UsageError.
Insert parse_insert(const std::string& text);

struct ArrivalOptions {
  Pace pace{};
  Insert insert = Insert::kNone;
  std::uint16_t tpid = 0x0600;
  std::uint64_t speed_bps = 0;  ///< of the line
  unsigned overhead = 24;       ///< bytes a frame on the line beside the frame
};

/// Reads a capture frame by frame. A fault in the capture ends the frames; what came before counts.
class Arrivals {
 public:
  /// Errors: CaptureError where the capture cannot be opened or its first frame cannot be read.
  Arrivals(const std::string& path, ArrivalOptions options);

  struct Frame {
    std::uint64_t packet = 0;  ///< number in the capture, from 1
    model::Ticks time = 0;     ///< earliest arrival, from the start of the run
    std::vector<std::uint8_t> bytes;
  };

  /// False at the end, or at a fault in the capture.
  bool next(Frame& frame);

  /// The fault that ended the frames, if any.
  const std::optional<std::string>& fault() const { return fault_; }
  /// Time of the first frame in the capture.
  std::int64_t epoch_ns() const { return epoch_ns_; }
  std::uint64_t inserted() const { return inserted_; }
  const tb::CaptureNotes& notes() const { return reader_.notes(); }

 private:
  model::Ticks line_time(std::size_t length);
  void stopped();

  tb::CaptureReader reader_;
  ArrivalOptions options_;
  std::uint64_t pace_bps_;
  tb::CapturedFrame captured_;
  std::optional<std::string> fault_;
  bool first_ = true;  ///< captured_ holds the first frame, read by the constructor
  std::int64_t epoch_ns_ = 0;
  model::Ticks line_free_ = 0;  ///< when the next frame may begin at this pace
  model::Ticks remainder_ = 0;  ///< of the divisions so far, so that no time is lost
  std::uint64_t inserted_ = 0;
};

}  // namespace sluice::app
