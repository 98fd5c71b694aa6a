// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/out_capture.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

#include "sw-driver/app/annotation.hpp"
#include "sw-driver/app/units.hpp"
#include "tb/capture/pcapng_writer.hpp"
#include "tb/capture/writer.hpp"

namespace sluice::app {
namespace {

constexpr std::string_view kHardware = "Sluice egress port";
constexpr std::string_view kApplication = "sluice " SLUICE_VERSION;

/// "ethernet-1/1" -> "fabric-1/1".
std::string fabric_name(const std::string& port) {
  const std::size_t dash = port.find('-');
  return "fabric" + (dash == std::string::npos ? "-" + port : port.substr(dash));
}

}  // namespace

struct OutCapture::File {
  std::optional<tb::CaptureWriter> pcap;
  std::optional<tb::PcapngWriter> pcapng;
};

OutCapture::OutCapture(OutOptions options)
    : options_(std::move(options)), file_(std::make_unique<File>()) {
  check_annotate(options_.annotate, options_.path);
  if (!tb::is_pcapng_name(options_.path)) {
    file_->pcap.emplace(options_.path);
    return;
  }
  tb::PcapngWriter& writer = file_->pcapng.emplace(
      options_.path, tb::PcapngSection{.hardware = std::string(kHardware),
                                       .application = std::string(kApplication)});
  for (const OutPort& port : options_.ports) {
    writer.add_interface({.name = port.name,
                          .description = "wire side: frames as they leave",
                          .speed_bps = port.speed_bps});
  }
  if (!options_.annotate) return;
  for (const OutPort& port : options_.ports) {
    // What its speed is in bits a second depends on the clock, which no frame depends on.
    writer.add_interface({.name = fabric_name(port.name),
                          .description = "fabric side: frames as they come in, dropped ones too"});
  }
}

OutCapture::~OutCapture() = default;

std::int64_t OutCapture::since_epoch(model::Ticks now) const {
  return options_.epoch_ns + static_cast<std::int64_t>(model::to_ns(now));
}

void OutCapture::arrived(const tb::ArrivedFrame& frame) {
  if (!options_.annotate) return;
  const std::string comment = ingress_comment(frame);
  const auto ports = static_cast<unsigned>(options_.ports.size());
  file_->pcapng->write(since_epoch(frame.arrive), frame.bytes,
                       {.interface = ports + frame.port,
                        .direction = tb::Direction::kInbound,
                        .id = frame.packet,
                        .comment = comment});
}

void OutCapture::left(const tb::LeftFrame& frame) {
  const std::int64_t time = since_epoch(frame.times.sent);
  if (file_->pcap) {
    file_->pcap->write(time, frame.bytes);
    return;
  }
  std::string comment;
  if (options_.annotate) comment = egress_comment(frame, options_.csig_enabled);
  file_->pcapng->write(time, frame.bytes,
                       {.interface = frame.port,
                        .direction = tb::Direction::kOutbound,
                        .id = frame.packet,
                        .comment = comment});
}

void OutCapture::close() {
  if (file_->pcap) file_->pcap->close();
  if (file_->pcapng) file_->pcapng->close();
}

void check_annotate(bool annotate, const std::string& out) {
  if (!annotate || tb::is_pcapng_name(out)) return;
  if (out.empty()) {
    throw UsageError("--annotate: found without --out, expected the .pcapng file for the comments");
  }
  throw UsageError(fmt::format(
      "--annotate: found --out {}, expected a name that ends in .pcapng: other captures have no "
      "room for comments",
      out));
}

}  // namespace sluice::app
