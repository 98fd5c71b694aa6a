// SPDX-License-Identifier: Apache-2.0
#include "tb/traffic/traffic.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "tb/capture/writer.hpp"

namespace sluice::app {

int traffic(const TrafficMakerOptions& options) {
  tb::TrafficOptions traffic;
  traffic.frames = options.frames;
  traffic.seed = options.seed;
  traffic.speed_bps = options.speed;
  traffic.load_percent = options.load_percent;
  const tb::Traffic checked(traffic);  // refuses before the file is touched
  tb::CaptureWriter writer(options.out);
  const std::uint64_t bytes = tb::write_traffic(traffic, writer);
  writer.close();
  print(fmt::format("{}: {} frames, {} bytes, seed {}, {} at {} % load\n", options.out,
                    writer.frames(), bytes, options.seed, speed_text(options.speed),
                    options.load_percent));
  return kOk;
}

}  // namespace sluice::app
