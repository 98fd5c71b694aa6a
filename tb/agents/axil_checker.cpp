// SPDX-License-Identifier: Apache-2.0
#include "tb/agents/axil_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sluice::tb {
namespace {

/// One channel in this clock and in the one before; `payload` packs everything that must stay.
struct Channel {
  const char* name;
  bool valid, was_waiting;
  std::uint64_t payload, held;
};

}  // namespace

std::uint64_t AxilChecker::outstanding() const { return std::max(aw_, w_) - b_ + (ar_ - r_); }

std::optional<AxilViolation> AxilChecker::check(const AxilPins& p, bool rst_n) {
  const AxilPins& h = held_;
  const auto quiet = [](const AxilPins& x) {
    return !(x.aw_valid || x.w_valid || x.b_valid || x.ar_valid || x.r_valid);
  };
  if (rst_n && quiet(p) && quiet(h)) return std::nullopt;  // most clocks: nothing can be wrong
  const auto pack = [](std::uint64_t wide, std::uint64_t narrow) { return wide | narrow << 32; };
  const std::array<Channel, 5> channels = {{
      {"AW", p.aw_valid, h.aw_valid && !h.aw_ready, pack(p.aw_addr, p.aw_prot),
       pack(h.aw_addr, h.aw_prot)},
      {"W", p.w_valid, h.w_valid && !h.w_ready, pack(p.w_data, p.w_strb), pack(h.w_data, h.w_strb)},
      {"B", p.b_valid, h.b_valid && !h.b_ready, p.b_resp, h.b_resp},
      {"AR", p.ar_valid, h.ar_valid && !h.ar_ready, pack(p.ar_addr, p.ar_prot),
       pack(h.ar_addr, h.ar_prot)},
      {"R", p.r_valid, h.r_valid && !h.r_ready, pack(p.r_data, p.r_resp), pack(h.r_data, h.r_resp)},
  }};
  if (!rst_n) {
    *this = AxilChecker();
    for (const Channel& c : channels) {
      if (c.valid) {
        return AxilViolation{AxilRule::kValidInReset,
                             fmt::format("{}: valid is 1 in reset, expected 0", c.name)};
      }
    }
    return std::nullopt;
  }
  for (const Channel& c : channels) {
    if (!c.was_waiting) continue;
    if (!c.valid) {
      return AxilViolation{
          AxilRule::kValidDropped,
          fmt::format("{}: valid fell before ready had come, expected it to stay", c.name)};
    }
    if (c.payload != c.held) {
      return AxilViolation{
          AxilRule::kPayloadMoved,
          fmt::format("{}: payload changed from {:#x} to {:#x} while ready was awaited, expected "
                      "it to stay",
                      c.name, c.held, c.payload)};
    }
  }
  if (p.b_valid && b_ >= std::min(aw_, w_)) {
    return AxilViolation{AxilRule::kWriteUnasked,
                         fmt::format("B: response {} while {} addresses and {} data were accepted, "
                                     "expected one response a write",
                                     b_ + 1, aw_, w_)};
  }
  if (p.r_valid && r_ >= ar_) {
    return AxilViolation{AxilRule::kReadUnasked,
                         fmt::format("R: response {} while {} addresses were accepted, expected "
                                     "one response a read",
                                     r_ + 1, ar_)};
  }
  if ((p.b_valid && p.b_resp == 1) || (p.r_valid && p.r_resp == 1)) {
    return AxilViolation{AxilRule::kResponseReserved,
                         fmt::format("{}: response is 01, expected OKAY, SLVERR or DECERR",
                                     p.b_valid && p.b_resp == 1 ? "B" : "R")};
  }
  aw_ += static_cast<std::uint64_t>(p.aw_valid && p.aw_ready);
  w_ += static_cast<std::uint64_t>(p.w_valid && p.w_ready);
  b_ += static_cast<std::uint64_t>(p.b_valid && p.b_ready);
  ar_ += static_cast<std::uint64_t>(p.ar_valid && p.ar_ready);
  r_ += static_cast<std::uint64_t>(p.r_valid && p.r_ready);
  held_ = p;
  return std::nullopt;
}

}  // namespace sluice::tb
