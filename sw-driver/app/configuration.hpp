// SPDX-License-Identifier: Apache-2.0
// From --config and the other options to what the board is to have in force.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sw-driver/app/arrivals.hpp"
#include "sw-driver/app/language.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/out_capture.hpp"
#include "sw-driver/config/candidate.hpp"
#include "sw-driver/config/commit.hpp"

namespace sluice::app {

struct Configuration {
  driver::Candidate candidate;
  driver::BoardConfig board;

  std::uint64_t speed_bps(unsigned port = 0) const { return board.ports.at(port).capacity * 8; }
};

/// Reads and checks `file` (empty: the schema's defaults); what is worth knowing goes to standard
/// error. Errors: driver::ConfigError.
Configuration load_configuration(const std::string& file, const driver::Caps& caps,
                                 driver::Period period, std::optional<std::uint64_t> speed,
                                 Language language = Language::kByContent);

/// How arrivals are made for this configuration.
ArrivalOptions arrival_options(const Configuration& configuration, const Pace& pace,
                               std::optional<Insert> insert);

/// Captures and configuration that a command reads.
std::vector<std::string> input_files(const TrafficOptions& options);

/// The frames of the command's capture or captures. Errors: as Arrivals.
Arrivals open_arrivals(const TrafficOptions& options, const Configuration& configuration);

/// The file of --out for this configuration; nothing where there is none. Errors: as OutCapture's.
std::unique_ptr<OutCapture> open_out(const TrafficOptions& options,
                                     const Configuration& configuration, std::int64_t epoch_ns);

/// The state screen of congestion signaling.
std::string state_screen(const driver::Tree& running, const driver::BoardConfig& in_force,
                         const driver::PortCounters& total);

}  // namespace sluice::app
