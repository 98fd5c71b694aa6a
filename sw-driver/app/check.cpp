// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sw-driver/app/configuration.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/simulated_board.hpp"

namespace sluice::app {

int check(const CheckOptions& options) {
  load_configuration(options.config, probe(options.width), driver::Period::of_hz(options.clock),
                     options.speed);
  print(fmt::format("{}: can be committed\n", options.config));
  return kOk;
}

}  // namespace sluice::app
