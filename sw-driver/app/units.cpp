// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/units.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace sluice::app {
namespace {

struct Unit {
  std::string_view name;
  unsigned power;  ///< of ten
};

bool same_letters(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(a[i])) !=
        std::tolower(static_cast<unsigned char>(b[i]))) {
      return false;
    }
  }
  return true;
}

/// digits[.digits] times a power of ten, exactly; nothing where it is not a whole number below
/// 2^63.
std::optional<std::uint64_t> scaled(std::string_view number, unsigned power) {
  std::uint64_t value = 0;
  unsigned fraction = 0;
  bool point = false;
  bool digit = false;
  for (const char c : number) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) return std::nullopt;
    digit = true;
    if (point && fraction == power) {
      if (c != '0') return std::nullopt;
      continue;
    }
    if (value > 900'000'000'000'000'000ULL / 10) return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
    if (point) ++fraction;
  }
  if (!digit) return std::nullopt;
  for (; fraction < power; ++fraction) {
    if (value > 900'000'000'000'000'000ULL / 10) return std::nullopt;
    value *= 10;
  }
  return value;
}

template <std::size_t N>
std::optional<std::uint64_t> with_unit(const std::string& text, const std::array<Unit, N>& units) {
  const std::size_t end = text.find_first_not_of("0123456789.");
  const std::string_view number = std::string_view(text).substr(0, end);
  std::string_view unit = end == std::string::npos ? "" : std::string_view(text).substr(end);
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  for (const Unit& u : units) {
    if (same_letters(unit, u.name)) return scaled(number, u.power);
  }
  return std::nullopt;
}

std::string with_prefix(std::uint64_t value, std::string_view unit) {
  static constexpr std::array<std::pair<std::uint64_t, char>, 4> kPrefixes = {
      {{1'000'000'000'000, 'T'}, {1'000'000'000, 'G'}, {1'000'000, 'M'}, {1'000, 'k'}}};
  for (const auto& [scale, letter] : kPrefixes) {
    if (value < scale) continue;
    std::string digits = fmt::format("{}", value / scale);
    if (value % scale != 0) {
      std::string fraction =
          fmt::format("{:0{}}", value % scale, fmt::formatted_size("{}", scale) - 1);
      fraction.erase(fraction.find_last_not_of('0') + 1);
      digits += "." + fraction;
    }
    return fmt::format("{}{}{}", digits, unit.empty() ? "" : " ", letter) + std::string(unit);
  }
  return fmt::format("{}{}{}", value, unit.empty() ? "" : " ", unit);
}

}  // namespace

std::uint64_t parse_speed(const std::string& text) {
  static constexpr std::array<Unit, 13> kUnits = {{{"", 0},
                                                   {"bps", 0},
                                                   {"b/s", 0},
                                                   {"M", 6},
                                                   {"Mbps", 6},
                                                   {"Mb/s", 6},
                                                   {"Mbit/s", 6},
                                                   {"G", 9},
                                                   {"Gbps", 9},
                                                   {"Gb/s", 9},
                                                   {"Gbit/s", 9},
                                                   {"T", 12},
                                                   {"Tbps", 12}}};
  const auto value = with_unit(text, kUnits);
  if (!value || *value < 1'000'000 || *value > 1'600'000'000'000 || *value % 8 != 0) {
    throw UsageError(fmt::format(
        "--speed: found '{}', expected a speed from 1M to 1.6T bits a second, such as 400G", text));
  }
  return *value;
}

std::uint64_t parse_clock(const std::string& text) {
  static constexpr std::array<Unit, 7> kUnits = {
      {{"", 0}, {"Hz", 0}, {"kHz", 3}, {"M", 6}, {"MHz", 6}, {"G", 9}, {"GHz", 9}}};
  const auto value = with_unit(text, kUnits);
  if (!value || *value < 1'000'000 || *value > 10'000'000'000) {
    throw UsageError(
        fmt::format("--clock: found '{}', expected a frequency from 1MHz to 10GHz in whole hertz, "
                    "such as 322.265625MHz",
                    text));
  }
  return *value;
}

std::uint64_t parse_time_ps(const char* option, const std::string& text) {
  static constexpr std::array<Unit, 5> kUnits = {
      {{"ps", 0}, {"ns", 3}, {"us", 6}, {"ms", 9}, {"s", 12}}};
  constexpr std::uint64_t kLongest = std::uint64_t{39} * 3600 * 1'000'000'000'000;
  const auto value = with_unit(text, kUnits);
  if (!value || *value < 1 || *value > kLongest) {
    throw UsageError(fmt::format(
        "{}: found '{}', expected a time up to 39 h in ps, ns, us, ms or s, such as 2.5us", option,
        text));
  }
  return *value;
}

std::uint64_t parse_size(const char* option, const std::string& text) {
  static constexpr std::array<Unit, 8> kUnits = {
      {{"", 0}, {"B", 0}, {"K", 3}, {"KB", 3}, {"M", 6}, {"MB", 6}, {"G", 9}, {"GB", 9}}};
  static constexpr std::array<std::pair<std::string_view, unsigned>, 3> kBinary = {
      {{"Ki", 10}, {"Mi", 20}, {"Gi", 30}}};
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 40;
  auto value = with_unit(text, kUnits);
  for (const auto& [name, shift] : kBinary) {
    const std::string bytes = std::string(name) + "B";
    const auto whole = with_unit(text, std::array<Unit, 2>{{{name, 0}, {bytes, 0}}});
    if (whole && *whole <= kLargest) value = *whole << shift;
  }
  if (!value || *value > kLargest) {
    throw UsageError(fmt::format(
        "{}: found '{}', expected whole bytes up to 1TiB, such as 22.4KB (powers of ten) or 64KiB",
        option, text));
  }
  return *value;
}

std::uint64_t parse_length_mm(const char* option, const std::string& text) {
  static constexpr std::array<Unit, 3> kUnits = {{{"mm", 0}, {"m", 3}, {"km", 6}}};
  const auto value = with_unit(text, kUnits);
  if (!value || *value > 100'000'000) {
    throw UsageError(
        fmt::format("{}: found '{}', expected a length up to 100km in mm, m or km, such as 100m",
                    option, text));
  }
  return *value;
}

std::uint64_t parse_millionths(const char* option, const std::string& text, std::uint64_t low,
                               std::uint64_t high) {
  const auto value = scaled(text, 6);
  if (!value || *value < low || *value > high) {
    throw UsageError(fmt::format("{}: found '{}', expected a number from {} to {}", option, text,
                                 static_cast<double>(low) / 1e6, static_cast<double>(high) / 1e6));
  }
  return *value;
}

std::uint64_t whole_number(std::string_view text, const char* option) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw UsageError(fmt::format("{}: found '{}', expected a whole number", option, text));
  }
  return value;
}

Pace parse_pace(const std::string& text) {
  if (text == "capture") return {Pace::Kind::kCapture, 1.0};
  if (text == "line") return {Pace::Kind::kLine, 1.0};
  double load = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), load);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(load) ||
      load < 1e-6 || load > 100) {
    throw UsageError(fmt::format(
        "--pace: found '{}', expected 'capture', 'line' or a load from 0.000001 to 100 such as 0.5",
        text));
  }
  return {Pace::Kind::kLoad, load};
}

std::string speed_text(std::uint64_t bits_per_second) { return with_prefix(bits_per_second, ""); }

std::string clock_text(std::uint64_t hertz) { return with_prefix(hertz, "Hz"); }

}  // namespace sluice::app
