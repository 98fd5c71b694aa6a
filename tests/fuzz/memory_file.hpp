// SPDX-License-Identifier: Apache-2.0
// A file that exists in memory alone, for code that wants a path.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>

namespace sluice::fuzz {

class MemoryFile {
 public:
  MemoryFile() : fd_(::memfd_create("sluice-fuzz", MFD_CLOEXEC)) {
    if (fd_ < 0) throw std::runtime_error("memfd_create failed");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(fd_); }

  void put(std::span<const std::uint8_t> bytes) const {
    if (::ftruncate(fd_, 0) != 0) throw std::runtime_error("ftruncate failed");
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t done =
          ::pwrite(fd_, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
      if (done <= 0) throw std::runtime_error("pwrite failed");
      at += static_cast<std::size_t>(done);
    }
  }
  /// Opening it begins at the first byte, each time.
  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

}  // namespace sluice::fuzz
