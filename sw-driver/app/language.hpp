// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sluice::app {

/// Language of a configuration file.
enum class Language : std::uint8_t {
  kByContent,  ///< NVUE where the name ends in .nv or the first word is `nv`, else braces
  kNvue,
};

}  // namespace sluice::app
