// SPDX-License-Identifier: Apache-2.0
// What a fuzz target is: a function of bytes that throws Fault where the program did what it must
// not, and a mutator that knows the shape of its bytes. Nothing here needs libFuzzer, so the kept
// inputs are also replayed by an ordinary test (seeds_test.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace sluice::fuzz {

using Bytes = std::vector<std::uint8_t>;

/// A promise of the program was broken: which one, and what was fed, for a person to read.
class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws Fault(`text`) where `holds` is false.
inline void require(bool holds, const std::string& text) {
  if (!holds) throw Fault(text);
}

/// Errors end up in front of a user: one sentence, of a length that can be read.
void require_sentence(const std::string& sentence, const std::string& where);

/// Changes some bytes without knowing what they mean (libFuzzer's own mutation), in place; the
/// result is no longer than the second argument.
using PlainMutation = std::function<void(Bytes&, std::size_t)>;

/// One case. All return for any input or throw Fault.
void run_capture(std::span<const std::uint8_t> input);
void run_config(std::span<const std::uint8_t> input);
void run_port(std::span<const std::uint8_t> input);

/// A neighbour of `input` of at most `longest` bytes.
void mutate_capture(Bytes& input, std::size_t longest, unsigned seed, const PlainMutation& plain);
void mutate_config(Bytes& input, std::size_t longest, unsigned seed, const PlainMutation& plain);
void mutate_port(Bytes& input, std::size_t longest, unsigned seed, const PlainMutation& plain);

}  // namespace sluice::fuzz
