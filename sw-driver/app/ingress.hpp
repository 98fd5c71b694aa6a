// SPDX-License-Identifier: Apache-2.0
// Frames of one capture as they arrive: tagged by the source, spaced by the pace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

/// A moment on a line, exactly: whole ticks and a fraction of one.
class LineTime {
 public:
  LineTime() = default;
  explicit LineTime(std::uint64_t bits_per_second) : speed_(bits_per_second) {}

  void advance(std::uint64_t bits);
  /// Waits for `time` where it has not come yet.
  void not_before(model::Ticks time);

  model::Ticks ticks() const { return whole_; }  ///< rounded down
  /// Moments of lines with different speeds compare exactly.
  bool operator<(const LineTime& other) const;

 private:
  model::Ticks whole_ = 0;
  model::Ticks rest_ = 0;  ///< in ticks / speed
  std::uint64_t speed_ = 1;
};

/// Reads a capture frame by frame. A fault in the capture ends the frames; what came before counts.
class Ingress {
 public:
  /// kWire: a frame is there at its time in the capture or of the pace. kPort: it came in over a
  /// line of its own, at `speed_bps`, and is there with its last byte; frames do not overlap on
  /// that line.
  enum class Kind : std::uint8_t { kWire, kPort };

  struct Frame {
    std::uint64_t packet = 0;  ///< number in the capture, from 1
    LineTime there;            ///< earliest arrival, from the start of the run
    std::vector<std::uint8_t> bytes;
  };

  /// Errors: CaptureError where the capture cannot be opened or its first frame cannot be read.
  Ingress(const std::string& path, const ArrivalOptions& options, Kind kind);

  /// False at the end, or at a fault in the capture.
  bool next(Frame& frame);

  /// The fault that ended the frames, if any.
  const std::optional<std::string>& fault() const { return fault_; }
  /// Time in the capture at which the run begins: that of its first frame, unless set earlier.
  std::int64_t epoch_ns() const { return epoch_ns_; }
  void set_epoch_ns(std::int64_t epoch_ns) { epoch_ns_ = epoch_ns; }
  std::uint64_t inserted() const { return inserted_; }
  const tb::CaptureNotes& notes() const { return reader_.notes(); }

 private:
  void stopped();
  bool read(model::Ticks& since);
  void tag(std::vector<std::uint8_t>& bytes);

  tb::CaptureReader reader_;
  ArrivalOptions options_;
  Kind kind_;
  tb::CapturedFrame captured_;
  std::optional<std::string> fault_;
  bool first_ = true;  ///< captured_ holds the first frame, read by the constructor
  std::int64_t epoch_ns_ = 0;
  LineTime line_;  ///< when the next frame may begin at this pace
  std::uint64_t inserted_ = 0;
};

}  // namespace sluice::app
