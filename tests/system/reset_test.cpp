// SPDX-License-Identifier: Apache-2.0
// Reset at any moment: what was under way is gone, everything else starts afresh.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/random_frames.hpp"

namespace sluice::test {
namespace {

/// Where frames are at this moment, by the pins.
class Stages : public tb::Component {
 public:
  void drive(const tb::Moment&, tb::Pins&) override {}
  void sample(const tb::Moment&, const tb::Pins& pins) override {
    if (pins.fabric.fire()) {
      ingress_ = !pins.fabric.last;
      buffer_ += pins.fabric.last ? 1 : 0;
    }
    if (pins.obs_select_valid) --buffer_;
    if (pins.obs_start_valid) ++editor_;
    if (pins.wire.fire()) {
      if (!wire_) --editor_;
      wire_ = !pins.wire.last;
    }
  }
  void reset() override {
    ingress_ = wire_ = false;
    buffer_ = editor_ = 0;
  }

  bool ingress() const { return ingress_; }     ///< a frame has come in half
  bool buffer() const { return buffer_ != 0; }  ///< a whole one waits
  bool editor() const { return editor_ != 0; }  ///< one has started and shows no beat yet
  bool wire() const { return wire_; }           ///< one has left half

 private:
  bool ingress_ = false, wire_ = false;
  int buffer_ = 0, editor_ = 0;
};

class Reset : public ::testing::TestWithParam<unsigned> {};

TEST_P(Reset, InTheMiddleOfFramesLeavesNoTraceOfThem) {
  tb::Random random(seed(105));
  Board board(GetParam());
  Stages stages;
  board.kernel.add(stages);
  unsigned ingress = 0, buffer = 0, editor = 0, wire = 0, empty_buffer = 0;
  // On a wide bus a frame is a few beats, so that most resets come between two.
  const int rounds = GetParam() >= 512 ? 180 : 60;
  for (int round = 0; round < rounds; ++round) {
    board.registers.write(reg::kTimeCtrl, 1);
    // Where a tag is removed, the editor holds a beat back.
    Configuration configuration = default_configuration();
    if (round % 2 == 1) configuration.port.action = model::Action::kStrip;
    board.activate(configuration);
    board.sink.hold(random.chance(30));
    std::vector<std::vector<std::uint8_t>> frames;
    // A wide bus takes more of them before it is quiet again.
    const unsigned count = std::max(20U, GetParam() / 24);
    for (unsigned i = 0; i < count; ++i)
      frames.push_back(random_frame(random, random.between(100, 900)));
    board.supply(std::move(frames));
    board.kernel.run(random.between(1, 500));
    ingress += stages.ingress() ? 1 : 0;
    buffer += stages.buffer() ? 1 : 0;
    empty_buffer += stages.buffer() ? 0 : 1;
    editor += stages.editor() ? 1 : 0;
    wire += stages.wire() ? 1 : 0;
    board.reset(static_cast<unsigned>(random.between(1, 3)));
    EXPECT_EQ(board.kernel.moment().now, 0U);
    EXPECT_FALSE(board.dut->pins().wire.valid);

    // After it, CSIG is off, so a tagged frame passes untouched and uncounted, numbered from 0
    // again.
    board.sink.hold(false);
    board.supply({tagged_frame(100, 31U << 7)});
    board.finish();
    const auto c = board.scoreboard.snapshot();
    ASSERT_TRUE(c);
    EXPECT_EQ(c->rx_frames, 1U);
    EXPECT_EQ(c->tx_frames, 1U);
    EXPECT_EQ(c->tx_bytes, 100U);
    EXPECT_EQ(c->csig_abw_frames, 0U);
  }
  EXPECT_GT(board.source.cut_by_reset(), 0U);
  EXPECT_GT(ingress, 5U);
  EXPECT_GT(buffer, 5U);
  EXPECT_GT(empty_buffer, 5U);
  EXPECT_GT(editor, 5U);
  EXPECT_GT(wire, 5U);
}

TEST_P(Reset, TablesCountAsNeverActivatedAfterIt) {
  Board board(GetParam());
  board.activate(default_configuration());
  board.reset();
  board.registers.write(reg::kCsigCfg, 1);
  board.registers.write(reg::kCsigActivate, 1);
  std::uint32_t status = 1;
  for (int i = 0; i < 1000 && (status & 1) != 0; ++i)
    status = board.registers.read(reg::kCsigStatus);
  EXPECT_EQ(status >> 1 & 15, 6U);  // table_missing
  EXPECT_EQ(status >> 5 & 3, 0U);
}

INSTANTIATE_TEST_SUITE_P(Width, Reset, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
