// SPDX-License-Identifier: Apache-2.0
// Any bytes as a capture: frames whose numbers, times and notes keep the reader's promises, or one
// sentence. What was read is written and read again. Classic pcap is also read by a few lines of
// our own, which must give the same frames.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "tb/capture/reader.hpp"
#include "tb/capture/writer.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {
namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr std::int64_t kTimeEnd = (std::int64_t{1} << 32) * kNsPerSecond;
constexpr std::size_t kLongestFrame = 262'144;  // libpcap's limit for Ethernet

struct Reading {
  std::vector<tb::CapturedFrame> frames;
  tb::CaptureNotes notes;
  bool refused = false;
};

Reading read(const std::filesystem::path& path) {
  Reading reading;
  try {
    tb::CaptureReader reader(path);
    try {
      tb::CapturedFrame frame;
      while (reader.next(frame)) reading.frames.push_back(frame);
    } catch (const tb::CaptureError&) {
      reading.notes = reader.notes();
      throw;
    }
    reading.notes = reader.notes();
  } catch (const tb::CaptureError& error) {
    reading.refused = true;
    require_sentence(error.what(), "capture");
    require(std::string(error.what()).starts_with(path.string() + ": "),
            fmt::format("the error does not name the file: {}", error.what()));
  }
  return reading;
}

void check_promises(const Reading& reading) {
  tb::CaptureNotes notes;
  std::uint64_t packet = 0;
  std::int64_t time = 0;
  for (const tb::CapturedFrame& frame : reading.frames) {
    require(frame.packet > packet,
            fmt::format("packet {} came after packet {}", frame.packet, packet));
    require(!frame.bytes.empty(), fmt::format("packet {} has no byte", frame.packet));
    require(frame.bytes.size() <= kLongestFrame,
            fmt::format("packet {} has {} bytes", frame.packet, frame.bytes.size()));
    require(frame.time_ns >= 0 && frame.time_ns < kTimeEnd,
            fmt::format("packet {} has the time {} ns, expected 0 to 2^32 s", frame.packet,
                        frame.time_ns));
    require(frame.time_ns >= time || notes.frames == 0,
            fmt::format("packet {} at {} ns lies before {} ns", frame.packet, frame.time_ns, time));
    packet = frame.packet;
    time = frame.time_ns;
    ++notes.frames;
    notes.bytes += frame.bytes.size();
    if (frame.bytes.size() < frame.original_length) ++notes.cut;
  }
  const tb::CaptureNotes& found = reading.notes;
  require(found.frames == notes.frames && found.bytes == notes.bytes && found.cut == notes.cut,
          fmt::format("notes say {} frames, {} bytes, {} cut; delivered were {}, {}, {}",
                      found.frames, found.bytes, found.cut, notes.frames, notes.bytes, notes.cut));
  require(reading.refused || notes.frames + found.empty != 0,
          "a capture without a packet was accepted");
}

void check_round_trip(const Reading& reading) {
  static const MemoryFile kCopy;
  tb::CaptureWriter writer(kCopy.path());
  for (const tb::CapturedFrame& frame : reading.frames) writer.write(frame.time_ns, frame.bytes);
  writer.close();
  const Reading again = read(kCopy.path());
  require(!again.refused, "what was read and written cannot be read again");
  require(again.frames.size() == reading.frames.size(),
          fmt::format("{} frames were written, {} read again", reading.frames.size(),
                      again.frames.size()));
  for (std::size_t i = 0; i < again.frames.size(); ++i) {
    require(again.frames[i].bytes == reading.frames[i].bytes &&
                again.frames[i].time_ns == reading.frames[i].time_ns,
            fmt::format("frame {} is another one after writing and reading", i + 1));
  }
}

/// Classic pcap, version 2.4, the four usual magic numbers, as its authors describe it.
class Classic {
 public:
  struct Record {
    std::uint32_t seconds, fraction, original;
    std::span<const std::uint8_t> bytes;
  };

  explicit Classic(std::span<const std::uint8_t> file) : file_(file) {}

  /// True where this reader knows the file well enough to be asked.
  bool header() {
    constexpr std::size_t kHeader = 24;
    if (file_.size() < kHeader) return false;
    for (const bool big : {false, true}) {
      big_ = big;
      const std::uint32_t magic = word(0);
      if (magic != 0xA1B2C3D4 && magic != 0xA1B23C4D) continue;
      nano_ = magic == 0xA1B23C4D;
      const std::uint32_t version = word(4), major_minor = big ? 0x00020004 : 0x00040002;
      snap_ = word(16);
      if (snap_ == 0 || snap_ > INT32_MAX) snap_ = kLongestFrame;
      at_ = kHeader;
      return version == major_minor && word(20) == 1;
    }
    return false;
  }

  std::int64_t scale() const { return nano_ ? 1 : 1000; }
  bool at_end() const { return at_ == file_.size(); }

  /// Nothing where the file ends inside a record, or the record is longer than a frame can be.
  std::optional<Record> next() {
    constexpr std::size_t kRecord = 16;
    if (file_.size() - at_ < kRecord) return std::nullopt;
    const std::uint32_t length = word(at_ + 8);
    Record record{word(at_), word(at_ + 4), word(at_ + 12), {}};
    if (length > kLongestFrame || file_.size() - at_ - kRecord < length) return std::nullopt;
    record.bytes = file_.subspan(at_ + kRecord, std::min<std::size_t>(length, snap_));
    at_ += kRecord + length;
    return record;
  }

 private:
  std::uint32_t word(std::size_t at) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | file_[at + (big_ ? i : 3 - i)];
    return value;
  }

  std::span<const std::uint8_t> file_;
  std::size_t at_ = 0, snap_ = 0;
  bool big_ = false, nano_ = false;
};

void check_classic(std::span<const std::uint8_t> input, const Reading& reading) {
  Classic file(input);
  if (!file.header()) return;
  std::size_t delivered = 0;
  std::int64_t last = 0;
  for (std::uint64_t packet = 1; !file.at_end(); ++packet) {
    const auto record = file.next();
    if (record && record->bytes.empty()) continue;
    if (!record || record->fraction * file.scale() >= kNsPerSecond) {
      require(reading.refused, fmt::format("packet {} is broken but was accepted", packet));
      break;
    }
    require(delivered < reading.frames.size(), fmt::format("packet {} is missing", packet));
    const tb::CapturedFrame& frame = reading.frames[delivered++];
    std::int64_t time = record->seconds * kNsPerSecond + record->fraction * file.scale();
    if (delivered > 1) time = std::max(time, last);
    last = time;
    require(frame.packet == packet && frame.time_ns == time &&
                frame.original_length == record->original &&
                std::equal(frame.bytes.begin(), frame.bytes.end(), record->bytes.begin(),
                           record->bytes.end()),
            fmt::format("packet {} of {} bytes at {} ns was read as packet {} of {} bytes at {} ns",
                        packet, record->bytes.size(), time, frame.packet, frame.bytes.size(),
                        frame.time_ns));
  }
  require(delivered == reading.frames.size(),
          fmt::format("{} frames are in the file, {} were read", delivered, reading.frames.size()));
}

}  // namespace

void run_capture(std::span<const std::uint8_t> input) {
  static const MemoryFile kFile;
  kFile.put(input);
  const Reading reading = read(kFile.path());
  check_promises(reading);
  check_classic(input, reading);
  if (!reading.frames.empty()) check_round_trip(reading);
}

}  // namespace sluice::fuzz
