// SPDX-License-Identifier: Apache-2.0
// The file of --out: frames as they leave, at the times they leave; with --annotate those that come
// in as well, each with the golden model's verdict.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tb/scoreboard/observer.hpp"

namespace sluice::app {

/// What the file says of a port.
struct OutPort {
  std::string name;             ///< "ethernet-1/1"
  std::uint64_t speed_bps = 0;  ///< bits a second
};

struct OutOptions {
  std::string path;           ///< one that ends in .pcapng makes the file pcapng, any other pcap
  bool annotate = false;      ///< pcapng alone
  bool csig_enabled = false;  ///< in force during the whole run
  std::int64_t epoch_ns = 0;  ///< time of the capture at which the run's time begins
  std::vector<OutPort> ports;
};

/// Interfaces of a pcapng file: 0 .. n-1 the wire sides of n ports; with annotate, n .. 2n-1 their
/// fabric sides. Errors: tb::CaptureError as the writers tell them, in the constructor where the
/// file cannot be created; UsageError where annotate meets a name that does not make it pcapng.
class OutCapture : public tb::FrameObserver {
 public:
  explicit OutCapture(OutOptions options);
  ~OutCapture() override;
  OutCapture(const OutCapture&) = delete;
  OutCapture& operator=(const OutCapture&) = delete;

  void arrived(const tb::ArrivedFrame& frame) override;
  void left(const tb::LeftFrame& frame) override;

  /// Must be called where errors of the last writes matter.
  void close();

 private:
  struct File;
  std::int64_t since_epoch(model::Ticks now) const;

  OutOptions options_;
  std::unique_ptr<File> file_;
};

/// Refuses --annotate without a file whose format has comments. Errors: UsageError.
void check_annotate(bool annotate, const std::string& out);

}  // namespace sluice::app
