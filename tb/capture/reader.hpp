// SPDX-License-Identifier: Apache-2.0
// Streaming reader of captures: pcap in both byte orders and both resolutions, pcapng; Ethernet
// only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tb/common/error.hpp"

namespace sluice::tb {

/// One frame of a capture, without FCS.
struct CapturedFrame {
  std::uint64_t packet = 0;  ///< number in the file, from 1
  std::int64_t time_ns = 0;  ///< since the epoch of the file; never below the previous frame's
  std::uint32_t original_length =
      0;  ///< bytes on the wire; above bytes.size() where the capture cut the frame
  std::vector<std::uint8_t> bytes;  ///< as captured, at least one
};

/// What was noticed while reading. Nothing here is an error.
struct CaptureNotes {
  std::uint64_t frames = 0;  ///< delivered
  std::uint64_t bytes = 0;   ///< of those
  std::uint64_t cut = 0;     ///< delivered, but fewer bytes captured than were on the wire
  std::uint64_t backwards =
      0;  ///< delivered with the previous frame's time, as their own lies before it
  std::uint64_t empty = 0;  ///< records of no byte at all, not delivered
};

/// Reads one file from front to end; memory does not grow with the file.
///
/// Errors (CaptureError, one sentence with the packet number): the file cannot be opened, is empty,
/// is no capture, has another link type than Ethernet, holds no packet, ends inside a record, or
/// has a record of impossible length, a time outside 0 .. 2^32 - 1 s, or a fraction of a second
/// that is a second or more. Frames before the fault are
/// delivered first.
class CaptureReader {
 public:
  explicit CaptureReader(std::filesystem::path path);
  ~CaptureReader();
  CaptureReader(CaptureReader&&) noexcept;
  CaptureReader& operator=(CaptureReader&&) noexcept;

  /// Puts the next frame into `frame`, whose storage is used again. False at the end of the file.
  bool next(CapturedFrame& frame);

  const CaptureNotes& notes() const { return notes_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  struct Handle;
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path path_;
  std::unique_ptr<Handle> handle_;
  CaptureNotes notes_;
  bool classic_ = true;        ///< pcap, not pcapng
  std::uint64_t packets_ = 0;  ///< records read so far
  std::int64_t last_ns_ = 0;
};

}  // namespace sluice::tb
