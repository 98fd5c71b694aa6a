// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/break_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sw-driver/app/units.hpp"

namespace sluice::app {
namespace {

constexpr std::array<const char*, 5> kEventNames = {"first beat in", "arrive", "select", "start",
                                                    "sent"};
constexpr std::size_t kMostLines = 12;

}  // namespace

BreakAt parse_break_at(const std::vector<std::string>& words) {
  const auto refuse = [&] {
    std::string found;
    for (const std::string& word : words) found += (found.empty() ? "" : " ") + word;
    return UsageError(fmt::format(
        "--break-at: found '{}', expected 'packet N' with N from 1, or 'time T' such as 2.5us",
        found));
  };
  if (words.size() != 2) throw refuse();
  BreakAt at;
  if (words[0] == "packet") {
    const std::string& text = words[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), at.packet);
    if (error != std::errc() || end != text.data() + text.size() || at.packet == 0) throw refuse();
    return at;
  }
  if (words[0] != "time") throw refuse();
  at.time_ps = parse_time_ps("--break-at", words[1]);
  return at;
}

std::uint64_t BreakPoint::drops() const {
  const model::Counters& counters = scoreboard_.model().counters();
  return counters.drop_bad + counters.drop_runt + counters.drop_oversize;
}

void BreakPoint::on_fabric(const tb::Moment& at, const tb::Pins& pins) {
  if (!incoming_.seen[kFirstBeat]) incoming_.seen[kFirstBeat] = at.now;
  if (!pins.fabric.last) return;
  incoming_.packet = pins.fabric_packet;
  incoming_.frame = frames_++;
  incoming_.seen[kArrive] = at.now;
  incoming_.dropped = drops() != dropped_;
  dropped_ = drops();
  if (!incoming_.dropped) {
    inside_.push_back(incoming_);
  } else if (at_.packet == incoming_.packet) {
    stop(at, &incoming_);
  }
  incoming_ = {};
}

void BreakPoint::sample(const tb::Moment& at, const tb::Pins& pins) {
  if (!pins.rst_n) return;
  const Track* left = nullptr;
  Track gone;
  // The order of events within a clock: sent, start, select, arrive.
  if (pins.wire.fire() && pins.wire.last && started_ != 0) {
    gone = inside_.front();
    gone.seen[kSent] = at.now;
    left = &gone;
    inside_.pop_front();
    --started_;
    --selected_;
  }
  if (pins.obs_start_valid && started_ < inside_.size()) {
    inside_[started_++].seen[kStart] = at.now;
  }
  if (pins.obs_select_valid && selected_ < inside_.size()) {
    inside_[selected_++].seen[kSelect] = at.now;
  }
  if (pins.fabric.fire()) on_fabric(at, pins);
  if (left != nullptr && at_.packet != 0 && left->packet == at_.packet) stop(at, left);
  if (at_.time_ps && at.now != 0 && at.now * 1000 >= tb::Ticks{*at_.time_ps} << 32) {
    stop(at, nullptr);
  }
}

tb::Ticks BreakPoint::next_action(const tb::Moment& at) const {
  if (!at_.time_ps) return tb::kNever;
  static_cast<void>(at);
  // Idle time is skipped up to the edge before it, not past it.
  return ((tb::Ticks{*at_.time_ps} << 32) + 999) / 1000;
}

void BreakPoint::stop(const tb::Moment& at, const Track* track) {
  if (track != nullptr) reached_ = *track;
  const std::string packet =
      at_.packet != 0 ? fmt::format("packet {} at ", at_.packet) : std::string();
  throw BreakReached(packet + when(at.now));
}

std::string BreakPoint::when(tb::Ticks now) const {
  const auto cycle = kernel_.period() == 0 ? 0 : static_cast<std::uint64_t>(now / kernel_.period());
  return fmt::format("{} ns, cycle {}", model::to_ns(now), cycle);
}

std::string BreakPoint::line(const Track& track) const {
  std::size_t last = 0;
  for (std::size_t i = 0; i < track.seen.size(); ++i) {
    if (track.seen[i]) last = i;
  }
  return fmt::format("  packet {:<9} frame {:<9} {} at {}\n", track.packet, track.frame,
                     kEventNames[last], when(*track.seen[last]));
}

std::string BreakPoint::state() const {
  std::string text;
  if (reached_) {
    text += fmt::format("packet {} (frame {}): {}\n", reached_->packet, reached_->frame,
                        reached_->dropped ? "dropped at arrive" : "has left");
    for (std::size_t i = 0; i < kEventNames.size(); ++i) {
      if (reached_->seen[i]) {
        text += fmt::format("  {:<14}{}\n", kEventNames[i], when(*reached_->seen[i]));
      }
    }
  }
  text += fmt::format("frames inside: {}\n", inside_.size());
  const std::size_t shown = std::min(inside_.size(), kMostLines);
  for (std::size_t i = 0; i < shown; ++i) text += line(inside_[i]);
  if (shown < inside_.size()) text += fmt::format("  and {} more\n", inside_.size() - shown);
  if (incoming_.seen[kFirstBeat]) {
    text +=
        fmt::format("frame {} is coming in since {}\n", frames_, when(*incoming_.seen[kFirstBeat]));
  }
  return text;
}

}  // namespace sluice::app
