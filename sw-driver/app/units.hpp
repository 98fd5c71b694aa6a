// SPDX-License-Identifier: Apache-2.0
// Speeds, clocks and paces as people write them on a command line.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sluice::app {

/// A word on the command line that cannot be used: one sentence with what was found and what is
/// possible.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "400G", "1.6T", "25Gbps", "10000000000" to bits a second. Range 1M..1.6T; a fraction must give
/// whole bits.
std::uint64_t parse_speed(const std::string& text);

/// "1GHz", "322.265625MHz", "250000000" to hertz. Range 1 MHz..10 GHz, whole hertz.
std::uint64_t parse_clock(const std::string& text);

/// "2.5us", "800ns", "3 ms", "1s" to picoseconds, exactly. Range 1 ps..39 h; the unit is needed.
std::uint64_t parse_time_ps(const char* option, const std::string& text);

/// "22.4KB", "12MB", "64KiB", "1500" to bytes, whole. K, M and G are powers of ten, Ki, Mi and Gi
/// of two. Range 0..2^40.
std::uint64_t parse_size(const char* option, const std::string& text);

/// "100m", "2.5m", "10km" to millimetres. Range 0..100 km; the unit is needed.
std::uint64_t parse_length_mm(const char* option, const std::string& text);

/// "8", "0.0625" to millionths, exactly. Range `low`..`high`, millionths too.
std::uint64_t parse_millionths(const char* option, const std::string& text, std::uint64_t low,
                               std::uint64_t high);

/// Digits alone, up to 2^64 - 1.
std::uint64_t whole_number(std::string_view text, const char* option);

/// How arrivals are spaced.
struct Pace {
  enum class Kind { kCapture, kLine, kLoad } kind = Kind::kCapture;
  double load = 1.0;  ///< fraction of the line rate; kLoad alone
};

/// "capture", "line" or a load above 0 and up to 100 ("0.5": half of the line rate).
Pace parse_pace(const std::string& text);

/// Bits a second as people write it: "400G", "2.5G".
std::string speed_text(std::uint64_t bits_per_second);
/// Hertz as people write it: "1 GHz", "156.25 MHz".
std::string clock_text(std::uint64_t hertz);

}  // namespace sluice::app
