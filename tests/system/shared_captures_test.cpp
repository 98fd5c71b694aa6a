// SPDX-License-Identifier: Apache-2.0
// Packets that nobody here wrote, through the whole design: RTL = golden model, tagged as a source
// NIC would and untagged.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "model/endpoint/source.hpp"
#include "tb/capture/reader.hpp"
#include "tests/system/board.hpp"

namespace sluice::test {
namespace {

class SharedCapturesRun : public ::testing::TestWithParam<unsigned> {};

/// Frames that came out, or nothing where the capture holds no frame to send.
std::optional<std::uint64_t> run(const std::filesystem::path& path, unsigned width,
                                 std::optional<model::Signal> insert, std::uint64_t& inserted) {
  Board board(width);
  board.activate(default_configuration());
  tb::Ticks time = board.kernel.moment().now;
  std::optional<tb::CaptureReader> reader;
  try {
    reader.emplace(path);
  } catch (const tb::CaptureError&) {
    return std::nullopt;  // refusals are the reader's tests
  }
  tb::CapturedFrame captured;
  std::int64_t last = 0;
  std::uint64_t supplied = 0;
  board.source.set_supply([&](tb::SourceFrame& f) {
    try {
      if (!reader->next(captured)) return false;
    } catch (const tb::CaptureError&) {
      return false;  // what came before it is kept
    }
    // Some captures span years: a silence above a second shows nothing new.
    if (supplied++ != 0) {
      time += model::from_ns(static_cast<std::uint64_t>(
          std::min<std::int64_t>(captured.time_ns - last, 1'000'000'000)));
    }
    last = captured.time_ns;
    f.packet = captured.packet;
    f.time = time;
    f.bytes = captured.bytes;
    if (insert && model::insert_tag(f.bytes, *insert, 0x0600)) ++inserted;
    return true;
  });
  board.finish();
  EXPECT_EQ(board.source.frames(), supplied);
  const auto c = board.scoreboard.snapshot();
  EXPECT_EQ(c->rx_frames, c->tx_frames + c->drop_bad + c->drop_runt + c->drop_oversize);
  return supplied == 0 ? std::nullopt : std::optional(c->tx_frames);
}

TEST_P(SharedCapturesRun, EveryCaptureLeavesAsTheModelSays) {
  const std::filesystem::path folder = SLUICE_CAPTURES;
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
  unsigned with_frames = 0;
  std::uint64_t inserted = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (!name.ends_with(".pcap") && !name.ends_with(".pcapng")) continue;
    SCOPED_TRACE(name);
    std::uint64_t ignored = 0;
    if (run(entry.path(), GetParam(), std::nullopt, ignored)) ++with_frames;
    for (const model::Signal s : {model::Signal::kAvailableBandwidth, model::Signal::kDelay}) {
      run(entry.path(), GetParam(), s, inserted);
    }
  }
  EXPECT_GE(with_frames, 30U);
  EXPECT_GT(inserted, 500U);
}

INSTANTIATE_TEST_SUITE_P(Width, SharedCapturesRun, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
