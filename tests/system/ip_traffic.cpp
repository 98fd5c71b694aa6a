// SPDX-License-Identifier: Apache-2.0
#include "tests/system/ip_traffic.hpp"

#include <algorithm>

#include "model/common/wire.hpp"
#include "tests/support/ip.hpp"

namespace sluice::test {

std::size_t random_length(tb::Random& random) {
  switch (random.below(40)) {
    case 0:
      return 1 + random.below(13);
    case 1:
      return 9'590 + random.below(20);
    case 2:
      return 1'500 + random.below(8'000);
    default:
      return random.below(4) == 0 ? 60 + random.below(1'500) : 60 + random.below(80);
  }
}

std::vector<std::uint8_t> random_ip_frame(tb::Random& random, std::size_t length) {
  constexpr std::size_t kRoom = 96;  // all headers fit; cut afterwards
  Bytes frame(std::max(length, kRoom));
  for (std::uint8_t& byte : frame) byte = static_cast<std::uint8_t>(random.below(256));
  std::size_t at = model::kMacBytes;
  const auto put = [&](std::uint64_t value) {
    model::store16(frame, at, static_cast<std::uint16_t>(value));
    at += 2;
  };
  for (std::uint64_t vlans = random.below(3); vlans > 0; --vlans) {
    put(random.below(2) == 0 ? model::kEtherCtag : model::kEtherStag);
    put(random.below(1 << 16));
  }
  if (random.below(2) == 0) {
    put(model::kTpidDefault);
    put(random.below(1 << 16));
  }
  const bool v6 = random.below(3) == 0;
  const bool ip = random.below(10) != 0;
  put(!ip ? model::kEtherArp : v6 ? model::kEtherIpv6 : model::kEtherIpv4);
  const auto tos = static_cast<std::uint8_t>(random.below(256));
  if (random.below(10) != 0) {
    frame.resize(std::max(length, kRoom));
    if (v6) {
      put_ipv6(frame, at, tos);
      if (length >= at + 40) {
        model::store16(frame, at + 4, static_cast<std::uint16_t>(length - at - 40));
      }
    } else {
      put_ipv4(frame, at, tos, 5 + static_cast<unsigned>(random.below(3)));
      if (length >= at + 20) model::store16(frame, at + 2, static_cast<std::uint16_t>(length - at));
    }
  }
  frame.resize(length);
  return frame;
}

model::BufferConfig random_buffer(tb::Random& random, std::uint32_t bytes) {
  model::BufferConfig buffer;
  const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>(random.below(n)); };
  buffer.seed = 1 + below(1'000'000);
  buffer.limit = random.below(2) == 0 ? model::kNoLimit : bytes;
  buffer.default_queue = static_cast<std::uint8_t>(below(8));
  for (std::uint8_t& queue : buffer.pcp_map) queue = static_cast<std::uint8_t>(below(8));
  for (std::uint8_t& queue : buffer.dscp_map) queue = static_cast<std::uint8_t>(below(8));
  for (model::QueueConfig& queue : buffer.queue) {
    queue.strict = random.below(3) == 0;
    queue.quantum = model::kMinQuantum + below(60'000);
    if (random.below(3) == 0) queue.limit = bytes / 8 + below(bytes / 2);
    model::RedConfig& red = queue.red;
    red.enable = random.below(4) != 0;
    red.ecn = random.below(4) != 0;
    red.departure = random.below(3) == 0;
    red.above_drop = random.below(3) == 0;
    red.not_ect_drop = random.below(2) == 0;
    red.weight = static_cast<std::uint8_t>(random.below(2) == 0 ? 0 : below(16));
    red.probability = random.below(4) == 0 ? 65'536 : below(65'537);
    red.min = below(bytes / 4);
    red.max = red.min + below(bytes / 2);
  }
  return buffer;
}

}  // namespace sluice::test
