// SPDX-License-Identifier: Apache-2.0
// A store-and-forward port in C++ with the pins of the top: the harness is tested against it, with
// faults that the hardware must never have. CSIG does not exist in it: frames leave as they came.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "model/queue/config.hpp"
#include "tb/sim/dut.hpp"

namespace sluice::test {

/// What goes wrong with frame number `frame`.
enum class Fault : std::uint8_t {
  kNone,
  kFlipByte,       ///< byte 20 leaves changed
  kLoseByte,       ///< the last byte is missing
  kExtraByte,      ///< one byte too many
  kLoseFrame,      ///< never leaves, the next ones do
  kSelectEarly,    ///< a clock before K
  kSelectOther,    ///< another number is shown at select
  kStartOther,     ///< another number is shown at start
  kNoStart,        ///< start is not shown
  kNoSelect,       ///< select is not shown
  kSelectDropped,  ///< a dropped frame is selected
  kHang,           ///< never selected, nor are those behind it
  kBlock,          ///< once it is in, tready stays low
  kGapInFrame,     ///< a clock without a beat in its middle
  kBubble,         ///< three clocks without a beat before it
  kValidDrops,     ///< tvalid falls while tready is awaited
};

class SoftPort : public tb::Dut {
 public:
  static constexpr unsigned kBusBytes = 8;
  static constexpr unsigned kK = 3;
  /// Every frame is of queue 0.
  static model::BufferConfig one_queue() {
    model::BufferConfig config;
    config.pcp_map.fill(0);
    config.dscp_map.fill(0);
    return config;
  }

  explicit SoftPort(Fault fault = Fault::kNone, std::uint32_t frame = 0)
      : Dut(kBusBytes), fault_(fault), fault_frame_(frame) {}

  void settle() override;
  void rise() override;
  void open_waves(const std::filesystem::path&) override { waves_open = true; }
  void dump_waves(std::uint64_t time_ps) override { wave_times.push_back(time_ps); }
  void close_waves() override { waves_open = false; }

  // The test's own wishes.
  tb::Ticks period = tb::Ticks{1} << 32;
  bool time_runs = true;
  std::optional<tb::Ticks> deadline;  ///< moves on by `deadline_step` when it is reached
  tb::Ticks deadline_step = 0;
  bool raise_activate = false, raise_snapshot = false, raise_clear = false;  ///< in the next clock
  unsigned register_latency = 1;  ///< clocks from request to response
  bool register_silence = false;  ///< no request is ever answered
  bool honours_skip = true;

  // What it saw.
  std::vector<std::uint64_t> wave_times;
  bool waves_open = false;
  std::vector<tb::Ticks> deadlines_crossed;  ///< `now` of the clock in which each was reached
  std::map<std::uint32_t, std::uint32_t> registers;  ///< below 0x1000; SLVERR above
  std::size_t settled = 0;                           ///< calls of settle

 private:
  struct Inside {
    std::uint32_t number;
    std::vector<std::uint8_t> bytes;
    std::uint64_t eligible;
    bool dropped;
  };
  bool faulty(Fault fault, std::uint32_t number) const {
    return fault_ == fault && number == fault_frame_;
  }
  bool may_select() const;
  void take_beat();
  void clear();
  void clock_registers();

  Fault fault_;
  std::uint32_t fault_frame_;
  std::uint64_t cycle_ = 0;
  std::vector<std::uint8_t> in_;
  std::deque<Inside> queue_;
  std::optional<Inside> selected_, out_;
  std::size_t offset_ = 0;
  std::uint32_t next_number_ = 0;
  unsigned pause_ = 0;  ///< clocks without a beat still to come
  bool gap_done_ = false;
  bool blocked_ = false;
  std::optional<unsigned> write_wait_, read_wait_;  ///< clocks until the response
  std::uint8_t write_resp_ = 0, read_resp_ = 0;
  std::uint32_t read_data_ = 0;
};

}  // namespace sluice::test
