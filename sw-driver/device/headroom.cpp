// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/device/headroom.hpp"

#include <fmt/format.h>

#include <array>

namespace sluice::driver {
namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr std::uint64_t kGiga = 1'000'000'000;
constexpr std::uint64_t kEthernet = 14, kTag = 4, kFcs = 4;
constexpr std::uint64_t kPreambleAndGap = 20;
constexpr std::uint64_t kPauseFrame = 64;
constexpr std::uint64_t kQuantumBytes = 64;
constexpr std::uint64_t kFemtosecondsPerSecond = 1'000'000'000'000'000;

void check(const char* what, std::uint64_t found, std::uint64_t low, std::uint64_t high,
           const char* unit) {
  if (found >= low && found <= high) return;
  throw HeadroomError(
      fmt::format("{} is {}{}, expected {} to {}{}", what, found, unit, low, high, unit));
}

/// What the line carries in that time; a byte that has begun counts.
std::uint64_t line_bytes(Wide femtoseconds, std::uint64_t speed_bps) {
  const Wide divisor = Wide{kFemtosecondsPerSecond} * 8;
  return static_cast<std::uint64_t>((femtoseconds * speed_bps + divisor - 1) / divisor);
}

/// The highest whole number below numerator / denominator; 0 where there is none.
std::uint64_t below(Wide numerator, Wide denominator) {
  return numerator == 0 ? 0 : static_cast<std::uint64_t>((numerator - 1) / denominator);
}

}  // namespace

std::optional<std::uint32_t> response_quanta(std::uint64_t speed_bps) {
  struct Limit {
    std::uint64_t speed;
    std::uint32_t quanta;
  };
  static constexpr std::array<Limit, 8> kLimits = {{{10 * kGiga, 67},
                                                    {25 * kGiga, 80},
                                                    {40 * kGiga, 118},
                                                    {50 * kGiga, 147},
                                                    {100 * kGiga, 394},
                                                    {200 * kGiga, 453},
                                                    {400 * kGiga, 905},
                                                    {800 * kGiga, 905}}};
  for (const Limit& limit : kLimits) {
    if (limit.speed == speed_bps) return limit.quanta;
  }
  return std::nullopt;
}

LinkHeadroom link_headroom(const LinkOptions& options) {
  check("speed", options.speed_bps, 1'000'000, 1600 * kGiga, " bit/s");
  check("cable", options.cable_mm, 0, 100'000'000, " mm");
  check("delay of the cable", options.delay_ps_per_m, 1'000, 20'000, " ps/m");
  check("MTU", options.mtu, 68, 9'600, " bytes");
  check("tags", options.tags, 0, 3, "");
  check("local delay", options.local_delay_ps, 0, 1'000'000'000, " ps");
  const auto quanta = options.quanta ? options.quanta : response_quanta(options.speed_bps);
  if (!quanta) {
    throw HeadroomError(
        fmt::format("no response limit is known for {} bit/s, expected 10G, 25G, 40G, 50G, 100G, "
                    "200G, 400G, 800G, or the limit in quanta",
                    options.speed_bps));
  }
  check("response limit", *quanta, 0, 65'535, " quanta");
  LinkHeadroom h;
  h.frame = options.mtu + kEthernet + kTag * options.tags + kFcs + kPreambleAndGap;
  h.own = h.frame;
  h.pause = kPauseFrame + kPreambleAndGap;
  h.cable = line_bytes(Wide{2} * options.cable_mm * options.delay_ps_per_m, options.speed_bps);
  h.local = line_bytes(Wide{1000} * options.local_delay_ps, options.speed_bps);
  h.quanta = *quanta;
  h.response = h.quanta * kQuantumBytes;
  h.peer = h.frame;
  h.total = h.own + h.pause + h.cable + h.local + h.response + h.peer;
  return h;
}

DcqcnThresholds dcqcn_thresholds(const SwitchOptions& options) {
  constexpr std::uint64_t kMillion = 1'000'000;
  check("buffer", options.buffer, 1, std::uint64_t{1} << 40, " bytes");
  check("number of ports", options.ports, 1, 4'096, "");
  check("number of priorities", options.priorities, 1, 8, "");
  check("bytes in flight", options.in_flight, 0, std::uint64_t{1} << 32, "");
  check("beta in millionths", options.beta_millionths, 1'000, 1'000 * kMillion, "");
  const std::uint64_t queues = std::uint64_t{options.ports} * options.priorities;
  DcqcnThresholds t;
  t.reserved = queues * options.in_flight;
  if (t.reserved >= options.buffer) {
    throw HeadroomError(fmt::format(
        "headroom of {} ports x {} priorities x {} bytes is {} bytes, expected less than the "
        "buffer of {} bytes",
        options.ports, options.priorities, options.in_flight, t.reserved, options.buffer));
  }
  t.shared = options.buffer - t.reserved;
  const Wide beta = options.beta_millionths;
  t.pfc = t.shared / queues;
  t.ecn_static = below(t.pfc, options.ports);
  t.ecn = below(beta * t.shared, Wide{queues} * (beta + kMillion));
  t.occupied = queues * t.ecn;
  t.pfc_dynamic = static_cast<std::uint64_t>(beta * (t.shared - t.occupied) /
                                             (Wide{kMillion} * options.priorities));
  return t;
}

}  // namespace sluice::driver
