// SPDX-License-Identifier: Apache-2.0
#include "tb/report/collector.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace sluice::tb {
namespace {

constexpr unsigned kOnlyQueue = 0;  // the port has one FIFO

std::string reason_of(model::Drop drop) {
  switch (drop) {
    case model::Drop::kNone:
      return "none";
    case model::Drop::kBad:
      return "flagged bad";
    case model::Drop::kRunt:
      return "runt";
    case model::Drop::kOversize:
      return "oversize";
    case model::Drop::kQueueLimit:
      return "limit of the queue";
    case model::Drop::kPortLimit:
      return "limit of the port";
    case model::Drop::kBuffer:
      return "buffer full";
    case model::Drop::kRed:
      return "RED";
  }
  return "unknown";
}

}  // namespace

ReportCollector::ReportCollector(unsigned queues, unsigned port) : port_(port) {
  data_.queues.resize(queues);
  for (unsigned i = 0; i < queues; ++i) data_.queues[i].name = "queue " + std::to_string(i);
}

void ReportCollector::arrived(const ArrivedFrame& frame) {
  if (frame.port != port_) return;
  const std::uint32_t number = next_frame_++;
  QueueReport& queue = data_.queues[kOnlyQueue];
  if (frame.drop != model::Drop::kNone) {
    ++queue.dropped;
    const std::string reason = reason_of(frame.drop);
    const auto known =
        std::ranges::find_if(data_.drops, [&](const auto& drop) { return drop.first == reason; });
    if (known == data_.drops.end()) {
      data_.drops.emplace_back(reason, 1);
    } else {
      ++known->second;
    }
    return;
  }
  ++queue.frames_in;
  waiting_.push_back({.arrive = frame.arrive,
                      .frame = number,
                      .length = static_cast<std::uint32_t>(frame.bytes.size()),
                      .queue = kOnlyQueue});
}

/// The oldest frame that waits counts in the depth.
void ReportCollector::enter() {
  const Inside& in = waiting_.front();
  Level& depth = data_.queues[in.queue].depth;
  depth.set(in.arrive, depth.value() + in.length);
  inside_.emplace(in.frame, in);
  waiting_.pop_front();
}

/// So do all that arrived before `limit`.
void ReportCollector::enter_until(model::Ticks limit) {
  while (!waiting_.empty() && waiting_.front().arrive < limit) enter();
}

void ReportCollector::left(const LeftFrame& frame) {
  if (frame.port != port_) return;
  const model::Departure& departure = frame.departure;
  // Within one time, `select` comes before `arrive`; a frame is selected after it arrived, but a
  // port without clocks may do both at once.
  enter_until(frame.times.select);
  while (inside_.count(departure.frame) == 0 && !waiting_.empty()) enter();
  const auto in = inside_.find(departure.frame);
  if (in != inside_.end()) {
    QueueReport& queue = data_.queues[in->second.queue];
    queue.depth.set(frame.times.select, queue.depth.value() - in->second.length);
    ++queue.frames_out;
    inside_.erase(in);
  }
  const auto add = [&](TimeColumns& columns, std::uint64_t value) {
    Column& column = columns.at(frame.times.start);
    column.touch(value);
    ++column.count;
  };
  add(data_.delay, model::to_ns(frame.times.start - frame.times.first));
  if (model::is_compared(departure.outcome) && departure.signal < kReportSignals) {
    add(data_.bucket.at(departure.signal), departure.bucket_local);
  }
}

void ReportCollector::decided(unsigned queue, std::uint64_t depth, bool hit) {
  data_.queues.at(queue).decisions.add(depth, hit);
}

ReportData ReportCollector::take(model::Ticks end) {
  enter_until(end + 1);
  for (QueueReport& queue : data_.queues) queue.depth.finish(end);
  data_.end_ns = model::to_ns(end);
  return std::move(data_);
}

}  // namespace sluice::tb
