// SPDX-License-Identifier: Apache-2.0
// What is measured: a board under endless traffic, with more or less of the harness around it; and
// the golden model alone under the same frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "model/port/counters.hpp"
#include "sw-driver/app/simulated_board.hpp"
#include "sw-driver/device/board_config.hpp"
#include "tests/bench/recording.hpp"

namespace sluice::bench {

using Bytes = std::vector<std::uint8_t>;

/// Frames of one length with a CSIG tag that this port compares: the three signals in turn.
std::vector<Bytes> tagged_frames(std::size_t length);

/// Error: std::logic_error where no frame of some signal was compared: a port that does nothing is
/// fast.
void expect_compared(const model::Counters& counters);

/// CSIG on, default tables, one port of 400 Gb/s that updates.
driver::BoardConfig board_config();

enum class Parts : std::uint8_t {
  kAgents,  ///< source, sink and register master
  kAll,     ///< with protocol checkers and scoreboard
};

/// A configured board at the speed of its bus: the source always has a frame, the sink is always
/// ready.
class Station {
 public:
  Station(unsigned width, std::size_t length, Parts parts);

  /// Simulates some clocks; answers how many.
  std::uint64_t clocks();
  /// The same; answers the frames that left.
  std::uint64_t frames();

  void open_waves(const std::filesystem::path& file) { board_.bench().kernel.open_waves(file); }

 private:
  app::SimulatedBoard board_;
};

/// A board without traffic whose driver writes a configuration and reads everything back.
class RegisterStation {
 public:
  explicit RegisterStation(unsigned width);
  /// One commit, one snapshot read; answers the register accesses.
  std::uint64_t accesses();

 private:
  class CountingBus;
  std::unique_ptr<app::SimulatedBoard> board_;
  std::shared_ptr<CountingBus> bus_;
  std::unique_ptr<driver::Device> device_;
};

/// A run from reset to an empty board again: what configures it, and about 2,000 clocks of traffic,
/// which may be repeated because they begin and end with nothing inside.
struct RecordedRun {
  Recording setup, traffic;
};
RecordedRun record(unsigned width, std::size_t length);

}  // namespace sluice::bench
