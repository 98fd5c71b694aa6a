// SPDX-License-Identifier: Apache-2.0
// The command `sluice`: options to commands, errors to one sentence and an exit status.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "sw-driver/app/break_point.hpp"
#include "sw-driver/app/command.hpp"
#include "sw-driver/app/interrupt.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/out_capture.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/simulated_board.hpp"
#include "sw-driver/app/units.hpp"
#include "sw-driver/bus/error.hpp"
#include "sw-driver/config/error.hpp"
#include "tb/common/error.hpp"
#include "tb/sim/bus_widths.hpp"

namespace sluice::app {
namespace {

/// What stands behind `run`, without what chooses waves.
std::string repeatable(const std::vector<std::string_view>& words) {
  constexpr std::array<std::string_view, 3> kChoosers = {"--waves", "--waves-cycles",
                                                         "--difference-waves"};
  std::string line;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const auto chooses = [&](std::string_view option) {
      return word == option ||
             (word.starts_with(option) && word.substr(option.size()).starts_with('='));
    };
    if (std::any_of(kChoosers.begin(), kChoosers.end(), chooses)) {
      if (word.find('=') == std::string_view::npos) ++i;
      continue;
    }
    if (!line.empty()) line += ' ';
    line += shell_word(word);
  }
  return line;
}

void parse_back_pressure(const std::string& text, RunOptions& options) {
  const std::size_t colon = text.find(':');
  const auto pattern = tb::parse_back_pressure(text.substr(0, colon));
  if (!pattern) {
    throw UsageError(
        fmt::format("--back-pressure: found '{}', expected none, random, bursts or stall, each "
                    "with :PERCENT behind it "
                    "if wanted",
                    text));
  }
  options.back_pressure = *pattern;
  if (colon == std::string::npos) return;
  const std::uint64_t percent = whole_number(text.substr(colon + 1), "--back-pressure");
  if (percent > 99) {
    throw UsageError(fmt::format("--back-pressure: found {} percent, expected 0 to 99", percent));
  }
  options.back_pressure_percent = static_cast<unsigned>(percent);
}

std::pair<std::uint64_t, std::uint64_t> parse_cycles(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw UsageError(fmt::format("--waves-cycles: found '{}', expected FIRST:LAST", text));
  }
  const auto first = whole_number(text.substr(0, colon), "--waves-cycles");
  const auto last = whole_number(text.substr(colon + 1), "--waves-cycles");
  if (first > last) {
    throw UsageError(
        fmt::format("--waves-cycles: found '{}', expected FIRST not above LAST", text));
  }
  return {first, last};
}

/// Options as they were typed; turned into values once all of them are known.
struct Words {
  std::string speed, clock = "1GHz", pace = "capture", insert, back_pressure = "none", cycles,
                     plant;
  std::string snapshot_every = "1000000", waves_context = "20000";
  std::vector<std::string> break_at, in;
  std::string seed = "1";
};

/// What is wrong with the text as a --width, if anything is.
std::string bus_width(const std::string& text) {
  for (const unsigned width : tb::kBusWidths) {
    if (text == std::to_string(width)) return {};
  }
  return fmt::format("found '{}', expected {}", text, tb::bus_widths_text());
}

void add_traffic_options(CLI::App& command, TrafficOptions& options, Words& words) {
  command.add_option("capture", options.capture, "pcap or pcapng, Ethernet");
  command
      .add_option("--in", words.in,
                  "in its place: the capture of an ingress port with a line of its own, FILE or "
                  "FILE@SPEED (default: the egress port's speed); once for each port")
      ->type_size(1)
      ->allow_extra_args(false);
  command.add_option(
      "--config", options.config,
      "configuration in the brace language or NVUE commands (default: all defaults)");
  command.add_option("--out", options.out,
                     "capture of the frames that leave, at the times they leave: pcapng where the "
                     "name ends in .pcapng, else pcap");
  command.add_option("--report", options.report,
                     "HTML page with pictures of the run: depth, marks, buckets, delay, drops");
  command.add_flag("--annotate", options.annotate,
                   "frames in as well, each with the verdict as its comment (--out FILE.pcapng)");
  command.add_option("--speed", words.speed,
                     "port speed, such as 400G (default: the configuration's port-speed)");
  command
      .add_option("--pace", words.pace,
                  "capture: at the capture's times; line: back to back at the port's speed; "
                  "LOAD: that fraction of it, such as 0.5 or, more than the line, 1.5")
      ->capture_default_str();
  command.add_option("--insert", words.insert,
                     "tag IP frames first, as a source NIC: abw, relative, delay, mixed or none "
                     "(default: mixed where congestion signaling is enabled)");
  command.add_flag("--json", options.json, "print one JSON object instead of the screens");
}

