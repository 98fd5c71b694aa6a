// SPDX-License-Identifier: Apache-2.0
// Frames as they arrive at the egress port: of one capture, or merged from several ingress ports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sw-driver/app/ingress.hpp"

namespace sluice::app {

/// A capture that comes in over a port of its own.
struct IngressFile {
  std::string path;
  std::optional<std::uint64_t> speed_bps;  ///< of that port; unset: as the egress port
};

/// "a.pcap" or "a.pcap@100G". A file whose whole name is the text is that file. Errors: UsageError.
IngressFile parse_ingress(const std::string& text);

/// One capture: each frame is offered at its time. Several: each is a port with a line of its own;
/// a frame is there when its last byte is; where two are there at the same moment, the port that is
/// named first comes first. Each port's pace is that of its own line. At the capture's pace all
/// captures share one clock, which begins with their earliest frame; else all begin at once.
class Arrivals {
 public:
  /// Errors: CaptureError where a capture cannot be opened or its first frame cannot be read.
  Arrivals(const std::string& path, const ArrivalOptions& options);
  /// `ports`: at least one. Errors: as above.
  Arrivals(const std::vector<IngressFile>& ports, const ArrivalOptions& options);

  struct Frame {
    std::uint64_t packet =
        0;                  ///< from 1: in the capture, or as they merged where there are several
    model::Ticks time = 0;  ///< earliest arrival, from the start of the run
    std::vector<std::uint8_t> bytes;
    unsigned ingress = 0;  ///< which of the ports
  };

  /// False at the end, or at a fault in one of the captures: none of the frames that are left
  /// comes.
  bool next(Frame& frame);

  /// The fault that ended the frames, if any.
  const std::optional<std::string>& fault() const { return fault_; }
  /// Time in the captures at which the run begins.
  std::int64_t epoch_ns() const { return epoch_ns_; }
  std::uint64_t inserted() const;
  /// Of all captures together.
  tb::CaptureNotes notes() const;

 private:
  struct Port {
    Ingress ingress;
    Ingress::Frame frame;
    bool has = false;
  };
  bool fill(Port& port);

  std::vector<Port> ports_;
  bool merged_ = false;  ///< frames are numbered here, and read ahead
  std::optional<std::string> fault_;
  std::int64_t epoch_ns_ = 0;
  std::uint64_t packets_ = 0;
};

}  // namespace sluice::app
