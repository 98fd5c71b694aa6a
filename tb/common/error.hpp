// SPDX-License-Identifier: Apache-2.0
// Errors of the harness. Each is one sentence that says where, what was found and what was
// expected.
#pragma once

#include <stdexcept>
#include <string>

namespace sluice::tb {

/// Root of everything that the harness throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A capture file that cannot be read or written (exit status 2).
class CaptureError : public Error {
 public:
  using Error::Error;
};

/// A parameter of the harness that is out of range (exit status 2).
class ParameterError : public Error {
 public:
  using Error::Error;
};

/// A bounded wait ran out: the text says what was waited for, for how long, and when.
class Timeout : public Error {
 public:
  using Error::Error;
};

/// An AXI interface broke a rule of its protocol.
class ProtocolError : public Error {
 public:
  using Error::Error;
};

/// A register access did not end with OKAY.
class BusError : public Error {
 public:
  enum class Fault { kSlaveError, kDecodeError, kReserved, kReset };
  BusError(const std::string& what, Fault fault) : Error(what), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

}  // namespace sluice::tb
