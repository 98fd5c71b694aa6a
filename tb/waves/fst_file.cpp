// SPDX-License-Identifier: Apache-2.0
#include "tb/waves/fst_file.hpp"

#include <fmt/format.h>
#include <lz4.h>

#include <cstdint>
#include <fstream>
#include <functional>
#include <ios>
#include <string_view>

namespace sluice::tb {
namespace {

namespace fs = std::filesystem;

/// Kinds of blocks that matter here.
enum Block : unsigned char { kHeader = 0, kHierarchyLz4 = 6, kHierarchyLz4Twice = 7 };
constexpr std::uint64_t kHeaderSize = 329;  ///< of the header block, behind its kind
constexpr std::uint64_t kMostHierarchy = std::uint64_t{1} << 30;

/// Entries of the hierarchy; anything below kAttributeBegin is a variable of that type.
enum Entry : unsigned char { kAttributeBegin = 252, kAttributeEnd, kScope, kUpScope };

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes.substr(0, 8)) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

class Reader {
 public:
  explicit Reader(const fs::path& path) : path_(path), file_(path, std::ios::binary) {
    if (!file_) fail("cannot be opened");
    file_.seekg(0, std::ios::end);
    size_ = static_cast<std::uint64_t>(file_.tellg());
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw FstError(fmt::format("{}: {}", path_.string(), what));
  }

  std::string read(std::uint64_t at, std::uint64_t size) {
    if (at > size_ || size > size_ - at)
      fail(fmt::format("waves end inside a block at byte {}", at));
    std::string bytes(size, '\0');
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(at));
    file_.read(bytes.data(), static_cast<std::streamsize>(size));
    if (!file_) fail(fmt::format("cannot be read at byte {}", at));
    return bytes;
  }

  /// Calls `visit` with the kind, the place and the size of the content of each block.
  void blocks(const std::function<void(unsigned char, std::uint64_t, std::uint64_t)>& visit) {
    std::uint64_t at = 0;
    while (at < size_) {
      const std::string head = read(at, 9);
      const std::uint64_t length = big_endian(std::string_view(head).substr(1));
      if (length < 8 || length > size_ - at - 1) {
        fail(fmt::format("waves end inside a block at byte {}", at));
      }
      visit(static_cast<unsigned char>(head[0]), at + 9, length - 8);
      at += 1 + length;
    }
  }

 private:
  fs::path path_;
  std::ifstream file_;
  std::uint64_t size_ = 0;
};

std::string unpack(const Reader& reader, std::string_view packed, std::uint64_t size) {
  if (size > kMostHierarchy) reader.fail("hierarchy of impossible size");
  std::string bytes(size, '\0');
  const int got = LZ4_decompress_safe(packed.data(), bytes.data(), static_cast<int>(packed.size()),
                                      static_cast<int>(size));
  if (got < 0 || static_cast<std::uint64_t>(got) != size)
    reader.fail("hierarchy cannot be unpacked");
  return bytes;
}

/// Walks the entries of the hierarchy.
class Hierarchy {
 public:
  Hierarchy(const Reader& reader, std::string_view bytes) : reader_(reader), left_(bytes) {}

  std::vector<std::string> signals() {
    std::vector<std::string> names;
    std::vector<std::string> scopes;
    while (!left_.empty()) {
      const unsigned char kind = byte();
      switch (kind) {
        case kScope:
          byte();
          scopes.push_back((scopes.empty() ? "" : scopes.back()) + std::string(text()) + ".");
          text();
          break;
        case kUpScope:
          if (scopes.empty()) reader_.fail("hierarchy closes more scopes than it opens");
          scopes.pop_back();
          break;
        case kAttributeBegin:
          byte();
          byte();
          text();
          number();
          break;
        case kAttributeEnd:
          break;
        default: {
          byte();  // direction
          std::string name(text());
          number();  // bits
          number();  // alias
          // GTKWave joins a name and its range.
          if (const std::size_t space = name.find(" ["); space != std::string::npos) {
            name.erase(space, 1);
          }
          names.push_back((scopes.empty() ? "" : scopes.back()) + name);
        }
      }
    }
    return names;
  }

 private:
  unsigned char byte() {
    if (left_.empty()) reader_.fail("hierarchy ends inside an entry");
    const auto value = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    return value;
  }
  std::string_view text() {
    const std::size_t end = left_.find('\0');
    if (end == std::string_view::npos) reader_.fail("hierarchy ends inside a name");
    const std::string_view value = left_.substr(0, end);
    left_.remove_prefix(end + 1);
    return value;
  }
  /// Seven bits a byte, the top bit set but in the last.
  void number() {
    while ((byte() & 0x80U) != 0) {
    }
  }

  const Reader& reader_;
  std::string_view left_;
};

}  // namespace

void check_fst(const fs::path& file) {
  Reader reader(file);
  bool header = false;
  bool hierarchy = false;
  reader.blocks([&](unsigned char kind, std::uint64_t, std::uint64_t size) {
    if (kind == kHeader && size + 8 == kHeaderSize) header = true;
    if (kind == kHierarchyLz4 || kind == kHierarchyLz4Twice) hierarchy = true;
  });
  if (!header || !hierarchy) reader.fail("the waves are not whole");
}

std::vector<std::string> fst_signals(const fs::path& file) {
  Reader reader(file);
  std::string hierarchy;
  reader.blocks([&](unsigned char kind, std::uint64_t at, std::uint64_t size) {
    if (kind != kHierarchyLz4 && kind != kHierarchyLz4Twice) return;
    if (size < 16) reader.fail(fmt::format("hierarchy of {} bytes", size));
    if (kind == kHierarchyLz4) {
      const std::string block = reader.read(at, size);
      hierarchy = unpack(reader, std::string_view(block).substr(8), big_endian(block));
    } else {
      const std::string block = reader.read(at, size);
      const std::string once = unpack(reader, std::string_view(block).substr(16),
                                      big_endian(std::string_view(block).substr(8)));
      hierarchy = unpack(reader, once, big_endian(block));
    }
  });
  if (hierarchy.empty()) reader.fail("holds no list of signals that can be read");
  return Hierarchy(reader, hierarchy).signals();
}

}  // namespace sluice::tb
