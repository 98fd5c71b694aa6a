// SPDX-License-Identifier: Apache-2.0
// Writer of pcapng files: one section, several Ethernet interfaces, nanoseconds, comments.
// Source: IETF draft-ietf-opsawg-pcapng, section 4 (blocks) and 3.5 (options).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/common/error.hpp"

namespace sluice::tb {

/// Most bytes that the value of an option can have: its length is kept in 16 bits.
inline constexpr std::size_t kMaxPcapngOption = 65'535;

/// What made the capture. Empty texts are left out of the file.
struct PcapngSection {
  std::string hardware = {}, application = {}, comment = {};
};

/// An Ethernet interface, whose frames carry no FCS. Empty texts and a speed of 0 are left out.
struct PcapngInterface {
  std::string name = {}, description = {};
  std::uint64_t speed_bps = 0;
};

/// Values are those of epb_flags.
enum class Direction : std::uint8_t { kUnknown = 0, kInbound = 1, kOutbound = 2 };

/// What a packet can have beside its time and bytes.
struct PcapngPacket {
  unsigned interface = 0;  ///< what add_interface answered
  Direction direction = Direction::kUnknown;
  std::optional<std::uint64_t> id = {};  ///< the same on each interface that saw this very packet
  std::string_view comment = {};         ///< UTF-8; empty: none
  std::uint32_t original_length = 0;     ///< bytes on the wire; 0: as many as there are
};

/// Writes one file from front to end, little endian on every machine: same calls, same bytes.
///
/// Errors (CaptureError, one sentence): the file cannot be created (in the constructor, so before a
/// run starts); the system refuses a write (in write, add_interface, flush or close, as soon as it
/// says so); a text of more than 65,535 bytes, a packet of more than 262,144, a time outside
/// 0 .. 2^32 s, an interface that there is not. Nothing of a refused call gets into the file.
class PcapngWriter {
 public:
  explicit PcapngWriter(std::filesystem::path path, const PcapngSection& section = {});

  /// Interfaces are numbered from 0; packets of others may have been written before.
  unsigned add_interface(const PcapngInterface& interface);

  /// Appends a packet of no byte or more. `time_ns`: since the epoch, 0 .. 2^32 s.
  void write(std::int64_t time_ns, std::span<const std::uint8_t> bytes,
             const PcapngPacket& packet = {});

  /// Hands everything to the system.
  void flush();

  /// Flushes and closes; nothing may be written afterwards. Calling it again does nothing. The
  /// destructor closes without telling errors.
  void close();

  std::uint64_t frames() const { return frames_; }

 private:
  struct Close {
    void operator()(std::FILE* f) const { static_cast<void>(std::fclose(f)); }
  };

  void begin(std::uint32_t type);
  void put(std::uint64_t value, unsigned bytes);
  void put_padded(std::span<const std::uint8_t> bytes);
  void put_text(std::uint16_t code, std::string_view text);
  void put_number(std::uint16_t code, std::uint64_t value, unsigned bytes);
  void end_options();
  void end();
  void check(bool ok);
  void check_text(std::string_view what, std::string_view text) const;
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<std::uint8_t> block_;  ///< the block under way
  unsigned interfaces_ = 0;
  std::uint64_t frames_ = 0;
};

/// The name asks for pcapng: it ends in ".pcapng", in whatever case.
bool is_pcapng_name(const std::filesystem::path& path);

}  // namespace sluice::tb
