// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <unordered_map>

#include "model/port/ideal.hpp"
#include "sw-driver/app/arrivals.hpp"
#include "sw-driver/app/configuration.hpp"
#include "sw-driver/app/convert.hpp"
#include "sw-driver/app/interrupt.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/report.hpp"
#include "sw-driver/app/summary.hpp"

namespace sluice::app {
namespace {

/// What the model can do, clocks apart: it has none.
driver::Caps model_caps() {
  driver::Caps caps;
  caps.num_ports = 1;
  caps.csig_compact = true;
  caps.red = true;
  const model::PortOptions buffer;
  caps.cell_bytes = buffer.cell_bytes;
  caps.buffer_bytes = buffer.cell_bytes * buffer.buffer_cells;
  return caps;
}

}  // namespace

int model(const TrafficOptions& options) {
  Configuration configuration = load_configuration(options.config, model_caps(), {}, options.speed);
  const driver::PortConfig& port = configuration.board.ports.front();
  check_outputs(input_files(options), {{"--out", options.out}, {"--report", options.report}});
  Arrivals arrivals = open_arrivals(options, configuration);
  const auto out = open_out(options, configuration, arrivals.epoch_ns());

  const auto report = open_report(options);
  tb::FrameObservers observers;
  observers.add(out.get());
  if (report) observers.add(&report->collector());

  std::unordered_map<std::uint32_t, std::uint64_t> packets;  // of the frames inside
  model::IdealPort ideal({.speed = port.capacity, .overhead = port.overhead},
                         [&](const model::Departure& departure, const model::IdealTimes& times) {
                           const auto packet = packets.extract(departure.frame);
                           if (!observers.empty()) {
                             observers.left({.packet = packet.mapped(),
                                             .departure = departure,
                                             .times = {times.first, times.arrive, times.start,
                                                       times.start, times.sent},
                                             .bytes = departure.bytes});
                           }
                         });
  ideal.activate(0, to_model(configuration.board), to_model_ports(configuration.board).front(),
                 to_model_buffers(configuration.board).front());

  const auto wall_start = std::chrono::steady_clock::now();
  Arrivals::Frame frame;
  // The fabric side is as fast as it likes: a frame is in at once.
  while (arrivals.next(frame)) {
    const std::uint32_t number = ideal.port().next_frame();
    const model::Drop drop = ideal.arrive(frame.time, 0, frame.bytes);
    if (drop == model::Drop::kNone) packets.emplace(number, frame.packet);
    if (!observers.empty()) {
      observers.arrived({.packet = frame.packet,
                         .drop = drop,
                         .first = ideal.now(),
                         .arrive = ideal.now(),
                         .bytes = frame.bytes,
                         .arrival = &ideal.port().last_arrival()});
    }
  }
  ideal.drain();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
  if (out) out->close();

  Summary summary;
  summary.counters = to_driver(ideal.port().counters());
  add_arrivals(summary, arrivals);
  summary.simulated_ns = static_cast<double>(ideal.now()) / 4294967296.0;
  summary.wall_seconds = seconds;
  summary.speed = speed_text(configuration.speed_bps());
  const std::string state =
      state_screen(configuration.candidate.tree(), configuration.board, summary.counters);
  if (options.json) {
    print(summary_json(summary, state) + "\n");
  } else {
    print(state + "\n" + summary_text(summary));
    print(fmt::format("golden model alone: {} frames, {:.0f} frames per second, reading included\n",
                      summary.counters.rx_frames,
                      static_cast<double>(summary.counters.rx_frames) / std::max(seconds, 1e-9)));
  }
  if (report) report->write(options, summary, ideal.now());
  if (arrivals.fault()) {
    say("sluice: " + *arrivals.fault());
    return caught_signal() != 0 ? kSignal + caught_signal() : kBadInput;
  }
  return kOk;
}

}  // namespace sluice::app
