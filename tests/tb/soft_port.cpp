// SPDX-License-Identifier: Apache-2.0
#include "tests/tb/soft_port.hpp"

#include <algorithm>
#include <cstring>

namespace sluice::test {
namespace {

constexpr std::size_t kBuffer = 16;  // frames
constexpr std::uint32_t kRegisterEnd = 0x1000;

}  // namespace

bool SoftPort::may_select() const {
  if (selected_ || queue_.empty()) return false;
  const Inside& head = queue_.front();
  if (faulty(Fault::kHang, head.number)) return false;
  const std::uint64_t from = head.eligible - (faulty(Fault::kSelectEarly, head.number) ? 1 : 0);
  return cycle_ >= from;
}

void SoftPort::settle() {
  ++settled;
  pins_.fabric.ready = pins_.rst_n && !blocked_ && queue_.size() < kBuffer;
  tb::AxisPins& wire = pins_.wire;
  wire.valid = out_ && pause_ == 0;
  if (wire.valid) {
    const std::size_t here = std::min<std::size_t>(kBusBytes, out_->bytes.size() - offset_);
    std::memcpy(wire.data.data(), out_->bytes.data() + offset_, here);
    wire.keep = tb::keep_first(here);
    wire.last = offset_ + here == out_->bytes.size();
  }
  pins_.obs_select_valid = may_select() && !faulty(Fault::kNoSelect, queue_.front().number);
  if (pins_.obs_select_valid) {
    const std::uint32_t n = queue_.front().number;
    pins_.obs_select_frame = n + (faulty(Fault::kSelectOther, n) ? 1 : 0);
  }
  pins_.obs_start_valid = selected_ && !out_ && !faulty(Fault::kNoStart, selected_->number);
  if (pins_.obs_start_valid) {
    const std::uint32_t n = selected_->number;
    pins_.obs_start_frame = n + (faulty(Fault::kStartOther, n) ? 1 : 0);
  }
  pins_.obs_activate = raise_activate;
  pins_.obs_snapshot = raise_snapshot;
  pins_.obs_snapshot_clear = raise_clear;
  pins_.idle = pins_.rst_n && queue_.empty() && !selected_ && !out_ && in_.empty();
  pins_.deadline_valid = deadline.has_value();
  if (deadline) pins_.deadline = *deadline;

  tb::AxilPins& bus = pins_.axil;
  bus.aw_ready = bus.w_ready = pins_.rst_n && bus.aw_valid && bus.w_valid && !write_wait_;
  bus.b_valid = write_wait_ == 0U;
  bus.b_resp = write_resp_;
  bus.ar_ready = pins_.rst_n && !read_wait_;
  bus.r_valid = read_wait_ == 0U;
  bus.r_resp = read_resp_;
  bus.r_data = read_data_;
  if (!pins_.rst_n) pins_.now = 0;
}

void SoftPort::clock_registers() {
  const tb::AxilPins& bus = pins_.axil;
  if (write_wait_ && *write_wait_ > 0 && !register_silence) --*write_wait_;
  if (read_wait_ && *read_wait_ > 0 && !register_silence) --*read_wait_;
  if (bus.b_valid && bus.b_ready) write_wait_.reset();
  if (bus.r_valid && bus.r_ready) read_wait_.reset();
  if (bus.aw_valid && bus.aw_ready) {
    write_wait_ = register_latency;
    write_resp_ = bus.aw_addr < kRegisterEnd ? 0 : 2;
    if (bus.aw_addr < kRegisterEnd) registers[bus.aw_addr] = bus.w_data;
  }
  if (bus.ar_valid && bus.ar_ready) {
    read_wait_ = register_latency;
    read_resp_ = bus.ar_addr < kRegisterEnd ? 0 : 2;
    read_data_ = read_resp_ == 0 ? registers[bus.ar_addr] : 0;
  }
}

void SoftPort::take_beat() {
  const tb::AxisPins& in = pins_.fabric;
  in_.insert(in_.end(), in.data.data(), in.data.data() + tb::lanes_of(in.keep));
  if (!in.last) return;
  const std::uint32_t number = next_number_++;
  const bool drop = in.user || in_.size() < 14 || in_.size() > 9600;
  if (faulty(Fault::kBlock, number)) blocked_ = true;
  if (faulty(Fault::kFlipByte, number)) in_[20] ^= 0x40;
  if (faulty(Fault::kLoseByte, number)) in_.pop_back();
  if (faulty(Fault::kExtraByte, number)) in_.push_back(0);
  if ((!drop || faulty(Fault::kSelectDropped, number)) && !faulty(Fault::kLoseFrame, number)) {
    queue_.push_back({number, in_, cycle_ + kK, drop});
  }
  in_.clear();
}

void SoftPort::clear() {
  in_.clear();
  queue_.clear();
  selected_.reset();
  out_.reset();
  offset_ = next_number_ = 0;
  pause_ = 0;
  blocked_ = false;
  write_wait_.reset();
  read_wait_.reset();
}

void SoftPort::rise() {
  raise_activate = raise_snapshot = raise_clear = false;
  if (!pins_.rst_n) {
    clear();
    ++cycle_;
    return;
  }
  const tb::AxisPins& wire = pins_.wire;
  const bool start = selected_ && !out_;
  const bool select = may_select();
  if (pause_ > 0) --pause_;
  if (wire.fire()) {
    offset_ += tb::lanes_of(wire.keep);
    if (faulty(Fault::kGapInFrame, out_->number) && !gap_done_) {
      gap_done_ = true;
      pause_ = 1;
    }
    if (wire.last) {
      out_.reset();
      offset_ = 0;
    }
  } else if (wire.valid && faulty(Fault::kValidDrops, out_->number)) {
    pause_ = 1;
  }
  if (start) {
    if (faulty(Fault::kBubble, selected_->number)) pause_ = 3;
    out_ = std::move(selected_);
    selected_.reset();
  }
  if (select) {
    selected_ = std::move(queue_.front());
    queue_.pop_front();
  }
  if (pins_.fabric.fire()) take_beat();
  clock_registers();
  if (deadline && pins_.now >= *deadline) {
    deadlines_crossed.push_back(pins_.now);
    *deadline += deadline_step;
  }
  if (time_runs) pins_.now += pins_.time_skip != 0 && honours_skip ? pins_.time_skip : period;
  cycle_ += pins_.time_skip != 0 ? static_cast<std::uint64_t>(pins_.time_skip / period) : 1;
}

}  // namespace sluice::test