void settle(TrafficOptions& options, const Words& words) {
  if (!words.speed.empty()) options.speed = parse_speed(words.speed);
  options.pace = parse_pace(words.pace);
  if (options.capture.empty() == words.in.empty()) {
    throw UsageError(
        fmt::format("found {}, expected one of them",
                    options.capture.empty() ? "neither a capture nor --in" : "a capture and --in"));
  }
  for (const std::string& text : words.in) options.in.push_back(parse_ingress(text));
  if (!words.insert.empty()) options.insert = parse_insert(words.insert);
  check_annotate(options.annotate, options.out);
}

class RunCommand : public Command {
 public:
  explicit RunCommand(CLI::App& app) {
    add_traffic_options(app, options_, words_);
    app.add_option("--clock", words_.clock, "clock of the port, such as 322.265625MHz")
        ->capture_default_str();
    app.add_option("--width", options_.width, "bits of the data bus")
        ->check(bus_width, tb::bus_widths_text())
        ->capture_default_str();
    app.add_option("--seed", words_.seed, "of everything random in the run")->capture_default_str();
    app.add_option("--back-pressure", words_.back_pressure,
                   "wire side: none, random, bursts or stall; :PERCENT of clocks without ready")
        ->capture_default_str();
    app.add_option("--waves", options_.waves, "FST file for the signals of the run");
    app.add_option("--waves-cycles", words_.cycles, "FIRST:LAST, waves of these cycles alone");
    app.add_flag("!--no-skip", options_.skip_idle, "evaluate every clock, idle ones too");
    app.add_option(
           "--snapshot-every", words_.snapshot_every,
           "clocks evaluated between sleeping copies of the run; the older of two makes the "
           "waves of a difference; 0: none")
        ->capture_default_str();
    app.add_option("--waves-context", words_.waves_context,
                   "clocks evaluated with waves before a difference or break, as far as the copy "
                   "goes back")
        ->capture_default_str();
    app.add_option("--difference-waves", options_.difference_waves,
                   "FST file for the waves of a difference or break, with a GTKWave save file "
                   "beside it (default: sluice-difference.fst or sluice-break.fst beside --out, or "
                   "in this folder)");
    app.add_option("--break-at", words_.break_at,
                   "'packet N' or 'time T': stop there, show where frames are, make waves")
        ->expected(2)
        ->type_name("packet N|time T");
    app.add_option("--plant-difference", words_.plant,
                   "change a bit of the N-th frame on the wire: see what a difference looks like");
  }

  int go(const std::vector<std::string_view>& words) override {
    settle(options_, words_);
    options_.clock = parse_clock(words_.clock);
    options_.seed = whole_number(words_.seed, "--seed");
    if (!words_.plant.empty()) {
      options_.plant_difference = whole_number(words_.plant, "--plant-difference");
      if (options_.plant_difference == 0) {
        throw UsageError("--plant-difference: found 0, expected the number of a frame, from 1");
      }
    }
    options_.snapshot_every = whole_number(words_.snapshot_every, "--snapshot-every");
    options_.waves_context = whole_number(words_.waves_context, "--waves-context");
    if (!words_.break_at.empty()) options_.break_at = parse_break_at(words_.break_at);
    parse_back_pressure(words_.back_pressure, options_);
    if (!words_.cycles.empty()) {
      if (options_.waves.empty()) {
        throw UsageError("--waves-cycles: found without --waves, expected the file for the waves");
      }
      options_.waves_cycles = parse_cycles(words_.cycles);
    }
    options_.program = shell_word(words.front());
    options_.arguments = repeatable(words);
    return run(options_);
  }

 private:
  RunOptions options_;
  Words words_;
};

class ModelCommand : public Command {
 public:
  explicit ModelCommand(CLI::App& app) { add_traffic_options(app, options_, words_); }
  int go(const std::vector<std::string_view>& /*words*/) override {
    settle(options_, words_);
    return model(options_);
  }

 private:
  TrafficOptions options_;
  Words words_;
};

class CheckCommand : public Command {
 public:
  CheckCommand(CLI::App& app, Language language) {
    options_.language = language;
    app.add_option("config", options_.config,
                   language == Language::kNvue ? "NVUE commands"
                                               : "configuration in the brace language or NVUE")
        ->required();
    app.add_option("--clock", words_.clock, "clock of the port")->capture_default_str();
    app.add_option("--width", options_.width, "bits of the data bus")
        ->check(bus_width, tb::bus_widths_text())
        ->capture_default_str();
    app.add_option("--speed", words_.speed, "port speed, whatever is configured");
  }
  int go(const std::vector<std::string_view>& /*words*/) override {
    options_.clock = parse_clock(words_.clock);
    if (!words_.speed.empty()) options_.speed = parse_speed(words_.speed);
    return check(options_);
  }

