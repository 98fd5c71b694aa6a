// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/summary.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

namespace sluice::app {
namespace {

/// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string duration(double ns) {
  if (ns < 1e3) return fmt::format("{:.1f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.3f} us", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:.3f} ms", ns / 1e6);
  return fmt::format("{:.6f} s", ns / 1e9);
}

std::string signal_line(std::string_view name, std::uint64_t updated, std::uint64_t compared,
                        std::uint64_t bytes) {
  return fmt::format("  {:<30}{:>12} updated of {:>12} compared, {} bytes\n", name,
                     grouped(updated), grouped(compared), grouped(bytes));
}

}  // namespace

void add_arrivals(Summary& summary, const Arrivals& arrivals) {
  summary.inserted = arrivals.inserted();
  summary.cut = arrivals.notes().cut;
  summary.empty = arrivals.notes().empty;
  summary.backwards = arrivals.notes().backwards;
  summary.fault = arrivals.fault();
}

std::string summary_text(const Summary& s) {
  const auto& c = s.counters;
  std::string out;
  out += fmt::format("frames in                       {:>12}   {} bytes\n", grouped(c.rx_frames),
                     grouped(c.rx_bytes));
  out += fmt::format("frames out                      {:>12}   {} bytes, {} of MAC Control\n",
                     grouped(c.tx_frames), grouped(c.tx_bytes), grouped(c.tx_mac_control));
  if (s.inserted != 0)
    out += fmt::format("tags inserted by the source     {:>12}\n", grouped(s.inserted));
  out += "CSIG tags\n";
  out +=
      signal_line("available-bandwidth", c.csig_abw_updated, c.csig_abw_frames, c.csig_abw_bytes);
  out += signal_line("relative-available-bandwidth", c.csig_rel_updated, c.csig_rel_frames,
                     c.csig_rel_bytes);
  out += signal_line("delay", c.csig_delay_updated, c.csig_delay_frames, c.csig_delay_bytes);
  out += fmt::format("  equal {}, less severe {}, passed {}, stripped {}\n", grouped(c.csig_equal),
                     grouped(c.csig_less_severe), grouped(c.csig_passed), grouped(c.csig_stripped));
  out += fmt::format(
      "  left alone: unsupported type {}, d bit {}, truncated {}, VLAN behind {}, not IP {}, "
      "foreign TPID {}\n",
      grouped(c.csig_unsupported), grouped(c.csig_d_set), grouped(c.csig_truncated),
      grouped(c.csig_vlan_after), grouped(c.csig_non_ip), grouped(c.csig_foreign_tpid));
  out += fmt::format("drops                           {:>12}   bad {}, runt {}, oversize {}\n",
                     grouped(c.drop_bad + c.drop_runt + c.drop_oversize), grouped(c.drop_bad),
                     grouped(c.drop_runt), grouped(c.drop_oversize));
  if (s.cut != 0) {
    out +=
        fmt::format("cut by the capture              {:>12}   sent as captured\n", grouped(s.cut));
  }
  if (s.empty != 0) {
    out += fmt::format("records without a byte          {:>12}   not sent\n", grouped(s.empty));
  }
  if (s.backwards != 0) {
    out +=
        fmt::format("times that go backwards         {:>12}   sent right after the frame before\n",
                    grouped(s.backwards));
  }
  out += fmt::format("simulated time {} at {}\n", duration(s.simulated_ns), s.speed);
  if (s.width != 0) {
    out += fmt::format(
        "{} cycles of {} evaluated at {} bits, {} skipped while idle; {} cycles per second\n",
        grouped(s.cycles), s.clock, s.width, grouped(s.skipped_cycles),
        grouped(s.wall_seconds > 0
                    ? static_cast<std::uint64_t>(static_cast<double>(s.cycles) / s.wall_seconds)
                    : 0));
  }
  return out;
}

std::string verdict_text(const Summary& s) {
  if (s.difference) return fmt::format("RTL != golden model: {}", *s.difference);
  return fmt::format("RTL = golden model: {} frames, {} counters, 0 differences", s.compared_frames,
                     s.compared_counters);
}

std::string summary_json(const Summary& s, const std::string& state) {
  nlohmann::ordered_json counters;
  for (const auto& counter : driver::kPortCounters) {
    counters[std::string(counter.name)] = s.counters.*counter.member;
  }
  nlohmann::ordered_json out = {
      {"counters", counters},
      {"inserted", s.inserted},
      {"cut_by_capture", s.cut},
      {"empty_records", s.empty},
      {"times_backwards", s.backwards},
      {"simulated_ns", s.simulated_ns},
      {"speed", s.speed},
      {"capture_fault",
       s.fault ? nlohmann::ordered_json(*s.fault) : nlohmann::ordered_json(nullptr)},
  };
  if (s.width != 0) {
    out["clock"] = s.clock;
    out["width"] = s.width;
    out["cycles"] = s.cycles;
    out["skipped_cycles"] = s.skipped_cycles;
    out["wall_seconds"] = s.wall_seconds;
    out["compared_frames"] = s.compared_frames;
    out["compared_counters"] = s.compared_counters;
    out["differences"] = s.difference ? 1 : 0;
    out["first_difference"] =
        s.difference ? nlohmann::ordered_json(*s.difference) : nlohmann::ordered_json(nullptr);
    if (s.stopped) out["stopped"] = *s.stopped;
    if (s.waves) out["waves"] = *s.waves;
  }
  out["state"] = state;
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace sluice::app
