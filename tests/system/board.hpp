// SPDX-License-Identifier: Apache-2.0
// A bench with the register writes that the tests of the whole design need, by hand and not by the
// driver, so that a fault of the driver does not hide one of the hardware.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/csig/config.hpp"
#include "model/csig/defaults.hpp"
#include "model/queue/config.hpp"
#include "tb/bench/bench.hpp"

namespace sluice::test {

namespace reg {
inline constexpr std::uint32_t kId = 0x0, kVersion = 0x4, kCaps = 0x8, kFeatures = 0xC;
inline constexpr std::uint32_t kScratch = 0x10, kBusErrors = 0x14, kStatsCmd = 0x20;
inline constexpr std::uint32_t kPeriod = 0x100, kNow = 0x108, kTimeCtrl = 0x110;
inline constexpr std::uint32_t kIrqStatus = 0x200, kIrqEnable = 0x204;
inline constexpr std::uint32_t kCsigCfg = 0x400, kCsigTpid = 0x404, kCsigInterval = 0x408;
inline constexpr std::uint32_t kCsigActivate = 0x40C, kCsigStatus = 0x410;
inline constexpr std::uint32_t kTableShadow = 0x1000, kPort = 0x100000;
inline constexpr std::uint32_t kCapacity = kPort + 0x8, kOverhead = kPort + 0x10;
inline constexpr std::uint32_t kPortCsig = kPort + 0x14, kStats = kPort + 0x800;
inline constexpr std::uint32_t kBuffer = kPort + 0x100, kQueue = kPort + 0x200;
inline constexpr std::uint32_t kQueueStats = kPort + 0xC00;
}  // namespace reg

/// What one activation holds.
struct Configuration {
  model::CsigConfig csig;
  model::PortConfig port;
  model::BufferConfig buffer;
};

/// CSIG on, default tables, a port of 400 Gb/s.
Configuration default_configuration();
/// The same with every frame in queue 0: they leave in the order in which they come.
Configuration one_queue();

/// 1 GHz.
inline constexpr std::uint64_t kPeriod1Ns = std::uint64_t{1} << 32;

class Board : public tb::Bench {
 public:
  /// Reset, period written, time running.
  explicit Board(unsigned width, const tb::BenchOptions& options = {},
                 std::uint64_t period = kPeriod1Ns);
  explicit Board(std::unique_ptr<tb::Dut> design, const tb::BenchOptions& options = {},
                 std::uint64_t period = kPeriod1Ns);

  /// Writes everything staged, hands it to the scoreboard, activates, and expects the hardware to
  /// agree. `all_tables`: write and activate the three tables, too; else those in force stay
  /// (whatever `configuration` says).
  void activate(const Configuration& configuration, bool all_tables = true);

  /// Stages the three tables. After an activation of a table, its staged copy is the one that was
  /// in force before (there are two banks), so all of it must be written again.
  void write_tables(const std::array<model::Table, model::kSignals>& tables);

  /// Snapshot over the bus; every counter is compared with the model. Answers them.
  std::vector<std::uint64_t> compare_counters(bool clear = false);

  /// Supplies these frames as fast as the options of the source let them in.
  void supply(std::vector<std::vector<std::uint8_t>> frames);

  /// Nothing left inside, all counters compared.
  void finish();

  void write64(std::uint32_t address, std::uint64_t value);
  std::uint64_t read64(std::uint32_t address);

  /// Stages them, where they differ from what was staged last.
  void write_buffer(const model::BufferConfig& buffer);

 private:
  std::array<model::Table, model::kSignals> tables_{};  ///< in force
  model::BufferConfig buffer_;                          ///< staged
  static tb::BenchOptions with_k(tb::BenchOptions options);
};

/// Every counter of the latest snapshot is above 0: each drop reason, outcome and action, and each
/// signal compared and updated.
void expect_everything_counted(const Board& board);

}  // namespace sluice::test
