// SPDX-License-Identifier: Apache-2.0
// The text of a configuration file, whatever its language.
#pragma once

#include <cstddef>
#include <string>

namespace sluice::driver {

inline constexpr std::size_t kMaxFile = std::size_t{16} << 20;  ///< bytes

/// Errors: ConfigError where the file cannot be read or is larger than kMaxFile.
std::string read_config_text(const std::string& path);

}  // namespace sluice::driver
