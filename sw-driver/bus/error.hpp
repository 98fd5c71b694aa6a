// SPDX-License-Identifier: Apache-2.0
// Base of every error that the driver throws. what() is one sentence for the user.
#pragma once

#include <stdexcept>

namespace sluice::driver {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sluice::driver
