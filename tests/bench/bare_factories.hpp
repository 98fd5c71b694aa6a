// SPDX-License-Identifier: Apache-2.0
// One factory a width, each in an object of its own.
#pragma once

#include <memory>

#include "tests/bench/bare.hpp"

namespace sluice::bench {

template <unsigned kWidth>
std::unique_ptr<Bare> make_bare_width();

}  // namespace sluice::bench
