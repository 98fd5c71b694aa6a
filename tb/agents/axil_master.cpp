// SPDX-License-Identifier: Apache-2.0
#include "tb/agents/axil_master.hpp"

#include <fmt/format.h>

namespace sluice::tb {
namespace {

constexpr std::uint32_t kAddressEnd = 1U << 21;
constexpr std::uint8_t kOkay = 0;

BusError::Fault fault_of(std::uint8_t response) {
  if (response == 2) return BusError::Fault::kSlaveError;
  return response == 3 ? BusError::Fault::kDecodeError : BusError::Fault::kReserved;
}

}  // namespace

AxilMaster::AxilMaster(Kernel& kernel, AxilOptions options)
    : kernel_(kernel), options_(options), random_(options.seed) {}

std::uint64_t AxilMaster::later() {
  return kernel_.cycle() + (options_.max_delay == 0 ? 0 : random_.between(0, options_.max_delay));
}

void AxilMaster::check_address(std::uint32_t address) const {
  if (address % 4 != 0 || address >= kAddressEnd) {
    throw ParameterError(fmt::format("register address {:#x}, expected a multiple of 4 below {:#x}",
                                     address, kAddressEnd));
  }
  if (busy_) throw Error("a register access was begun while another is under way");
}

void AxilMaster::finish(const char* verb, std::uint32_t address) {
  busy_ = true;
  cut_ = false;
  kernel_.run_until([this] { return !busy_; }, Bound::clocks(options_.bound),
                    fmt::format("the response to a {} of register {:#x}", verb, address));
  if (cut_) {
    throw BusError(
        fmt::format("{} of register {:#x}: reset came before the response", verb, address),
        BusError::Fault::kReset);
  }
  if (response_ != kOkay) {
    constexpr const char* kNames[] = {"OKAY", "EXOKAY", "SLVERR", "DECERR"};
    throw BusError(fmt::format("{} of register {:#x}: {}, expected OKAY", verb, address,
                               kNames[response_ & 3]),
                   fault_of(response_));
  }
}

std::uint32_t AxilMaster::read(std::uint32_t address) {
  check_address(address);
  address_ = address;
  ar_ = {true, later()};
  r_ = {true, later()};
  finish("read", address);
  return data_;
}

void AxilMaster::write(std::uint32_t address, std::uint32_t value) {
  check_address(address);
  address_ = address;
  data_ = value;
  aw_ = {true, later()};
  w_ = {true, later()};
  b_ = {true, later()};
  finish("write", address);
}

void AxilMaster::drive(const Moment& at, Pins& pins) {
  AxilPins& p = pins.axil;
  p.aw_valid = aw_.active(at.cycle);
  p.w_valid = w_.active(at.cycle);
  p.b_ready = b_.active(at.cycle);
  p.ar_valid = ar_.active(at.cycle);
  p.r_ready = r_.active(at.cycle);
  p.aw_addr = p.ar_addr = address_;
  p.w_data = data_;
  p.w_strb = 0xF;
}

void AxilMaster::sample(const Moment&, const Pins& pins) {
  if (!busy_) return;
  const AxilPins& p = pins.axil;
  if (p.aw_valid && p.aw_ready) aw_.wanted = false;
  if (p.w_valid && p.w_ready) w_.wanted = false;
  if (p.ar_valid && p.ar_ready) ar_.wanted = false;
  if (p.b_valid && p.b_ready) {
    b_.wanted = busy_ = false;
    response_ = p.b_resp;
  }
  if (p.r_valid && p.r_ready) {
    r_.wanted = busy_ = false;
    response_ = p.r_resp;
    data_ = p.r_data;
  }
}

void AxilMaster::reset() {
  aw_.wanted = w_.wanted = b_.wanted = ar_.wanted = r_.wanted = false;
  cut_ = busy_;
  busy_ = false;
}

}  // namespace sluice::tb
