// SPDX-License-Identifier: Apache-2.0
// What the command line asks for, parsed and checked, and the commands that act on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sw-driver/app/arrivals.hpp"
#include "sw-driver/app/language.hpp"
#include "sw-driver/app/units.hpp"
#include "tb/agents/axis_sink.hpp"

namespace sluice::app {

/// Exit statuses of every command.
inline constexpr int kOk = 0;
inline constexpr int kDiffers = 1;   ///< RTL and golden model differ, or the design misbehaves
inline constexpr int kBadInput = 2;  ///< capture, configuration, option or file that cannot be used
inline constexpr int kSignal = 128;  ///< plus the signal that stopped the run, as shells have it
inline constexpr int kInternal = 3;  ///< a fault of the program itself

/// Options that `run` and `model` share.
struct TrafficOptions {
  std::string capture;                 ///< sent at its times; empty where there is `in`
  std::vector<IngressFile> in;         ///< captures of ingress ports, merged
  std::string config;                  ///< empty: the schema's defaults
  std::string out;                     ///< empty: none; pcapng where it ends in .pcapng, else pcap
  std::string report;                  ///< page of pictures; empty: none
  bool annotate = false;               ///< verdicts as comments in `out`
  std::optional<std::uint64_t> speed;  ///< bits a second, whatever is configured
  Pace pace;
  std::optional<Insert> insert;  ///< unset: mixed where congestion signaling is enabled, else none
  bool json = false;
};

/// Where a run is to stop: one of the two.
struct BreakAt {
  std::uint64_t packet = 0;              ///< number in the capture, from 1; 0: none
  std::optional<std::uint64_t> time_ps;  ///< from the start of the run
};

struct RunOptions : TrafficOptions {
  std::uint64_t clock = 1'000'000'000;  ///< hertz
  unsigned width = 512;                 ///< bits of the data bus
  std::uint64_t seed = 1;               ///< of back-pressure and source gaps
  tb::BackPressure back_pressure = tb::BackPressure::kNone;
  unsigned back_pressure_percent = 50;
  std::string waves;                                                    ///< empty: none
  std::optional<std::pair<std::uint64_t, std::uint64_t>> waves_cycles;  ///< first and last
  std::uint64_t snapshot_every = 1'000'000;  ///< clocks evaluated between sleeping copies; 0: none
  std::uint64_t waves_context = 20'000;      ///< clocks evaluated with waves before a difference
  std::string difference_waves;              ///< empty: a name of its own beside --out, or here
  std::optional<BreakAt> break_at;
  bool skip_idle = true;
  std::uint64_t plant_difference = 0;  ///< packet whose first byte is changed on the wire; 0: none
  std::string program;                 ///< for the reproduction: how it was called,
  std::string arguments;               ///< and what stood behind `run`, without options for waves
};

struct CheckOptions {
  std::string config;
  Language language = Language::kByContent;
  std::uint64_t clock = 1'000'000'000;
  unsigned width = 512;
  std::optional<std::uint64_t> speed;
};

/// Sends a capture through the verilated port and compares everything with the golden model.
int run(const RunOptions& options);
/// Sends a capture through the golden model alone.
int model(const TrafficOptions& options);
/// Says whether a configuration can be committed on this build's board.
int check(const CheckOptions& options);

}  // namespace sluice::app
