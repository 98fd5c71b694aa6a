// SPDX-License-Identifier: Apache-2.0
// Capture files built byte by byte, so that reader and writer are not tested against each other
// alone.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace sluice::test {

using Bytes = std::vector<std::uint8_t>;

/// A path of this test's own, removed at the end.
class TempFile {
 public:
  explicit TempFile(const std::string& suffix = ".pcap") {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = info->name();
    for (char& c : name) {
      if (c == '/') c = '-';  // value-parameterised tests have a slash in their names
    }
    path_ = std::filesystem::temp_directory_path() /
            ("sluice-" + std::to_string(::getpid()) + "-" + name + suffix);
  }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  ~TempFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }
  void put(const Bytes& bytes) const {
    std::ofstream out(path_, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  }
  Bytes get() const {
    std::ifstream in(path_, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }

 private:
  std::filesystem::path path_;
};

/// Appends integers in one byte order.
class Builder {
 public:
  explicit Builder(bool big_endian) : big_(big_endian) {}
  Builder& u16(std::uint32_t v) { return put(v, 2); }
  Builder& u32(std::uint32_t v) { return put(v, 4); }
  Builder& raw(const Bytes& b) {
    bytes_.insert(bytes_.end(), b.begin(), b.end());
    return *this;
  }
  const Bytes& bytes() const { return bytes_; }

 private:
  Builder& put(std::uint32_t v, int n) {
    for (int i = 0; i < n; ++i) {
      bytes_.push_back(static_cast<std::uint8_t>(v >> (8 * (big_ ? n - 1 - i : i))));
    }
    return *this;
  }
  bool big_;
  Bytes bytes_;
};

/// A pcap file header; `nano`: the fraction of a second counts nanoseconds.
inline Builder pcap_header(bool big_endian, bool nano, std::uint32_t link = 1) {
  Builder b(big_endian);
  b.u32(nano ? 0xA1B23C4D : 0xA1B2C3D4).u16(2).u16(4).u32(0).u32(0).u32(65535).u32(link);
  return b;
}

inline void pcap_record(Builder& b, std::uint32_t sec, std::uint32_t fraction, const Bytes& bytes,
                        std::uint32_t original_length = 0) {
  const auto n = static_cast<std::uint32_t>(bytes.size());
  b.u32(sec).u32(fraction).u32(n).u32(original_length == 0 ? n : original_length).raw(bytes);
}

/// `n` bytes that differ from one another and, by `salt`, from other frames.
inline Bytes pattern(std::size_t n, std::uint8_t salt = 0) {
  Bytes bytes(n);
  for (std::size_t i = 0; i < n; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + salt);
  return bytes;
}

}  // namespace sluice::test
