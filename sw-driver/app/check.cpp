// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sw-driver/app/bus_speed.hpp"
#include "sw-driver/app/configuration.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/queue_summary.hpp"
#include "sw-driver/app/simulated_board.hpp"
#include "sw-driver/dialect/srlinux/printer.hpp"

namespace sluice::app {

int check(const CheckOptions& options) {
  const driver::Caps caps = probe(options.width);
  const Configuration configuration = load_configuration(
      options.config, caps, driver::Period::of_hz(options.clock), options.speed, options.language);
  check_speed(options.width, options.clock, configuration.speed_bps(),
              configuration.board.ports.front().overhead);
  if (options.language == Language::kNvue) {
    print(driver::srlinux::print(configuration.candidate.tree()));
  }
  print(queue_summary(configuration.board, caps));
  print(fmt::format("{}: can be committed\n", options.config));
  return kOk;
}

}  // namespace sluice::app
