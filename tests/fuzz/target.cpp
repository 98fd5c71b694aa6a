// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {

void require_sentence(const std::string& sentence, const std::string& where) {
  constexpr std::size_t kLongest = 600;
  require(!sentence.empty() && sentence.size() <= kLongest,
          where + ": the error has " + std::to_string(sentence.size()) +
              " characters, expected 1 to " + std::to_string(kLongest) + ": " +
              sentence.substr(0, kLongest));
  require(sentence.find('\n') == std::string::npos, where + ": the error has lines: " + sentence);
}

}  // namespace sluice::fuzz
