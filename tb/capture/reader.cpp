// SPDX-License-Identifier: Apache-2.0
#include "tb/capture/reader.hpp"

#include <fmt/format.h>
#include <pcap/pcap.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace sluice::tb {
namespace {

constexpr int kPcapngFirstByte = 0x0A;
constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr std::int64_t kSecondsEnd = std::int64_t{1} << 32;

std::string link_name(int type) {
  const char* text = pcap_datalink_val_to_description(type);
  return text != nullptr ? fmt::format("{} ({})", type, text) : fmt::format("{}", type);
}

/// What libpcap's message means for a user; its own words follow in brackets.
std::string explain(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != text.npos; };
  if (has("truncated")) return "the file ends inside this record";
  if (has("length") || has("larger than") || has("too large") || has("bigger than")) {
    return "the record has an impossible length";
  }
  if (has("different from the type")) return "the interfaces have different link types";
  return "the record cannot be read";
}

}  // namespace

struct CaptureReader::Handle {
  struct Close {
    void operator()(pcap_t* p) const { pcap_close(p); }
  };
  std::unique_ptr<pcap_t, Close> pcap;
};

CaptureReader::CaptureReader(std::filesystem::path path)
    : path_(std::move(path)), handle_(std::make_unique<Handle>()) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) {
    throw CaptureError(fmt::format("{}: is a directory, expected a capture", path_.string()));
  }
  struct Fclose {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::unique_ptr<std::FILE, Fclose> file(std::fopen(path_.c_str(), "rb"));
  if (!file) {
    throw CaptureError(
        fmt::format("{}: cannot be opened: {}", path_.string(), std::strerror(errno)));
  }
  const int first = std::fgetc(file.get());
  if (first == EOF) {
    throw CaptureError(fmt::format("{}: is empty, expected a capture", path_.string()));
  }
  static_cast<void>(std::ungetc(first, file.get()));  // one character always fits
  classic_ = first != kPcapngFirstByte;

  char error[PCAP_ERRBUF_SIZE] = "";
  handle_->pcap.reset(
      pcap_fopen_offline_with_tstamp_precision(file.get(), PCAP_TSTAMP_PRECISION_NANO, error));
  if (!handle_->pcap) {
    throw CaptureError(fmt::format(
        "{}: not a capture that can be read, expected pcap or pcapng ({})", path_.string(), error));
  }
  static_cast<void>(file.release());  // pcap_close closes it
  const int link = pcap_datalink(handle_->pcap.get());
  if (link != DLT_EN10MB) {
    throw CaptureError(fmt::format("{}: link type {}, expected {}", path_.string(), link_name(link),
                                   link_name(DLT_EN10MB)));
  }
}

CaptureReader::~CaptureReader() = default;
CaptureReader::CaptureReader(CaptureReader&&) noexcept = default;
CaptureReader& CaptureReader::operator=(CaptureReader&&) noexcept = default;

void CaptureReader::fail(const std::string& what) const {
  throw CaptureError(fmt::format("{}: packet {}: {}", path_.string(), packets_ + 1, what));
}

bool CaptureReader::next(CapturedFrame& frame) {
  for (;;) {
    pcap_pkthdr* header = nullptr;
    const u_char* data = nullptr;
    const int status = pcap_next_ex(handle_->pcap.get(), &header, &data);
    if (status == PCAP_ERROR_BREAK) {
      if (packets_ == 0) {
        throw CaptureError(
            fmt::format("{}: holds no packet, expected at least one", path_.string()));
      }
      return false;
    }
    if (status != 1) {
      const std::string_view text = pcap_geterr(handle_->pcap.get());
      fail(fmt::format("{} ({})", explain(text), text));
    }
    ++packets_;
    if (header->caplen == 0) {
      ++notes_.empty;
      continue;
    }
    // Classic pcap has 32 unsigned bits of seconds, which libpcap takes for signed ones.
    std::int64_t seconds = header->ts.tv_sec;
    if (classic_ && seconds < 0) seconds += kSecondsEnd;
    if (seconds < 0 || seconds >= kSecondsEnd) {
      --packets_;
      fail(fmt::format("time {} s, expected 0 to {} s", seconds, kSecondsEnd - 1));
    }
    // With nanosecond precision, libpcap delivers nanoseconds in tv_usec, as they stand in the
    // file.
    if (header->ts.tv_usec < 0 || header->ts.tv_usec >= kNsPerSecond) {
      --packets_;
      fail(fmt::format("time {} s and {} ns, expected 0 to {} ns", seconds,
                       static_cast<std::int64_t>(header->ts.tv_usec), kNsPerSecond - 1));
    }
    std::int64_t ns = seconds * kNsPerSecond + header->ts.tv_usec;
    if (notes_.frames != 0 && ns < last_ns_) {
      ++notes_.backwards;
      ns = last_ns_;
    }
    last_ns_ = ns;
    if (header->caplen < header->len) ++notes_.cut;
    ++notes_.frames;
    notes_.bytes += header->caplen;
    frame.packet = packets_;
    frame.time_ns = ns;
    frame.original_length = header->len;
    frame.bytes.assign(data, data + header->caplen);
    return true;
  }
}

}  // namespace sluice::tb
