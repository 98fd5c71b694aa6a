// SPDX-License-Identifier: Apache-2.0
#include "tb/scoreboard/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "model/common/wire.hpp"

namespace sluice::tb {
namespace {

using model::Outcome;

/// The frame still carries a whole CSIG tag at `tag_offset`.
bool has_tag(const model::Departure& d) {
  switch (d.outcome) {
    case Outcome::kUpdated:
    case Outcome::kEqual:
    case Outcome::kLessSevere:
    case Outcome::kUnsupported:
    case Outcome::kDSet:
    case Outcome::kPassed:
      return true;
    default:
      return false;
  }
}

/// The field of the tag's word that differs, the most significant one first.
FrameDifference tag_difference(std::uint16_t expected, std::uint16_t found) {
  const model::CompactTag e = model::unpack(expected);
  const model::CompactTag f = model::unpack(found);
  const auto field = [](const char* name, unsigned x, unsigned y) {
    return FrameDifference{fmt::format("CSIG tag {}", name), fmt::format("{}", x),
                           fmt::format("{}", y)};
  };
  if (e.signal != f.signal) return field("signal type", e.signal, f.signal);
  if (e.reserved != f.reserved) return field("reserved bit", e.reserved, f.reserved);
  if (e.bucket != f.bucket) return field("bucket", e.bucket, f.bucket);
  if (e.locator != f.locator) return field("locator", e.locator, f.locator);
  return field("d bit", e.do_not_update, f.do_not_update);
}

}  // namespace

std::optional<FrameDifference> first_difference(const model::Departure& expected,
                                                std::span<const std::uint8_t> found) {
  const std::span<const std::uint8_t> want = expected.bytes;
  const std::size_t common = std::min(want.size(), found.size());
  if (common != 0 && std::memcmp(want.data(), found.data(), common) != 0) {
    const auto at = static_cast<std::size_t>(
        std::mismatch(want.begin(), want.begin() + static_cast<std::ptrdiff_t>(common),
                      found.begin())
            .first -
        want.begin());
    const std::size_t word = expected.tag_offset + 2;
    if (has_tag(expected) && at + 2 >= word && at < word + 2 && word + 2 <= common) {
      const std::uint16_t e = model::load16(want, at < word ? word - 2 : word);
      const std::uint16_t f = model::load16(found, at < word ? word - 2 : word);
      if (at >= word) return tag_difference(e, f);
      return FrameDifference{"CSIG tag TPID", fmt::format("{:#06x}", e), fmt::format("{:#06x}", f)};
    }
    return FrameDifference{fmt::format("byte {}", at), fmt::format("{:#04x}", want[at]),
                           fmt::format("{:#04x}", found[at])};
  }
  if (want.size() != found.size()) {
    return FrameDifference{"length", fmt::format("{}", want.size()),
                           fmt::format("{}", found.size())};
  }
  return std::nullopt;
}

}  // namespace sluice::tb
