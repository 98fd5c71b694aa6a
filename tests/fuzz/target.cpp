// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {

void require_sentence(const std::string& sentence, const std::string& where) {
  constexpr std::size_t kLongest = 600;
  require(!sentence.empty() && sentence.size() <= kLongest,
          where + ": the error has " + std::to_string(sentence.size()) +
              " characters, expected 1 to " + std::to_string(kLongest) + ": " +
              sentence.substr(0, kLongest));
  for (const char c : sentence) {
    const auto byte = static_cast<unsigned char>(c);
    require(byte >= 0x20 && byte != 0x7F,
            where + ": the error has control characters: " + sentence);
  }
}

}  // namespace sluice::fuzz
