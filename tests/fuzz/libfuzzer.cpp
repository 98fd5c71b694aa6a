// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry points around one target, which SLUICE_FUZZ_TARGET names.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "tests/fuzz/target.hpp"

// Names and types are libFuzzer's.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned int seed);

#define SLUICE_JOIN2(a, b) a##b
#define SLUICE_JOIN(a, b) SLUICE_JOIN2(a, b)

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    sluice::fuzz::SLUICE_JOIN(run_, SLUICE_FUZZ_TARGET)({data, size});
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "FAULT: %s\n", fault.what());
    std::abort();
  }
  return 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned int seed) {
  const auto plain = [](sluice::fuzz::Bytes& bytes, std::size_t longest) {
    const std::size_t before = bytes.size();
    bytes.resize(std::max(longest, before));
    bytes.resize(LLVMFuzzerMutate(bytes.data(), before, longest));
  };
  sluice::fuzz::Bytes bytes(data, data + size);
  sluice::fuzz::SLUICE_JOIN(mutate_, SLUICE_FUZZ_TARGET)(bytes, max_size, seed, plain);
  bytes.resize(std::min(bytes.size(), max_size));
  if (bytes.empty()) return 0;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
