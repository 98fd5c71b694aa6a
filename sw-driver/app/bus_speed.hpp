// SPDX-License-Identifier: Apache-2.0
// What a data bus carries, against the speed of its port.
#pragma once

#include <cstdint>

namespace sluice::app {

/// Refuses a port speed above width x clock; warns on standard error where frames a byte longer
/// than whole beats would not keep up. `width` in bits, `clock` in hertz, `speed` in bits a second,
/// `overhead` in bytes a frame. Errors: UsageError.
void check_speed(unsigned width, std::uint64_t clock, std::uint64_t speed, unsigned overhead);

}  // namespace sluice::app
