// SPDX-License-Identifier: Apache-2.0
// What was found once stays found: every kept input, without libFuzzer.
#include "tests/fuzz/replay.hpp"

namespace sluice::fuzz {
namespace {

TEST(KeptFuzzInputs, EveryCaptureIsReadOrRefusedAsPromised) { replay("capture", run_capture, 13); }

TEST(KeptFuzzInputs, EveryConfigurationIsReadOrRefusedAsPromised) {
  replay("config", run_config, 10);
}

}  // namespace
}  // namespace sluice::fuzz
