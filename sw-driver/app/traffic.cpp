// SPDX-License-Identifier: Apache-2.0
#include "tb/traffic/traffic.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sw-driver/app/command.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/units.hpp"
#include "tb/capture/writer.hpp"
#include "tb/traffic/shapes.hpp"

namespace sluice::app {
namespace {

/// "a,b,c" apart; an empty text is one empty word.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t from = 0;;) {
    const std::size_t comma = text.find(',', from);
    words.push_back(text.substr(from, comma - from));
    if (comma == std::string::npos) return words;
    from = comma + 1;
  }
}

unsigned number(const std::string& text, const char* option, std::uint64_t low,
                std::uint64_t high) {
  const std::uint64_t value = whole_number(text, option);
  if (value < low || value > high) {
    throw UsageError(fmt::format("{}: found {}, expected {} to {}", option, value, low, high));
  }
  return static_cast<unsigned>(value);
}

tb::Shape parse_shape(const std::string& text) {
  if (text == "incast") return tb::Shape::kIncast;
  if (text == "on-off") return tb::Shape::kOnOff;
  if (text == "poisson") return tb::Shape::kPoisson;
  if (text == "smooth") return tb::Shape::kSmooth;
  throw UsageError(
      fmt::format("--shape: found '{}', expected incast, on-off, poisson or smooth", text));
}

tb::Sizes parse_sizes(const std::string& text) {
  if (text == "imix") return {.kind = tb::Sizes::Kind::kImix};
  const std::size_t dash = text.find('-');
  const unsigned low = number(text.substr(0, dash), "--sizes", 60, 9600);
  if (dash == std::string::npos) return {tb::Sizes::Kind::kFixed, low, low};
  return {tb::Sizes::Kind::kRange, low, number(text.substr(dash + 1), "--sizes", low, 9600)};
}

/// "ect0", "mix" or "ect0:90,not-ect:10".
std::array<unsigned, 4> parse_ecn(const std::string& text) {
  static constexpr std::array<std::string_view, 4> kNames = {"not-ect", "ect1", "ect0", "ce"};
  if (text == "mix") return {2, 2, 94, 2};
  std::array<unsigned, 4> percent{};
  unsigned sum = 0;
  for (const std::string& word : words_of(text)) {
    const std::size_t colon = word.find(':');
    unsigned codepoint = 0;
    while (codepoint < 4 && kNames.at(codepoint) != word.substr(0, colon)) ++codepoint;
    if (codepoint == 4) {
      throw UsageError(fmt::format(
          "--ecn: found '{}', expected mix, or not-ect, ect0, ect1, ce, each with :PERCENT where "
          "there are several",
          word));
    }
    const unsigned share =
        colon == std::string::npos ? 100 : number(word.substr(colon + 1), "--ecn", 0, 100);
    percent.at(codepoint) += share;
    sum += share;
  }
  if (sum != 100) {
    throw UsageError(fmt::format("--ecn: found {} percent in all, expected 100", sum));
  }
  return percent;
}

std::vector<unsigned> parse_list(const std::string& text, const char* option, unsigned high) {
  std::vector<unsigned> values;
  for (const std::string& word : words_of(text)) values.push_back(number(word, option, 0, high));
  return values;
}

