// SPDX-License-Identifier: Apache-2.0
// The command `sluice`: options to commands, errors to one sentence and an exit status.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/simulated_board.hpp"
#include "sw-driver/app/units.hpp"
#include "sw-driver/bus/error.hpp"
#include "sw-driver/config/error.hpp"
#include "tb/common/error.hpp"

namespace sluice::app {
namespace {

/// The command line as a shell would take it again, without what chooses waves.
std::string repeatable(int argc, char** argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--waves" || word == "--waves-cycles") {
      ++i;
      continue;
    }
    if (word.starts_with("--waves=") || word.starts_with("--waves-cycles=")) continue;
    if (!line.empty()) line += ' ';
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-+=./,:@%") == std::string_view::npos;
    if (plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) {
      if (c == '\'') {
        line += "'\\''";
      } else {
        line += c;
      }
    }
    line += '\'';
  }
  return line;
}

std::uint64_t whole_number(std::string_view text, const char* option) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw UsageError(fmt::format("{}: found '{}', expected a whole number", option, text));
  }
  return value;
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
  std::string speed, clock = "1GHz", pace = "capture", insert, back_pressure = "none", cycles;
};

void add_traffic_options(CLI::App& command, TrafficOptions& options, Words& words) {
  command.add_option("capture", options.capture, "pcap or pcapng, Ethernet")->required();
  command.add_option("--config", options.config,
                     "configuration in the brace language (default: all defaults)");
  command.add_option("--out", options.out,
                     "pcap that gets the frames that leave, at the times they leave");
  command.add_option("--speed", words.speed,
                     "port speed, such as 400G (default: the configuration's port-speed)");
  command
      .add_option("--pace", words.pace,
                  "capture: at the capture's times; line: back to back at the port's speed; "
                  "LOAD: that fraction of it, such as 0.5")
      ->capture_default_str();
  command.add_option("--insert", words.insert,
                     "tag IP frames first, as a source NIC: abw, relative, delay, mixed or none "
                     "(default: mixed where congestion signaling is enabled)");
  command.add_flag("--json", options.json, "print one JSON object instead of the screens");
}

void settle(TrafficOptions& options, const Words& words) {
  if (!words.speed.empty()) options.speed = parse_speed(words.speed);
  options.pace = parse_pace(words.pace);
  if (!words.insert.empty()) options.insert = parse_insert(words.insert);
}

int dispatch(int argc, char** argv) {
  CLI::App app{
      "Sluice: an egress port for lossless AI fabrics, in RTL, held against its golden model",
      "sluice"};
  app.require_subcommand(1);
  const CLI::Range frames_range(std::uint64_t{1}, std::uint64_t{1'000'000'000});
  app.failure_message(CLI::FailureMessage::simple);

  RunOptions run_options;
  Words run_words;
  auto* run_command =
      app.add_subcommand("run", "send a capture through the verilated port; every bit compared");
  add_traffic_options(*run_command, run_options, run_words);
  run_command->add_option("--clock", run_words.clock, "clock of the port, such as 322.265625MHz")
      ->capture_default_str();
  run_command->add_option("--width", run_options.width, "bits of the data bus")
      ->check(CLI::IsMember({64, 512}))
      ->capture_default_str();
  run_command->add_option("--seed", run_options.seed, "of everything random in the run")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  run_command
      ->add_option("--back-pressure", run_words.back_pressure,
                   "wire side: none, random, bursts or stall; :PERCENT of clocks without ready")
      ->capture_default_str();
  run_command->add_option("--waves", run_options.waves, "FST file for the signals of the run");
  run_command->add_option("--waves-cycles", run_words.cycles,
                          "FIRST:LAST, waves of these cycles alone");
  run_command->add_flag("!--no-skip", run_options.skip_idle, "evaluate every clock, idle ones too");
  run_command
      ->add_option("--plant-difference", run_options.plant_difference,
                   "change a bit of the N-th frame on the wire: see what a difference looks like")
      ->check(CLI::NonNegativeNumber);

  TrafficOptions model_options;
  Words model_words;
  auto* model_command =
      app.add_subcommand("model", "send a capture through the golden model alone");
  add_traffic_options(*model_command, model_options, model_words);

  CheckOptions check_options;
  Words check_words;
  auto* check_command = app.add_subcommand("check", "say whether a configuration can be committed");
  check_command->add_option("config", check_options.config, "configuration in the brace language")
      ->required();
  check_command->add_option("--clock", check_words.clock, "clock of the port")
      ->capture_default_str();
  check_command->add_option("--width", check_options.width, "bits of the data bus")
      ->check(CLI::IsMember({64, 512}))
      ->capture_default_str();
  check_command->add_option("--speed", check_words.speed, "port speed, whatever is configured");

  TrafficMakerOptions traffic_options;
  std::string traffic_speed = "400G";
  auto* traffic_command =
      app.add_subcommand("traffic", "make a capture of AI-training-like bursts");
  traffic_command->add_option("out", traffic_options.out, "pcap to write")->required();
  traffic_command->add_option("--frames", traffic_options.frames, "how many, up to 10^9")
      ->check(frames_range)
      ->capture_default_str();
  traffic_command->add_option("--seed", traffic_options.seed, "same seed, same bytes")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  traffic_command->add_option("--speed", traffic_speed, "of the line that the times fit")
      ->capture_default_str();
  traffic_command
      ->add_option("--load", traffic_options.load_percent,
                   "percent of that line on average, 1 to 100")
      ->capture_default_str();

  auto* version_command = app.add_subcommand("version", "print versions");

  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  const auto named = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && std::none_of(commands.begin(), commands.end(), named)) {
    throw UsageError(
        fmt::format("found '{}', expected run, model, check, traffic or version", argv[1]));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kOk : kBadInput;
  }

  if (*run_command) {
    settle(run_options, run_words);
    run_options.clock = parse_clock(run_words.clock);
    parse_back_pressure(run_words.back_pressure, run_options);
    if (!run_words.cycles.empty()) {
      if (run_options.waves.empty()) {
        throw UsageError("--waves-cycles: found without --waves, expected the file for the waves");
      }
      run_options.waves_cycles = parse_cycles(run_words.cycles);
    }
    run_options.command_line = repeatable(argc, argv);
    return run(run_options);
  }
  if (*model_command) {
    settle(model_options, model_words);
    return model(model_options);
  }
  if (*check_command) {
    check_options.clock = parse_clock(check_words.clock);
    if (!check_words.speed.empty()) check_options.speed = parse_speed(check_words.speed);
    return check(check_options);
  }
  if (*traffic_command) {
    traffic_options.speed = parse_speed(traffic_speed);
    return traffic(traffic_options);
  }
  if (*version_command) {
    const driver::Caps caps = probe(512);
    print(fmt::format("sluice {}\nregister map {}.{}.{}\n", SLUICE_VERSION, caps.version_major,
                      caps.version_minor, caps.version_patch));
  }
  return kOk;
}

}  // namespace
}  // namespace sluice::app

int main(int argc, char** argv) {
  using namespace sluice;
  const auto fail = [](const char* kind, const std::exception& error, int status) {
    fmt::print(stderr, "sluice: {}{}\n", kind, error.what());
    return status;
  };
  try {
    return app::dispatch(argc, argv);
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
  } catch (const std::exception& error) {
    return fail("internal error: ", error, app::kInternal);
  }
}
