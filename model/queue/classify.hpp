// SPDX-License-Identifier: Apache-2.0
// Golden model of the choice of a frame's queue.
// Source: docs/architecture.md, "Classification of a frame at `arrive`".
#pragma once

#include "model/parser/parser.hpp"
#include "model/queue/config.hpp"

namespace sluice::model {

/// 0..7: by the outer VLAN tag's PCP where there is a tag, else by a valid IP header's DSCP, else
/// the default queue.
unsigned choose_queue(const BufferConfig& config, const Headers& headers, const IpHeader& ip);

}  // namespace sluice::model
