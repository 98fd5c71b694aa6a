// SPDX-License-Identifier: Apache-2.0
// Admission with RED and the golden model side by side, a clock at a time.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <optional>

#include "tests/port/structs.hpp"
#include "tests/queue/admission_reference.hpp"
#include "tests/support/constants.hpp"
#include "tests/time/clocked.hpp"

namespace sluice::test {

/// `Dut`: admission_red as Verilator made it.
template <class Dut>
class AdmissionBench {
 public:
  /// What happens in one clock.
  struct Clock {
    std::optional<BufferRule> activate = {};
    bool snapshot = false, clear = false;
    std::optional<unsigned> select = {};  ///< the head of this queue
    std::optional<Arrival> arrive = {};   ///< its last beat is accepted
  };

  AdmissionBench(unsigned cells, unsigned cell_bytes)
      : fresh_(cells, cell_bytes), reference_(fresh_) {
    store(dut_->config_i, BufferRule{});
  }

  /// Runs a clock and compares what is due in it. Answers what became of the frame that `in`
  /// brings.
  Judged clock(const Clock& in) {
    const std::optional<Arrival> told = parser_.front();
    parser_.pop_front();
    parser_.push_back(in.arrive);
    // Fields of an event that does not happen are noise.
    dut_->arrive_valid_i = told.has_value();
    dut_->arrive_i = pack(told.value_or(Arrival{kKept, 9'600, true, 7, kIpV4, 63, kCe}));
    dut_->select_valid_i = in.select.has_value();
    dut_->select_i = BitPacker().put(6, 3).put(5'000, 14).put(kIpV6, 2).put(kEct1, 2).narrow();
    if (in.select) {
      const auto& head = reference_.frames(*in.select).front();
      dut_->select_i = BitPacker()
                           .put(*in.select, 3)
                           .put(head.len, 14)
                           .put(head.ip, 2)
                           .put(head.ecn, 2)
                           .narrow();
    }
    dut_->activate_i = in.activate.has_value();
    if (in.activate) store(dut_->config_i, *in.activate);
    dut_->snapshot_i = in.snapshot;
    dut_->clear_i = in.clear;
    dut_.settle();

    Due due;
    if (in.activate) reference_.activate(*in.activate);
    if (in.snapshot) due.shown = reference_.snapshot(in.clear);
    due.select = in.select.has_value();
    if (in.select) due.depart_mark = reference_.select(*in.select);
    reference_.leave(now_, kRedClocks);
    if (in.arrive) due.judged = reference_.arrive(now_, *in.arrive);
    due_.push_back(due);
    check();
    check_busy(in.activate.has_value());
    dut_.edge();
    ++now_;
    return due.judged.value_or(Judged{});
  }
  void idle(unsigned clocks = 1) {
    for (unsigned i = 0; i < clocks; ++i) clock({});
  }
  /// In the middle of whatever goes on: everything is forgotten, what is in motion too.
  void reset() {
    dut_->arrive_valid_i = dut_->select_valid_i = dut_->activate_i = dut_->snapshot_i = 0;
    store(dut_->config_i, BufferRule{});
    dut_->rst_ni = 0;
    dut_.settle();
    dut_.edge();
    dut_->rst_ni = 1;
    reference_ = fresh_;
    parser_.assign(parser_.size(), std::nullopt);
    due_.assign(kJudgeClocks, {});
    shown_ = {};
    activated_ = 0;
  }
  /// All that is in motion has come out; nothing is left.
  void drain() {
    idle(kJudgeClocks + 2);
    dut_.settle();
    EXPECT_EQ(dut_->busy_o, 0);
  }
  bool busy() {
    dut_.settle();
    return dut_->busy_o != 0;
  }

  std::uint64_t now() const { return now_; }
  const AdmissionReference& reference() const { return reference_; }

  /// The head of `queue` may be selected in this clock.
  bool eligible(unsigned queue) const {
    const auto& frames = reference_.frames(queue);
    return !frames.empty() && frames.front().arrived + kJudgeClocks + 1 <= now_;
  }
  /// As the last snapshot shows them, which the pins were compared with.
  const DepthsShown& shown() const { return shown_; }
  /// Marks at departure, counted at the pins.
  unsigned departure_marks() const { return departure_marks_; }

 private:
  struct Due {
    std::optional<Judged> judged = {};
    bool select = false, depart_mark = false;
    std::optional<DepthsShown> shown = {};
  };

  void check() {
    const Due due = due_.front();
    due_.pop_front();
    ASSERT_EQ(dut_->judged_valid_o != 0, due.judged.has_value()) << "clock " << now_;
    if (due.judged) {
      const Judged j = unpack(dut_->judged_o);
      const Judged& want = *due.judged;
      ASSERT_EQ(j.drop, want.drop) << "clock " << now_;
      if (want.drop == kKept || want.drop >= kQueueLimit) {
        ASSERT_EQ(j.queue, want.queue) << "clock " << now_;
      }
      ASSERT_EQ(j.len, want.len) << "clock " << now_;
      ASSERT_EQ(j.ip_broken, want.ip_broken) << "clock " << now_;
      ASSERT_EQ(j.ce, want.ce) << "clock " << now_;
      ASSERT_EQ(j.mark, want.mark) << "clock " << now_;
      ASSERT_EQ(dut_->busy_o, 1);
    }
    ASSERT_EQ(dut_->depart_mark_o != 0, due.depart_mark) << "clock " << now_;
    departure_marks_ += dut_->depart_mark_o;
    // kShown clocks after the snapshot, so that much ago of what is due now.
    const auto& snapshot = due_[kJudgeClocks - kShown - 1].shown;
    if (snapshot) shown_ = *snapshot;
    DepthsShown pins;
    BitReader depths(dut_->shown_depth_o, 192), watermarks(dut_->shown_watermark_o, 192);
    for (unsigned q = 8; q-- > 0;) {
      pins.depth[q] = static_cast<std::uint32_t>(depths.take(24));
      pins.watermark[q] = static_cast<std::uint32_t>(watermarks.take(24));
    }
    pins.port_depth = dut_->shown_port_depth_o;
    pins.port_watermark = dut_->shown_port_watermark_o;
    ASSERT_EQ(pins, shown_) << "clock " << now_;
  }

  /// Time must not be skipped while anything waits here to take effect or to be told.
  void check_busy(bool activate) {
    activated_ = activate ? now_ : activated_;
    bool moves = now_ - activated_ < kShown;
    for (unsigned age = 0; age < due_.size(); ++age) {  // due_ holds the clocks up to this one
      const Due& due = due_[due_.size() - 1 - age];
      moves = moves || (due.judged && age >= 2) || (due.shown && age < kShown) ||
              (due.select && age < kShown) || due.depart_mark;
    }
    if (moves) {
      EXPECT_EQ(dut_->busy_o, 1) << "clock " << now_;
    }
  }

  static std::uint64_t pack(const Arrival& a) {
    return BitPacker()
        .put(a.drop, 3)
        .put(a.len, 16)
        .put(a.vlan, 1)
        .put(a.pcp, 3)
        .put(a.ip, 2)
        .put(a.dscp, 6)
        .put(a.ecn, 2)
        .narrow();
  }
  static Judged unpack(std::uint32_t bits) {
    return {bits >> 22 & 7,       bits >> 19 & 7,       bits >> 3 & 0xFFFF,
            (bits >> 2 & 1) != 0, (bits >> 1 & 1) != 0, (bits & 1) != 0};
  }
  template <class Wide>
  static void store(Wide& port, const BufferRule& rule) {
    constexpr unsigned kQueueBits = 1 + 20 + 24 + 74;
    BitWriter<Wide> bits(port, 32 + 24 + 3 + 3 * 8 + 3 * 64 + 8 * kQueueBits);
    bits.put(rule.seed, 32).put(rule.limit, 24).put(rule.default_queue, 3);
    for (unsigned i = 8; i-- > 0;) bits.put(rule.pcp_map[i], 3);
    for (unsigned i = 64; i-- > 0;) bits.put(rule.dscp_map[i], 3);
    for (unsigned i = 8; i-- > 0;) {
      const QueueRule& q = rule.queue[i];
      bits.put(q.strict, 1).put(q.quantum, 20).put(q.limit, 24);
      bits.put(q.red.enable, 1).put(q.red.ecn, 1).put(q.red.above_drop, 1);
      bits.put(q.red.not_ect_drop, 1).put(q.red.departure, 1).put(q.red.weight, 4);
      bits.put(q.red.probability, 17).put(q.red.min, 24).put(q.red.max, 24);
    }
  }

  static constexpr unsigned kShown = 4;  // clocks from a snapshot until it shows

  Clocked<Dut> dut_;
  const AdmissionReference fresh_;
  AdmissionReference reference_;
  std::deque<std::optional<Arrival>> parser_ = {std::nullopt, std::nullopt};
  std::deque<Due> due_ = std::deque<Due>(kJudgeClocks);
  DepthsShown shown_;
  std::uint64_t now_ = 100, activated_ = 0;
  unsigned departure_marks_ = 0;
};

}  // namespace sluice::test
