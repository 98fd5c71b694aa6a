// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sw-driver/app/bus_speed.hpp"
#include "sw-driver/app/configuration.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/simulated_board.hpp"

namespace sluice::app {

int check(const CheckOptions& options) {
  const Configuration configuration = load_configuration(
      options.config, probe(options.width), driver::Period::of_hz(options.clock), options.speed);
  check_speed(options.width, options.clock, configuration.speed_bps(),
              configuration.board.ports.front().overhead);
  print(fmt::format("{}: can be committed\n", options.config));
  return kOk;
}

}  // namespace sluice::app
