// SPDX-License-Identifier: Apache-2.0
// Frames of the captures that nobody here wrote, for tests of single blocks.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tb/capture/reader.hpp"
#include "tests/support/frames.hpp"

namespace sluice::test {

/// Every frame of the captures in `folder` whose names begin with one of `prefixes`, file by file
/// in the order of their names. A file's frames end where the reader refuses to go on.
inline std::vector<Bytes> captured_frames(const std::filesystem::path& folder,
                                          const std::vector<std::string>& prefixes) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    const bool wanted = std::any_of(prefixes.begin(), prefixes.end(),
                                    [&](const std::string& p) { return name.starts_with(p); });
    if (wanted && (name.ends_with(".pcap") || name.ends_with(".pcapng"))) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<Bytes> frames;
  for (const std::filesystem::path& file : files) {
    try {
      tb::CaptureReader reader(file);
      tb::CapturedFrame frame;
      while (reader.next(frame)) frames.push_back(frame.bytes);
    } catch (const tb::CaptureError&) {
      continue;  // refusals are the reader's tests
    }
  }
  return frames;
}

}  // namespace sluice::test
