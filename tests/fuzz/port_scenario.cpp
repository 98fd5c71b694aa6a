// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/port_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tests/support/frames.hpp"

namespace sluice::fuzz {
namespace {

constexpr std::size_t kRecord = 8;
/// Bounds of one run, so that none takes long.
constexpr std::size_t kMostBeats = 3'000;
constexpr unsigned kMostClocks = 12'000, kMostTables = 12;
/// Without skipping, a silence is simulated clock by clock.
constexpr std::uint64_t kLongestSilence = 1'000;

using Record = std::array<std::uint8_t, kRecord>;

Record record_at(std::span<const std::uint8_t> input, std::size_t at) {
  Record record{};
  for (std::size_t i = 0; i < kRecord && at + i < input.size(); ++i) record[i] = input[at + i];
  return record;
}

std::uint16_t pair(const Record& r, std::size_t at) {
  return static_cast<std::uint16_t>(r[at] | r[at + 1] << 8);
}

/// 0 for the lower half of the byte, else a power of two in steps of a quarter: 1 ns to 3.6 s.
std::uint64_t silence(std::uint8_t code) {
  if (code < 128) return 0;
  const unsigned n = code - 128;
  return (std::uint64_t{4} + n % 4) << (n / 4) >> 2;
}

std::size_t frame_length(const Record& r) {
  const std::uint16_t n = pair(r, 1);
  switch (r[0] >> 6) {
    case 0:
    case 1:
      return 14 + n % 500;
    case 2:
      return 1 + n % 9'800;
    default:  // runts, and the longest
      return (n & 1) != 0 ? 1 + (n >> 1) % 70 : 9'590 + (n >> 1) % 24;
  }
}

std::uint16_t any_tpid(unsigned choice, std::uint16_t raw) {
  constexpr std::array<std::uint16_t, 3> kTpids = {0x0600, 0x6666, 0x88B5};
  return choice < kTpids.size() ? kTpids[choice] : raw;
}

/// Byte 3: VLAN tags (2 bits), EtherType (2), TPID (2), VLAN tag behind, bad. 4, 5: tag. 6:
/// silence. 7: TPIDs of VLAN tags (4 bits), other EtherTypes (4); both salt the other bytes.
SendFrame frame(const Record& r) {
  constexpr std::array<std::uint16_t, 4> kVlans = {0x8100, 0x88A8, 0x9100, 0x8100};
  constexpr std::array<std::uint16_t, 16> kOther = {0x8808, 0x0806, 0x88CC, 0x22E7, 0x22E9, 0x05DC,
                                                    0x05FF, 0x0600, 0x0601, 0x893F, 0x8100, 0x0000,
                                                    0x6666, 0x88B5, 0x9100, 0xFFFF};
  test::FrameSpec spec;
  spec.length = frame_length(r);
  spec.salt = r[7];
  for (unsigned i = 0; i < (r[3] & 3U); ++i)
    spec.vlans.push_back(kVlans[(r[7] >> (2 * (i % 2))) & 3]);
  const unsigned ethertype = r[3] >> 2 & 3;
  spec.ethertype = ethertype < 2    ? model::kEtherIpv4
                   : ethertype == 2 ? model::kEtherIpv6
                                    : kOther[r[7] >> 4];
  const unsigned tpid = r[3] >> 4 & 3;
  if (tpid != 0) {
    spec.tag = pair(r, 4);
    spec.tpid = any_tpid(tpid - 1, 0);
    if ((r[3] & 0x40) != 0) spec.vlans_after.push_back(kVlans[r[7] & 3]);
  }
  SendFrame frame{test::make_frame(spec), (r[3] & 0x80) != 0, silence(r[6]), {}};
  frame.text =
      fmt::format("{} bytes, {} VLAN tags, {}{}, EtherType {:#06x}", spec.length, spec.vlans.size(),
                  spec.tag ? fmt::format("tag {:#06x} behind TPID {:#06x}", *spec.tag, spec.tpid)
                           : std::string("no tag"),
                  spec.vlans_after.empty() ? "" : ", a VLAN tag behind it", spec.ethertype);
  return frame;
}

StageCsig csig(const Record& r) {
  constexpr std::array<unsigned, 16> kIntervals = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 6};
  StageCsig step;
  step.enable = (r[1] & 3) != 0;
  step.wide = (r[1] & 0xF8) == 0xF8;
  step.interval_select = kIntervals[r[2] & 15];
  step.tpid = any_tpid(r[2] >> 6, pair(r, 5));
  step.node_locator = pair(r, 3) & 0x7FFF;
  return step;
}

StagePort port(const Record& r) {
  StagePort step;
  // A mantissa of 16 bits anywhere in 40.
  step.capacity = (std::uint64_t{pair(r, 1)} << 24) >> (r[3] % 41);
  step.overhead = r[4] & 0x3F;
  step.locator = pair(r, 5) & 0x7FFF;
  step.locator_valid = (r[6] & 0x80) != 0;
  step.action = r[7] % 16 == 15 ? 3 : r[7] % 3;
  return step;
}

/// Byte 0, above the kind: what is done. Most activations take every table.
Step act(const Record& r) {
  switch (r[0] >> 4) {
    case 0:
    case 1:
    case 2:
    case 3:
      return Activate{7};
    case 4:
      return Activate{r[1] & 7U};
    case 5:
    case 6:
      return CompareCounters{(r[1] & 1) != 0};
    case 7:
    case 8:
      return HoldWire{(r[1] & 1) != 0};
    case 9:
    case 10:
      return ReadRegister{(r[1] | r[2] << 8U | r[3] << 16U) & 0x1FFFFCU};
    case 11:
      return ResetDesign{1 + r[1] % 4U};
    case 12:
    case 13:
      return WriteEntry{r[1] % 3U, r[2] % 32U,
                        (std::uint64_t{pair(r, 3)} << 32 | pair(r, 5)) >> (r[7] % 49)};
    default:
      return RunClocks{1 + r[1] % 16U};
  }
}

Step step_of(const Record& r) {
  switch (r[0] & 7) {
    case 0:
    case 1:
    case 2:
      return frame(r);
    case 3:
      return RunClocks{1U + pair(r, 1) % 2'048U};
    case 4:
      return csig(r);
    case 5:
      return port(r);
    case 6: {
      const unsigned shift = r[7] % 40;
      return WriteTable{r[1] % 3U, std::uint64_t{pair(r, 2)} << shift >> 8,
                        1 + (std::uint64_t{pair(r, 4)} << shift >> 8)};
    }
    default:
      return act(r);
  }
}

Surroundings surroundings(const Record& r) {
  constexpr std::array<std::uint64_t, 4> kPeriods = {std::uint64_t{1} << 32, std::uint64_t{4} << 32,
                                                     0x6'6666'6666, 0x3'1A6D'3330};
  constexpr std::array<tb::BackPressure, 4> kPatterns = {
      tb::BackPressure::kNone, tb::BackPressure::kRandom, tb::BackPressure::kBursts,
      tb::BackPressure::kStall};
  Surroundings s;
  s.width = (r[0] & 1) != 0 ? 512 : 64;
  s.pattern = kPatterns[r[0] >> 1 & 3];
  s.skip_idle = (r[0] & 8) == 0;
  s.random_dead_lanes = (r[0] & 16) == 0;
  s.register_delay = r[0] >> 5 & 3;
  s.percent = r[1] % 91;
  s.beat_gap_percent = r[2] % 61;
  s.max_frame_gap = r[3] % 33;
  s.line_divisor = r[4] % 5;
  s.period = kPeriods[r[5] & 3];
  s.seed = pair(r, 6);
  return s;
}

/// What is left of the bounds.
class Budget {
 public:
  explicit Budget(const Surroundings& s) : bus_bytes_(s.width / 8), skipping_(s.skip_idle) {}

  /// False: this step is one too many.
  bool take(Step& step) {
    if (auto* frame = std::get_if<SendFrame>(&step)) {
      if (!skipping_) frame->gap_ns = std::min(frame->gap_ns, kLongestSilence);
      return spend(beats_, (frame->bytes.size() + bus_bytes_ - 1) / bus_bytes_);
    }
    if (const auto* run = std::get_if<RunClocks>(&step)) return spend(clocks_, run->clocks);
    if (std::holds_alternative<WriteTable>(step)) return spend(tables_, 1);
    return true;
  }

 private:
  static bool spend(std::size_t& left, std::size_t amount) {
    if (amount > left) return false;
    left -= amount;
    return true;
  }
  unsigned bus_bytes_;
  bool skipping_;
  std::size_t beats_ = kMostBeats, clocks_ = kMostClocks, tables_ = kMostTables;
};

const char* name(tb::BackPressure pattern) {
  switch (pattern) {
    case tb::BackPressure::kRandom:
      return "random";
    case tb::BackPressure::kBursts:
      return "bursts";
    case tb::BackPressure::kStall:
      return "stall";
    default:
      return "none";
  }
}

struct Describe {
  std::string operator()(const SendFrame& s) const {
    return fmt::format("send a {}frame after {} ns: {}", s.bad ? "bad " : "", s.gap_ns, s.text);
  }
  std::string operator()(const RunClocks& s) const {
    return fmt::format("run {} clocks", s.clocks);
  }
  std::string operator()(const StageCsig& s) const {
    return fmt::format(
        "stage csig: enable {}, wide {}, tpid {:#06x}, node locator {}, interval.select {}",
        s.enable, s.wide, s.tpid, s.node_locator, s.interval_select);
  }
  std::string operator()(const StagePort& s) const {
    return fmt::format("stage port: capacity {}, overhead {}, locator {}, valid {}, action {}",
                       s.capacity, s.overhead, s.locator, s.locator_valid, s.action);
  }
  std::string operator()(const WriteTable& s) const {
    return fmt::format("write table {}: {} and so on in steps of {}", s.table, s.first, s.step);
  }
  std::string operator()(const WriteEntry& s) const {
    return fmt::format("write table {} bucket {}: {}", s.table, s.bucket, s.value);
  }
  std::string operator()(const Activate& s) const {
    return fmt::format("activate, tables {:#05b}", s.tables);
  }
  std::string operator()(const CompareCounters& s) const {
    return s.clear ? "compare and clear counters" : "compare counters";
  }
  std::string operator()(const HoldWire& s) const {
    return s.on ? "hold the wire" : "release the wire";
  }
  std::string operator()(const ReadRegister& s) const {
    return fmt::format("read register {:#x}", s.address);
  }
  std::string operator()(const ResetDesign& s) const {
    return fmt::format("reset for {} clocks", s.clocks);
  }
};

}  // namespace

Scenario decode(std::span<const std::uint8_t> input) {
  Scenario scenario{surroundings(record_at(input, 0)), {}};
  Budget budget(scenario.surroundings);
  for (std::size_t at = kRecord; at < input.size(); at += kRecord) {
    Step step = step_of(record_at(input, at));
    if (budget.take(step)) scenario.steps.push_back(std::move(step));
  }
  return scenario;
}

std::string describe(const Scenario& scenario) {
  const Surroundings& s = scenario.surroundings;
  std::string text = fmt::format(
      "width {}, period {:.4f} ns, seed {}, skipping {}, register delay up to {}, back-pressure {} "
      "{} %, line divisor {}, beat gaps {} %, frame gaps up to {}, random dead lanes {}\n",
      s.width, static_cast<double>(s.period) / 4294967296.0, s.seed, s.skip_idle, s.register_delay,
      name(s.pattern), s.percent, s.line_divisor, s.beat_gap_percent, s.max_frame_gap,
      s.random_dead_lanes);
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    text += fmt::format("{:4}  {}\n", i + 1, std::visit(Describe{}, scenario.steps[i]));
  }
  return text;
}

}  // namespace sluice::fuzz
