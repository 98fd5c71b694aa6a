// SPDX-License-Identifier: Apache-2.0
// The YANG modules, embedded at build time.
#pragma once

#include <span>

namespace sluice::driver {

struct YangText {
  const char* name;  ///< of the module or submodule
  const char* text;
};

std::span<const YangText> yang_texts();

}  // namespace sluice::driver
