// SPDX-License-Identifier: Apache-2.0
// Replays the kept inputs of a target.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {

/// Runs each file of the target's folder; `least` of them must be there.
template <typename Run>
void replay(const char* target, Run&& run, unsigned least) {
  unsigned files = 0;
  const std::filesystem::path folder = std::filesystem::path(SLUICE_SEEDS) / target;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const Bytes bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    EXPECT_NO_THROW(run(bytes)) << entry.path();
    ++files;
  }
  EXPECT_GE(files, least);
}

}  // namespace sluice::fuzz
