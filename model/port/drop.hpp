// SPDX-License-Identifier: Apache-2.0
// Why a frame that arrived is not queued.
#pragma once

#include <cstdint>

namespace sluice::model {

/// In the order in which they are looked at: the first that holds is the reason.
enum class Drop : std::uint8_t {
  kNone,
  kBad,         ///< flagged by the sender
  kRunt,        ///< under 14 bytes
  kOversize,    ///< over 9,600 bytes
  kQueueLimit,  ///< the queue's depth would pass its limit
  kPortLimit,   ///< the port's depth would pass its limit
  kBuffer,      ///< no cells left
  kRed,         ///< RED's verdict at arrival
};

}  // namespace sluice::model