class TrafficCommand : public Command {
 public:
  explicit TrafficCommand(CLI::App& app) {
    app.add_option("out", out_, "capture to write: pcapng or pcap, by its name")->required();
    app.add_option("--frames", frames_, "how many, up to 10^9")->capture_default_str();
    app.add_option("--seed", seed_, "same seed, same bytes")->capture_default_str();
    app.add_option("--speed", speed_, "of the line that the times fit (default: 400G)");
    app.add_option("--load", load_,
                   "percent of that line on average, 1 to 100; incast, poisson, smooth: to 1000")
        ->capture_default_str();
    app.add_option(
        "--shape", shape_,
        "incast, on-off, poisson or smooth (default: bursts of an AI job's collectives)");
    const auto add = [&](const char* name, std::string& value, const char* what) {
      shaped_.emplace_back(app.add_option(name, value, what)->capture_default_str(), name);
    };
    add("--sources", sources_, "senders, 1 to 200, each with a line of its own (incast: 8)");
    add("--flows", flows_, "of each sender, in turn, 1 to 1000");
    add("--burst", burst_, "frames of each sender in a burst, 1 to 10^6: incast, on-off");
    add("--period", period_,
        "between the beginnings of bursts, up to 1s (default: as the load asks for)");
    add("--sizes", sizes_, "bytes without FCS, 60 to 9600: N, LOW-HIGH or imix");
    add("--ecn", ecn_, "not-ect, ect0, ect1, ce, mix, or shares such as ect0:90,not-ect:10");
    add("--dscp", dscp_, "one, or a list for the flows in turn, 0 to 63");
    add("--pcp", pcp_, "in a VLAN tag, likewise, 0 to 7 (default: untagged)");
  }

  int go(const std::vector<std::string_view>& /*words*/) override {
    const std::uint64_t frames = whole_number(frames_, "--frames");
    const std::uint64_t seed = whole_number(seed_, "--seed");
    if (frames < 1 || frames > 1'000'000'000) {
      throw UsageError(fmt::format("--frames: found {}, expected 1 to 10^9", frames));
    }
    const std::uint64_t speed = speed_.empty() ? 400'000'000'000 : parse_speed(speed_);
    if (shape_.empty()) {
      for (const auto& [option, name] : shaped_) {
        if (option->count() == 0) continue;
        throw UsageError(fmt::format("{}: found without --shape, expected --shape too", name));
      }
      return write<tb::Traffic>(tb::TrafficOptions{frames, seed, speed, load_}, "");
    }
    tb::ShapeOptions options{.shape = parse_shape(shape_),
                             .frames = frames,
                             .seed = seed,
                             .speed_bps = speed,
                             .load_percent = load_};
    options.sources = sources_.empty() ? (options.shape == tb::Shape::kIncast ? 8 : 1)
                                       : number(sources_, "--sources", 1, 200);
    options.flows = number(flows_, "--flows", 1, 1000);
    options.burst = number(burst_, "--burst", 1, 1'000'000);
    if (!period_.empty()) options.period_ps = parse_time_ps("--period", period_);
    options.sizes = parse_sizes(sizes_);
    options.ecn = parse_ecn(ecn_);
    options.dscp = parse_list(dscp_, "--dscp", 63);
    if (!pcp_.empty()) options.pcp = parse_list(pcp_, "--pcp", 7);
    return write<tb::ShapedTraffic>(
        options,
        fmt::format(", {} of {} sender{} with {} flow{}", shape_, options.sources,
                    options.sources == 1 ? "" : "s", options.flows, options.flows == 1 ? "" : "s"));
  }

 private:
  template <class Maker, class Options>
  int write(const Options& options, const std::string& what) const {
    const Maker checked(options);  // refuses before the file is touched
    tb::CaptureWriter writer(out_);
    const std::uint64_t bytes = tb::write_traffic(options, writer);
    writer.close();
    print(fmt::format("{}: {} frames, {} bytes, seed {}, {} at {} % load{}\n", out_,
                      writer.frames(), bytes, options.seed, speed_text(options.speed_bps),
                      options.load_percent, what));
    return kOk;
  }

  std::string out_, speed_, shape_, sources_, period_, pcp_;
  std::string frames_ = "10000", seed_ = "1", flows_ = "1", burst_ = "32", sizes_ = "1024",
              ecn_ = "ect0", dscp_ = "26";
  unsigned load_ = 60;
  std::vector<std::pair<CLI::Option*, const char*>> shaped_;  ///< options of shapes alone
};

}  // namespace

std::unique_ptr<Command> make_traffic_command(CLI::App& app) {
  return std::make_unique<TrafficCommand>(app);
}

}  // namespace sluice::app
