// SPDX-License-Identifier: Apache-2.0
// Random configurations, and traffic to go with them.
#pragma once

#include "tb/agents/axis_source.hpp"
#include "tb/common/random.hpp"
#include "tests/system/board.hpp"

namespace sluice::test {

/// Anything that the hardware accepts; tables in which the values of this bench meet all buckets.
/// `width`: bits of the bus; the wider it is, the less do delays differ.
Configuration random_configuration(tb::Random& random, unsigned width);

/// Random frames until `stop`; with `drops`, some are bad, runt or oversize. `random` and `stop`
/// must outlive the supply.
tb::FrameSupply endless(tb::Random& random, const bool& stop, bool drops = false);

}  // namespace sluice::test
