// SPDX-License-Identifier: Apache-2.0
// Where two versions of a frame first differ, in a reader's words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "model/port/port.hpp"

namespace sluice::tb {

struct FrameDifference {
  std::string field;     ///< 'length', 'byte 37', 'CSIG tag bucket', ...
  std::string expected;  ///< golden model
  std::string found;     ///< RTL
};

/// First difference between the frame as the model predicts it and the bytes that left. Bytes come
/// before the length: a frame that is cut or grown differs in 'length' only where all else agrees.
std::optional<FrameDifference> first_difference(const model::Departure& expected,
                                                std::span<const std::uint8_t> found);

}  // namespace sluice::tb
