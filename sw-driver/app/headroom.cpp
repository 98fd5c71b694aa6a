// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/device/headroom.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "sw-driver/app/command.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/units.hpp"

namespace sluice::app {
namespace {

std::string decimal(std::uint64_t value, std::uint64_t scale) {
  return fmt::format("{}", static_cast<double>(value) / static_cast<double>(scale));
}

/// "name   value unit   = formula", the value with its thousands apart.
std::string line(const std::string& name, std::uint64_t value, const std::string& formula,
                 const char* unit = "B") {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return fmt::format("  {:<22}{:>15} {:<3} {}\n", name, digits, unit, formula);
}

std::string link_text(const driver::LinkOptions& o, const driver::LinkHeadroom& h) {
  std::string text =
      fmt::format("PFC headroom of a port and priority at {}\n", speed_text(o.speed_bps));
  text += line("longest frame", h.frame,
               fmt::format("MTU {} + Ethernet 14 + {} tags x 4 + FCS 4 + preamble and gap 20",
                           o.mtu, o.tags));
  text += line("own frame", h.own, "one longest frame, begun just before the pause frame");
  text += line("pause frame", h.pause, "64 + preamble and gap 20");
  text += line("cable", h.cable,
               fmt::format("2 x {} m x {} ns/m x {} bit/s / 8", decimal(o.cable_mm, 1000),
                           decimal(o.delay_ps_per_m, 1000), o.speed_bps));
  text += line("own delay", h.local,
               fmt::format("{} ns x {} bit/s / 8", decimal(o.local_delay_ps, 1000), o.speed_bps));
  text += line("peer's response", h.response,
               fmt::format("{} quanta x 512 bits / 8{}", h.quanta,
                           o.quanta ? "" : " (limit of IEEE 802.3 Annex 31B)"));
  text += line("peer's frame", h.peer, "one longest frame, begun just before the peer must stop");
  return text + line("headroom", h.total, "sum");
}

std::string threshold_text(const driver::SwitchOptions& o, const driver::DcqcnThresholds& t,
                           bool given) {
  const std::string beta = decimal(o.beta_millionths, 1'000'000);
  std::string text = "\nThresholds after DCQCN (Zhu et al., SIGCOMM 2015, section 4)\n";
  text += line("B", o.buffer, "shared buffer");
  text += line("n", o.ports, "ports", "");
  text += line("p", o.priorities, "lossless priorities", "");
  text += line("beta", o.beta_millionths, "millionths: of the dynamic threshold, " + beta, "");
  text += line("t_flight", o.in_flight, given ? "--in-flight" : "headroom above");
  text += line("reserved", t.reserved, "p n t_flight");
  text += line("shared", t.shared, "B - p n t_flight");
  text += line("t_PFC", t.pfc, "(B - p n t_flight) / (p n), static upper bound, rounded down");
  text += line("t_ECN, t_PFC static", t.ecn_static,
               "below t_PFC / n, so that all n ports at one egress queue mark first");
  text += line("t_ECN", t.ecn, "below beta (B - p n t_flight) / (p n (beta + 1)), t_PFC dynamic");
  text += line("s", t.occupied, "p n t_ECN: every egress queue just below marking");
  text += line("t_PFC(s)", t.pfc_dynamic, "beta (B - p n t_flight - s) / p");
  return text + line("n t_ECN", std::uint64_t{o.ports} * t.ecn,
                     "what one ingress port can hold then: not above t_PFC(s), so ECN comes first");
}

class HeadroomCommand : public Command {
 public:
  explicit HeadroomCommand(CLI::App& app) {
    app.add_option("--speed", speed_, "of every port: 1M to 1.6T")->capture_default_str();
    app.add_option("--cable", cable_, "length one way: 0m to 100km")->capture_default_str();
    app.add_option("--ns-per-m", ns_per_m_, "delay of the cable: 1 to 20 ns a metre")
        ->capture_default_str();
    app.add_option("--mtu", mtu_, "IP packet: 68 to 9600 bytes")->capture_default_str();
    app.add_option("--tags", tags_, "VLAN and CSIG tags a frame: 0 to 3")->capture_default_str();
    app.add_option("--own-delay", own_delay_,
                   "from the line to the queue and from the decision to the line: up to 1ms "
                   "(default: none)");
    app.add_option("--response", response_,
                   "quanta that the peer may take: 0 to 65535 (default: IEEE 802.3's limit for "
                   "the speed)");
    app.add_option("--buffer", buffer_,
                   "shared by all ports: 1 byte to 1TiB; KB, MB: powers of ten")
        ->capture_default_str();
    app.add_option("--ports", ports_, "1 to 4096")->capture_default_str();
    app.add_option("--priorities", priorities_, "lossless ones: 1 to 8")->capture_default_str();
    app.add_option("--in-flight", in_flight_,
                   "bytes in flight a port and priority: 0 to 4GiB (default: the headroom)");
    app.add_option("--beta", beta_, "of the dynamic threshold: 0.001 to 1000")
        ->capture_default_str();
  }

  int go(const std::vector<std::string_view>& /*words*/) override {
    const driver::LinkOptions link = link_options();
    driver::SwitchOptions board{
        .buffer = parse_size("--buffer", buffer_),
        .ports = number(ports_, "--ports", 1, 4096),
        .priorities = number(priorities_, "--priorities", 1, 8),
        .beta_millionths = parse_millionths("--beta", beta_, 1'000, 1'000'000'000)};
    try {
      const driver::LinkHeadroom headroom = driver::link_headroom(link);
      board.in_flight = in_flight_.empty() ? headroom.total : parse_size("--in-flight", in_flight_);
      const driver::DcqcnThresholds thresholds = driver::dcqcn_thresholds(board);
      print(link_text(link, headroom) + threshold_text(board, thresholds, !in_flight_.empty()));
    } catch (const driver::HeadroomError& error) {
      throw UsageError(std::string("headroom: ") + error.what());
    }
    return kOk;
  }

 private:
  static std::uint32_t number(const std::string& text, const char* option, std::uint32_t low,
                              std::uint32_t high) {
    const std::uint64_t value = whole_number(text, option);
    if (value < low || value > high) {
      throw UsageError(fmt::format("{}: found {}, expected {} to {}", option, value, low, high));
    }
    return static_cast<std::uint32_t>(value);
  }

  driver::LinkOptions link_options() const {
    driver::LinkOptions link{
        .speed_bps = parse_speed(speed_),
        .cable_mm = parse_length_mm("--cable", cable_),
        .delay_ps_per_m = parse_millionths("--ns-per-m", ns_per_m_, 1'000'000, 20'000'000) / 1000,
        .mtu = number(mtu_, "--mtu", 68, 9600),
        .tags = number(tags_, "--tags", 0, 3)};
    if (!own_delay_.empty()) link.local_delay_ps = parse_time_ps("--own-delay", own_delay_);
    if (!response_.empty()) link.quanta = number(response_, "--response", 0, 65535);
    return link;
  }

  std::string speed_ = "40G", cable_ = "100m", ns_per_m_ = "5", mtu_ = "1500", tags_ = "1",
              own_delay_, response_;
  std::string buffer_ = "12MB", ports_ = "32", priorities_ = "8", in_flight_, beta_ = "8";
};

}  // namespace

std::unique_ptr<Command> make_headroom_command(CLI::App& app) {
  return std::make_unique<HeadroomCommand>(app);
}

}  // namespace sluice::app
