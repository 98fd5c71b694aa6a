// SPDX-License-Identifier: Apache-2.0
#include "tb/agents/protocol_watch.hpp"

#include <fmt/format.h>

#include "tb/common/error.hpp"

namespace sluice::tb {

ProtocolWatch::ProtocolWatch(unsigned bus_bytes)
    : fabric_(bus_bytes, false), wire_(bus_bytes, true) {}

void ProtocolWatch::fail(const char* interface, const std::string& text, const Moment& at) {
  throw ProtocolError(
      fmt::format("{}: {}, at {} ns, cycle {}", interface, text, model::to_ns(at.now), at.cycle));
}

void ProtocolWatch::sample(const Moment& at, const Pins& pins) {
  if (const auto v = fabric_.check(pins.fabric, pins.rst_n)) fail("s_axis", v->text, at);
  if (const auto v = wire_.check(pins.wire, pins.rst_n)) fail("m_axis", v->text, at);
  if (const auto v = registers_.check(pins.axil, pins.rst_n)) fail("s_axil", v->text, at);
}

}  // namespace sluice::tb
