// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/arrivals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sluice::app {

IngressFile parse_ingress(const std::string& text) {
  const std::size_t at = text.rfind('@');
  std::error_code ignored;
  if (at == std::string::npos || std::filesystem::exists(text, ignored)) return {text, {}};
  try {
    return {text.substr(0, at), parse_speed(text.substr(at + 1))};
  } catch (const UsageError&) {
    throw UsageError(
        fmt::format("--in: found '{}', expected a file, or FILE@SPEED with a speed from 1M to 1.6T "
                    "bits a second, such as a.pcap@100G",
                    text));
  }
}

Arrivals::Arrivals(const std::string& path, const ArrivalOptions& options) {
  ports_.push_back({Ingress(path, options, Ingress::Kind::kWire), {}, false});
  epoch_ns_ = ports_.front().ingress.epoch_ns();
}

Arrivals::Arrivals(const std::vector<IngressFile>& ports, const ArrivalOptions& options)
    : merged_(true) {
  for (const IngressFile& port : ports) {
    ArrivalOptions own = options;
    own.speed_bps = port.speed_bps.value_or(options.speed_bps);
    ports_.push_back({Ingress(port.path, own, Ingress::Kind::kPort), {}, false});
  }
  epoch_ns_ = ports_.front().ingress.epoch_ns();
  if (options.pace.kind == Pace::Kind::kCapture) {
    for (const Port& port : ports_) epoch_ns_ = std::min(epoch_ns_, port.ingress.epoch_ns());
    for (Port& port : ports_) port.ingress.set_epoch_ns(epoch_ns_);
  }
  for (Port& port : ports_) {
    if (!fill(port)) break;
  }
}

/// False at a fault.
bool Arrivals::fill(Port& port) {
  port.has = port.ingress.next(port.frame);
  if (!port.has) fault_ = port.ingress.fault();
  return !fault_;
}

bool Arrivals::next(Frame& frame) {
  if (fault_) return false;
  if (!merged_ && !fill(ports_.front())) return false;
  Port* first = nullptr;
  for (Port& port : ports_) {
    if (port.has && (first == nullptr || port.frame.there < first->frame.there)) first = &port;
  }
  if (first == nullptr) return false;
  std::swap(frame.bytes, first->frame.bytes);
  frame.time = first->frame.there.ticks();
  frame.packet = merged_ ? ++packets_ : first->frame.packet;
  frame.ingress = static_cast<unsigned>(first - ports_.data());
  if (merged_) fill(*first);
  return true;
}

std::uint64_t Arrivals::inserted() const {
  std::uint64_t sum = 0;
  for (const Port& port : ports_) sum += port.ingress.inserted();
  return sum;
}

tb::CaptureNotes Arrivals::notes() const {
  tb::CaptureNotes sum;
  for (const Port& port : ports_) {
    const tb::CaptureNotes& notes = port.ingress.notes();
    sum.frames += notes.frames;
    sum.bytes += notes.bytes;
    sum.cut += notes.cut;
    sum.backwards += notes.backwards;
    sum.empty += notes.empty;
  }
  return sum;
}

}  // namespace sluice::app
