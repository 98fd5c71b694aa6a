// SPDX-License-Identifier: Apache-2.0
#include "model/stats/stats.hpp"

#include <algorithm>

#include "model/csig/config.hpp"

namespace sluice::model {
namespace {

void count_compared(Counters& counters, const SentFrame& frame) {
  const bool updated = frame.outcome == Outcome::kUpdated;
  switch (static_cast<Signal>(frame.signal)) {
    case Signal::kAvailableBandwidth:
      ++counters.csig_abw_frames;
      counters.csig_abw_bytes += frame.bytes;
      counters.csig_abw_updated += updated;
      break;
    case Signal::kRelativeBandwidth:
      ++counters.csig_rel_frames;
      counters.csig_rel_bytes += frame.bytes;
      counters.csig_rel_updated += updated;
      break;
    case Signal::kDelay:
      ++counters.csig_delay_frames;
      counters.csig_delay_bytes += frame.bytes;
      counters.csig_delay_updated += updated;
      break;
  }
}

}  // namespace

void count_arrive(Counters& counters, std::uint64_t bytes, Drop drop) {
  const std::uint64_t counted = std::min(bytes, kMaxCountedBytes);
  ++counters.rx_frames;
  counters.rx_bytes += counted;
  if (drop == Drop::kNone) return;
  counters.drop_bad += drop == Drop::kBad;
  counters.drop_runt += drop == Drop::kRunt;
  counters.drop_oversize += drop == Drop::kOversize;
  counters.drop_bytes += counted;
}

void count_sent(Counters& counters, const SentFrame& frame) {
  ++counters.tx_frames;
  counters.tx_bytes += frame.bytes;
  counters.tx_mac_control += frame.mac_control;
  if (is_compared(frame.outcome)) count_compared(counters, frame);
  switch (frame.outcome) {
    case Outcome::kNone:
    case Outcome::kUpdated:
      break;
    case Outcome::kEqual:
      ++counters.csig_equal;
      break;
    case Outcome::kLessSevere:
      ++counters.csig_less_severe;
      break;
    case Outcome::kUnsupported:
      ++counters.csig_unsupported;
      break;
    case Outcome::kDSet:
      ++counters.csig_d_set;
      break;
    case Outcome::kPassed:
      ++counters.csig_passed;
      break;
    case Outcome::kStripped:
      ++counters.csig_stripped;
      break;
    case Outcome::kTruncated:
      ++counters.csig_truncated;
      break;
    case Outcome::kVlanAfter:
      ++counters.csig_vlan_after;
      break;
    case Outcome::kNonIp:
      ++counters.csig_non_ip;
      break;
    case Outcome::kForeignTpid:
      ++counters.csig_foreign_tpid;
      break;
  }
}

void count_queue_arrive(QueueCounters& counters, std::uint64_t bytes, Drop drop, bool ce) {
  counters.ce_arrived += ce;
  if (drop == Drop::kNone) {
    ++counters.rx_frames;
    counters.rx_bytes += bytes;
    return;
  }
  counters.drop_queue_limit += drop == Drop::kQueueLimit;
  counters.drop_port_limit += drop == Drop::kPortLimit;
  counters.drop_buffer += drop == Drop::kBuffer;
  counters.drop_red += drop == Drop::kRed;
  counters.drop_bytes += bytes;
}

void count_queue_sent(QueueCounters& counters, std::uint64_t bytes, bool marked) {
  ++counters.tx_frames;
  counters.tx_bytes += bytes;
  if (!marked) return;
  ++counters.marked_frames;
  counters.marked_bytes += bytes;
}

}  // namespace sluice::model
