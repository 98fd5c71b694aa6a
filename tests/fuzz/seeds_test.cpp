// SPDX-License-Identifier: Apache-2.0
// Replays every kept input of every fuzz target: what was found once stays found.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {
namespace {

Bytes content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

/// Each file of the target's folder is run; `least` of them must be there.
void replay(const char* target, void (*run)(std::span<const std::uint8_t>), unsigned least) {
  unsigned files = 0;
  const std::filesystem::path folder = std::filesystem::path(SLUICE_SEEDS) / target;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const Bytes bytes = content(entry.path());
    EXPECT_NO_THROW(run(bytes)) << entry.path();
    ++files;
  }
  EXPECT_GE(files, least);
}

TEST(KeptFuzzInputs, EveryCaptureIsReadOrRefusedAsPromised) { replay("capture", run_capture, 13); }

TEST(KeptFuzzInputs, EveryConfigurationIsReadOrRefusedAsPromised) {
  replay("config", run_config, 10);
}

}  // namespace
}  // namespace sluice::fuzz
