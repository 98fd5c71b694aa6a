// SPDX-License-Identifier: Apache-2.0
#include "model/endpoint/source.hpp"

#include <array>

#include "model/common/wire.hpp"
#include "model/csig/compare.hpp"
#include "model/parser/parser.hpp"

namespace sluice::model {

std::uint16_t initial_word(Signal signal) {
  return pack({.signal = static_cast<std::uint8_t>(signal),
               .bucket = static_cast<std::uint8_t>(is_minimum(signal) ? kBuckets - 1 : 0)});
}

bool insert_tag(std::vector<std::uint8_t>& frame, Signal signal, std::uint16_t tpid) {
  const Headers headers = parse(frame);
  if (!headers.has_ethertype || headers.ethertype == tpid || !is_ip(headers.ethertype))
    return false;
  if (frame.size() + kTagBytes > kMaxFrame) return false;
  std::array<std::uint8_t, kTagBytes> tag{};
  store16(tag, 0, tpid);
  store16(tag, 2, initial_word(signal));
  frame.insert(frame.begin() + static_cast<std::ptrdiff_t>(headers.offset), tag.begin(), tag.end());
  return true;
}

}  // namespace sluice::model