 private:
  CheckOptions options_;
  Words words_;
};

class VersionCommand : public Command {
 public:
  int go(const std::vector<std::string_view>& /*words*/) override {
    const driver::Caps caps = probe(512);
    print(fmt::format("sluice {}\nregister map {}.{}.{}\n", SLUICE_VERSION, caps.version_major,
                      caps.version_minor, caps.version_patch));
    return kOk;
  }
};

/// An empty word would be taken for an option that was not given.
void refuse_empty_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& value : option->results()) {
      if (value.empty()) {
        throw UsageError(option->get_name() + ": found an empty word, expected a value");
      }
    }
  }
}

int dispatch(const std::vector<std::string_view>& words, int argc, char** argv) {
  CLI::App app{
      "Sluice: an egress port for lossless AI fabrics, in RTL, held against its golden model",
      "sluice"};
  app.require_subcommand(1);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("sluice: {}; --help lists what is possible\n", error.what());
  });
  const auto add = [&app](const char* name, const char* what) {
    return app.add_subcommand(name, what);
  };
  CLI::App* const run_app =
      add("run", "send a capture through the verilated port; every bit compared");
  CLI::App* const model_app = add("model", "send a capture through the golden model alone");
  CLI::App* const check_app = add("check", "say whether a configuration can be committed");
  CLI::App* const nv_app = add("nv", "read NVUE commands and show what they would put in force");
  CLI::App* const traffic_app =
      add("traffic", "make a capture: bursts of an AI job, or a load of a known shape");
  CLI::App* const headroom_app =
      add("headroom", "buffer that PFC needs, and thresholds that make ECN come first");
  CLI::App* const version_app = add("version", "print versions");
  RunCommand run_command(*run_app);
  ModelCommand model_command(*model_app);
  CheckCommand check_command(*check_app, Language::kByContent);
  CheckCommand nv_command(*nv_app, Language::kNvue);
  const std::unique_ptr<Command> traffic_command = make_traffic_command(*traffic_app);
  const std::unique_ptr<Command> headroom_command = make_headroom_command(*headroom_app);
  VersionCommand version_command;
  const std::vector<std::pair<CLI::App*, Command*>> commands = {
      {run_app, &run_command},
      {model_app, &model_command},
      {check_app, &check_command},
      {nv_app, &nv_command},
      {traffic_app, traffic_command.get()},
      {headroom_app, headroom_command.get()},
      {version_app, &version_command}};

  const auto named = [&](const auto& command) { return command.first->get_name() == words[1]; };
  if (words.size() > 1 && !words[1].starts_with('-') &&
      std::none_of(commands.begin(), commands.end(), named)) {
    throw UsageError(fmt::format(
        "found '{}', expected run, model, check, nv, traffic, headroom or version", words[1]));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream help, fault;
    const int status = app.exit(error, help, fault);
    print(help.str());
    std::string sentence = fault.str();
    while (sentence.ends_with('\n')) sentence.pop_back();
    if (!sentence.empty()) say(sentence);
    return status == 0 ? kOk : kBadInput;
  }
  for (const auto& [parsed, command] : commands) {
    if (!parsed->parsed()) continue;
    refuse_empty_values(*parsed);
    return command->go(words);
  }
  return kOk;
}

}  // namespace
}  // namespace sluice::app

int main(int argc, char** argv) {
  namespace app = sluice::app;
  namespace driver = sluice::driver;
  namespace tb = sluice::tb;
  const auto fail = [](const char* kind, const std::exception& error, int status) {
    app::say(std::string("sluice: ") + kind + error.what());
    return status;
  };
  app::catch_signals();
  try {
    return app::dispatch({argv, argv + argc}, argc, argv);
  } catch (const app::UsageError& error) {
    return fail("", error, app::kBadInput);
  } catch (const driver::ConfigError& error) {
    return fail("", error, app::kBadInput);
  } catch (const tb::CaptureError& error) {
    return fail("", error, app::kBadInput);
  } catch (const tb::ParameterError& error) {
    return fail("", error, app::kBadInput);
  } catch (const tb::Error& error) {
    return fail("", error, app::kDiffers);
  } catch (const driver::Error& error) {
    return fail("", error, app::kDiffers);
  } catch (const std::bad_alloc&) {
    app::say("sluice: the system gives no more memory");
    return app::kBadInput;
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::resource_unavailable_try_again &&
        error.code() != std::errc::not_enough_memory) {
      return fail("internal error: ", error, app::kInternal);
    }
    app::say("sluice: the system gives no more memory or no more threads");
    return app::kBadInput;
  } catch (const std::exception& error) {
    return fail("internal error: ", error, app::kInternal);
  }
}
