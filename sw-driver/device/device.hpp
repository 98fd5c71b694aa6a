// SPDX-License-Identifier: Apache-2.0
// One board behind a bus.
//
//   Device device(bus);                      // refuses what is not a Sluice of this register map
//   device.set_period(Period::of_hz(250'000'000));
//   device.start_time();
//   device.apply(config);                    // in force whole, or DeviceError and nothing changed
//   device.snapshot();  auto c = device.read_counters(0);
//
// Not thread-safe: one owner a board. Every function may throw BusError.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sw-driver/bus/bus.hpp"
#include "sw-driver/device/board_config.hpp"
#include "sw-driver/device/counters.hpp"

namespace sluice::driver {

class DeviceError : public Error {
 public:
  using Error::Error;
};

/// csig.status.result, by the register's values.
enum class Refusal : std::uint8_t {
  kTableNotRising = 2,
  kBadInterval = 3,
  kBadFormat = 4,
  kBadAction = 5,
  kTableMissing = 6,
  kBadQuantum = 7,
  kBadSeed = 8,
};

/// The hardware refused an activation; what was in force still is.
class RefusedError : public DeviceError {
 public:
  RefusedError(const std::string& what, Refusal reason, unsigned table, unsigned bucket,
               unsigned port, unsigned queue)
      : DeviceError(what),
        reason_(reason),
        table_(table),
        bucket_(bucket),
        port_(port),
        queue_(queue) {}
  Refusal reason() const { return reason_; }
  unsigned table() const { return table_; }    ///< valid for kTableNotRising and kTableMissing
  unsigned bucket() const { return bucket_; }  ///< valid for kTableNotRising
  unsigned port() const { return port_; }      ///< valid for kBadAction, kBadQuantum, kBadSeed
  unsigned queue() const { return queue_; }    ///< valid for kBadQuantum

 private:
  Refusal reason_;
  unsigned table_, bucket_, port_, queue_;
};

/// Capabilities, as the board reports them.
struct Caps {
  unsigned data_width = 0;  ///< bits
  unsigned num_ports = 0;   ///< 1..64
  bool csig_compact = false;
  bool csig_wide = false;
  bool red = false;
  bool pfc = false;
  bool pfc_watchdog = false;
  bool qcn = false;
  unsigned k = 0;                  ///< clocks from arrive to the earliest select
  unsigned meter_clocks = 0;       ///< clocks that the bandwidth meter needs in a slot
  std::uint32_t buffer_bytes = 0;  ///< of a port
  unsigned cell_bytes = 0;         ///< a frame takes whole cells
  unsigned red_clocks = 0;         ///< R: from arrive until a frame that RED drops leaves the depth
  unsigned queues = 0;             ///< of a port
  unsigned version_major = 0, version_minor = 0, version_patch = 0;
};

/// Clock period in 16.32 fixed-point nanoseconds.
struct Period {
  std::uint64_t value = 0;

  /// Rounded down. Errors: DeviceError where the period is not 0.1 ns to 65535 ns.
  static Period of_hz(std::uint64_t hz);
  friend bool operator==(const Period&, const Period&) = default;
};

/// One register write of a plan.
struct RegisterWrite {
  std::uint32_t address;
  std::uint32_t value;
  friend bool operator==(const RegisterWrite&, const RegisterWrite&) = default;
};

/// Bits of the interrupt status and enable registers, named as in regs/irq.rdl.
struct Interrupts {
  bool activate_done = false;
  bool activate_refused = false;
  bool bus_error = false;
  bool frame_dropped = false;
  friend bool operator==(const Interrupts&, const Interrupts&) = default;
};

class Device {
 public:
  /// Reads identification, version and capabilities.
  /// Errors: DeviceError where it is no Sluice board, one of another major or an older minor
  /// version, or one of another number of queues.
  explicit Device(Bus& bus);

  const Caps& caps() const { return caps_; }

  /// Errors: DeviceError where the register does not hold the period afterwards.
  void set_period(Period period);
  Period read_period();
  void start_time();
  void stop_time();
  /// 48.16 fixed-point nanoseconds since time started.
  std::uint64_t read_now();

  /// The register writes of `apply` but the last one, which activates.
  /// Errors: DeviceError where a value does not fit its register or the number of ports is not the
  /// board's.
  std::vector<RegisterWrite> plan(const BoardConfig& config) const;

  /// Writes everything staged, activates, reads back all that is in force and compares.
  /// Errors: RefusedError (nothing in force changed; the staged registers hold again what is in
  /// force); DeviceError where the board stays busy or what is in force is not what was asked.
  void apply(const BoardConfig& config);

  /// What is in force now.
  BoardConfig read_state();

  /// Copies every live counter for read_counters.
  void snapshot();
  /// Copies every live counter and restarts it at 0, in one clock of the hardware: a frame counts
  /// in the copy or in the new count, never in both or neither, so no total needs to be kept here.
  /// Answers the copy, port by port.
  std::vector<PortCounters> clear_counters();
  /// Counters of the last snapshot. Errors: DeviceError where the board has no such port.
  PortCounters read_counters(unsigned port);
  /// Of the last snapshot. Errors: DeviceError where the board has no such port.
  Levels read_levels(unsigned port);
  /// Of the last snapshot. Errors: DeviceError where the board has no such port or queue.
  QueueCounters read_queue_counters(unsigned port, unsigned queue);
  /// Sum over all ports, of the last snapshot.
  PortCounters read_total();

  void enable_interrupts(Interrupts which);
  Interrupts interrupt_status();
  void clear_interrupts(Interrupts which);

  /// Bus accesses answered with an error since reset, saturating.
  std::uint32_t read_bus_errors();

  /// Reads of csig.status that `apply` waits for an activation to end.
  static constexpr unsigned kBusyReads = 10'000;

 private:
  std::uint64_t read64(std::uint32_t address);
  std::uint32_t port_base(unsigned port) const;
  std::uint32_t queue_stats(unsigned port, unsigned queue) const;
  std::uint32_t wait_idle(const char* when);
  void refused(std::uint32_t status);
  BufferConfig read_buffer(std::uint32_t base);

  Bus& bus_;
  Caps caps_;
};

}  // namespace sluice::driver
