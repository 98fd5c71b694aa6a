// SPDX-License-Identifier: Apache-2.0
#include "tb/traffic/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tb/common/error.hpp"

namespace sluice::tb {
namespace {

constexpr std::int64_t kStartNs = 1'767'225'600'000'000'000;  // 2026-01-01 00:00:00 UTC
constexpr std::uint64_t kLineOverhead = 24;                   // preamble, FCS, gap
constexpr std::uint32_t kVlan = 0x8100U << 16 | 100;
constexpr std::array<std::uint32_t, 3> kImixSizes = {60, 590, 1514};
constexpr unsigned kFraction = 32;

void check(const std::string& what, std::uint64_t found, std::uint64_t low, std::uint64_t high) {
  if (found >= low && found <= high) return;
  throw ParameterError(fmt::format("{} of {}, expected {} to {}", what, found, low, high));
}

void check(const ShapeOptions& o) {
  check("speed in bit/s", o.speed_bps, 1, 10'000'000'000'000);
  check("load in percent", o.load_percent, 1, o.shape == Shape::kOnOff ? 100 : 1000);
  check("period in ps", o.period_ps, 0, 1'000'000'000'000);
  check("burst", o.burst, 1, 1'000'000);
  check("sources", o.sources, 1, 200);
  check("flows", o.flows, 1, 1000);
  check("frame size", o.sizes.low, kMinimumFrame, 9600);
  check("frame size", o.sizes.high, o.sizes.low, 9600);
  unsigned percent = 0;
  for (const unsigned share : o.ecn) percent += std::min(share, 101U);
  check("sum of ECN shares", percent, 100, 100);
  check("number of DSCPs", o.dscp.size(), 1, 64);
  for (const unsigned dscp : o.dscp) check("DSCP", dscp, 0, 63);
  for (const unsigned pcp : o.pcp) check("PCP", pcp, 0, 7);
}

ShapeOptions checked(ShapeOptions options) {
  check(options);
  return options;
}

LineBits whole(std::uint64_t bits) { return LineBits{bits} << kFraction; }

std::uint64_t on_line(std::uint64_t bytes) { return (bytes + kLineOverhead) * 8; }

}  // namespace

Deck::Deck(const std::vector<unsigned>& weights) {
  for (unsigned card = 0; card < weights.size(); ++card) {
    cards_.insert(cards_.end(), weights[card], card);
  }
}

unsigned Deck::draw(Random& random) {
  if (left_ == 0) left_ = cards_.size();
  const std::size_t at = random.below(left_);
  std::swap(cards_[at], cards_[--left_]);
  return cards_[left_];
}

std::uint64_t exponential(Random& random) {
  const auto uniform = [&] { return random.next() >> 11; };
  for (std::uint64_t units = 0;; ++units) {
    const std::uint64_t first = uniform();
    std::uint64_t last = first;
    bool odd = true;  // numbers that fell so far, the first one included
    for (std::uint64_t now = uniform(); now < last; now = uniform()) {
      last = now;
      odd = !odd;
    }
    if (odd) return units << kFraction | first >> (53 - kFraction);
  }
}

ShapedTraffic::ShapedTraffic(ShapeOptions options)
    : options_(checked(std::move(options))),
      random_(options_.seed),
      imix_({7, 4, 1}),
      ecn_({options_.ecn.begin(), options_.ecn.end()}),
      senders_(options_.sources),
      numbers_(std::size_t{options_.sources} * options_.flows) {}

std::uint32_t ShapedTraffic::size() {
  const Sizes& s = options_.sizes;
  if (s.kind == Sizes::Kind::kImix) return kImixSizes.at(imix_.draw(random_));
  return static_cast<std::uint32_t>(random_.between(s.low, s.high));
}

Frame ShapedTraffic::make(std::size_t sender) {
  Sender& from = senders_[sender];
  const std::size_t flow = sender * options_.flows + from.flow;
  from.flow = (from.flow + 1) % options_.flows;
  const auto host = static_cast<std::uint8_t>(sender + 1);
  Path path;
  path.destination = {0x02, 0x1A, 0x2C, 0, 0, 0xFE};
  path.source = {0x02, 0x1A, 0x2C, 0, 0, host};
  path.source_ip = {10, 1, 0, host};
  path.destination_ip = {10, 1, 0, 254};
  path.source_port = static_cast<std::uint16_t>(0xC000 + from.flow);
  if (!options_.pcp.empty()) path.vlans = {kVlan | options_.pcp[flow % options_.pcp.size()] << 13};
  RocePacket packet;
  packet.dscp = static_cast<std::uint8_t>(options_.dscp[flow % options_.dscp.size()]);
  packet.ecn = static_cast<std::uint8_t>(ecn_.draw(random_));
  packet.ip_id = ip_id_++;
  return numbered_frame(path, packet, size(), static_cast<std::uint32_t>(flow), numbers_[flow]++);
}

/// How far the next frame begins behind this one of so many bits.
LineBits ShapedTraffic::gap(std::uint64_t bits) {
  if (options_.shape == Shape::kSmooth) return whole(bits) * 100 / options_.load_percent;
  const Sizes& s = options_.sizes;
  // Of twelve frames, so that imix has no fraction; a range of two lengths has halves.
  std::uint64_t twelve = std::uint64_t{6} * (s.low + s.high);
  if (s.kind == Sizes::Kind::kImix) {
    twelve = 7 * kImixSizes[0] + 4 * kImixSizes[1] + kImixSizes[2];
  }
  const std::uint64_t mean = (twelve + 12 * kLineOverhead) * 8;
  return LineBits{mean} * exponential(random_) * 100 / options_.load_percent / 12;
}

void ShapedTraffic::begin_burst() {
  LineBits start = 0;
  if (made_ != 0) {
    const LineBits period = options_.period_ps != 0
                                ? whole(options_.period_ps) * options_.speed_bps / 1'000'000'000'000
                                : burst_bits_ * 100 / options_.load_percent;
    start = burst_start_ + period;
    for (const Sender& sender : senders_) start = std::max(start, sender.free);
  }
  for (Sender& sender : senders_) {
    sender.free = start;
    sender.left = options_.burst;
  }
  burst_start_ = start;
  burst_bits_ = 0;
}

/// The sender whose next frame begins first; of those that begin together the lowest.
ShapedTraffic::Sender& ShapedTraffic::turn() {
  Sender* first = nullptr;
  for (Sender& sender : senders_) {
    if (sender.left != 0 && (first == nullptr || sender.free < first->free)) first = &sender;
  }
  if (first != nullptr) return *first;
  begin_burst();
  return senders_.front();
}

bool ShapedTraffic::next(CapturedFrame& frame) {
  if (made_ == options_.frames) return false;
  LineBits begins = 0;
  if (options_.shape == Shape::kIncast || options_.shape == Shape::kOnOff) {
    Sender& sender = turn();
    begins = sender.free;
    frame.bytes = make(static_cast<std::size_t>(&sender - senders_.data()));
    const LineBits bits = whole(on_line(frame.bytes.size()));
    sender.free += bits;
    burst_bits_ += bits;
    --sender.left;
  } else {
    frame.bytes = make(made_ % senders_.size());
    begins = clock_;
    clock_ += gap(on_line(frame.bytes.size()));
  }
  frame.packet = ++made_;
  frame.original_length = static_cast<std::uint32_t>(frame.bytes.size());
  // Whole seconds apart, so that nothing overflows.
  const LineBits second = whole(options_.speed_bps);
  frame.time_ns = kStartNs + static_cast<std::int64_t>(begins / second) * 1'000'000'000 +
                  static_cast<std::int64_t>(begins % second * 1'000'000'000 / second);
  return true;
}

std::uint64_t write_traffic(const ShapeOptions& options, CaptureWriter& writer) {
  ShapedTraffic traffic(options);
  CapturedFrame frame;
  std::uint64_t bytes = 0;
  while (traffic.next(frame)) {
    writer.write(frame.time_ns, frame.bytes);
    bytes += frame.bytes.size();
  }
  return bytes;
}

}  // namespace sluice::tb
