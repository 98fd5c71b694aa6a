// SPDX-License-Identifier: Apache-2.0
// Random frames and configurations that reach every decision of the queues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/queue/config.hpp"
#include "tb/common/random.hpp"

namespace sluice::test {

/// A frame of `length` bytes: 0 to 2 VLAN tags, with or without a CSIG tag, IPv4 or IPv6 with a
/// random codepoint and DSCP, now and then something else or a broken header. Short ones are cut.
std::vector<std::uint8_t> random_ip_frame(tb::Random& random, std::size_t length);

/// Mostly short; sometimes a runt or longer than what is forwarded.
std::size_t random_length(tb::Random& random);

/// Limits around `bytes`, strict and weighted queues, RED in all its ways.
model::BufferConfig random_buffer(tb::Random& random, std::uint32_t bytes);

}  // namespace sluice::test
