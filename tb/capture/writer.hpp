// SPDX-License-Identifier: Apache-2.0
// Writer of captures, Ethernet: pcap in nanosecond or microsecond resolution, or pcapng, by the
// file's name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "tb/common/error.hpp"

namespace sluice::tb {

enum class Resolution : std::uint8_t { kMicroseconds, kNanoseconds };

/// Writes one file from front to end. A name that ends in ".pcapng" makes it pcapng: one interface,
/// nanoseconds (PcapngWriter can do more); any other name pcap, in this machine's byte order.
///
/// Errors (CaptureError): the file cannot be created (in the constructor, so before a run starts);
/// a write fails (in write, flush or close, as soon as the system says so); a time that pcap cannot
/// hold.
class CaptureWriter {
 public:
  explicit CaptureWriter(std::filesystem::path path,
                         Resolution resolution = Resolution::kNanoseconds);
  /// Closes without telling errors: call close() where they matter.
  ~CaptureWriter();
  CaptureWriter(CaptureWriter&&) noexcept;
  CaptureWriter& operator=(CaptureWriter&&) noexcept;

  /// Appends a frame. `time_ns`: since the epoch, 0 .. 2^32 s; files of microseconds (pcap alone)
  /// round down.
  void write(std::int64_t time_ns, std::span<const std::uint8_t> bytes);

  /// Hands everything to the system.
  void flush();

  /// Flushes and closes; nothing may be written afterwards. Calling it again does nothing.
  void close();

  std::uint64_t frames() const { return frames_; }

 private:
  struct Handle;
  void check(bool ok);

  std::filesystem::path path_;
  Resolution resolution_;
  std::unique_ptr<Handle> handle_;
  std::uint64_t frames_ = 0;
};

}  // namespace sluice::tb
