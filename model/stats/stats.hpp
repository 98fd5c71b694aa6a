// SPDX-License-Identifier: Apache-2.0
// Golden model of a port's statistics: what each event adds to the counters.
// Source: "Displaying congestion signaling statistics"; regs/stats.rdl.
#pragma once

#include <cstdint>

#include "model/csig/outcome.hpp"
#include "model/port/counters.hpp"
#include "model/port/drop.hpp"

namespace sluice::model {

/// Length with which an arriving frame counts at most: the hardware's length counter saturates at
/// 16 bits. Frames over 9,600 bytes are dropped, so only rx_bytes and drop_bytes can tell.
inline constexpr std::uint64_t kMaxCountedBytes = 65535;

/// A last beat was accepted; `bytes` of any size.
void count_arrive(Counters& counters, std::uint64_t bytes, Drop drop);

/// What of a frame that was sent its counters need.
struct SentFrame {
  std::uint64_t bytes = 0;  ///< as transmitted
  Outcome outcome = Outcome::kNone;
  std::uint8_t signal = 0;  ///< 0..2 where the outcome is a compared one, else not looked at
  bool mac_control = false;
};

void count_sent(Counters& counters, const SentFrame& frame);

/// A frame of this queue arrived: one that is accepted or dropped for one of the queue's reasons
/// (kQueueLimit and what follows it). `ce`: it came with CE.
void count_queue_arrive(QueueCounters& counters, std::uint64_t bytes, Drop drop, bool ce);

/// A frame of this queue was sent; `marked`: ECT was turned into CE.
void count_queue_sent(QueueCounters& counters, std::uint64_t bytes, bool marked);

}  // namespace sluice::model
