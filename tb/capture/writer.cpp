// SPDX-License-Identifier: Apache-2.0
#include "tb/capture/writer.hpp"

#include <fmt/format.h>
#include <pcap/pcap.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "tb/capture/pcapng_writer.hpp"

namespace sluice::tb {
namespace {

constexpr int kSnapLength = 262'144;  // libpcap's own limit for Ethernet
constexpr std::int64_t kNsPerSecond = 1'000'000'000;

}  // namespace

struct CaptureWriter::Handle {
  struct ClosePcap {
    void operator()(pcap_t* p) const { pcap_close(p); }
  };
  struct CloseDump {
    void operator()(pcap_dumper_t* d) const { pcap_dump_close(d); }
  };
  std::unique_ptr<pcap_t, ClosePcap> pcap;
  std::unique_ptr<pcap_dumper_t, CloseDump> dump;
  std::optional<PcapngWriter> pcapng;  ///< used instead where the name asks for it
};

CaptureWriter::CaptureWriter(std::filesystem::path path, Resolution resolution)
    : path_(std::move(path)), resolution_(resolution), handle_(std::make_unique<Handle>()) {
  if (is_pcapng_name(path_)) {
    handle_->pcapng.emplace(path_, PcapngSection{.application = "sluice"});
    handle_->pcapng->add_interface({});
    return;
  }
  handle_->pcap.reset(pcap_open_dead_with_tstamp_precision(DLT_EN10MB, kSnapLength,
                                                           resolution == Resolution::kNanoseconds
                                                               ? PCAP_TSTAMP_PRECISION_NANO
                                                               : PCAP_TSTAMP_PRECISION_MICRO));
  std::FILE* file = std::fopen(path_.c_str(), "wb");
  if (file == nullptr) {
    throw CaptureError(
        fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
  }
  // From here on `dump` owns the file; on failure libpcap has closed it.
  handle_->dump.reset(pcap_dump_fopen(handle_->pcap.get(), file));
  if (!handle_->dump) {
    throw CaptureError(
        fmt::format("{}: cannot be written: {}", path_.string(), pcap_geterr(handle_->pcap.get())));
  }
}

CaptureWriter::~CaptureWriter() = default;
CaptureWriter::CaptureWriter(CaptureWriter&&) noexcept = default;
CaptureWriter& CaptureWriter::operator=(CaptureWriter&&) noexcept = default;

void CaptureWriter::check(bool ok) {
  if (ok && std::ferror(pcap_dump_file(handle_->dump.get())) == 0) return;
  const std::string reason = errno != 0 ? std::strerror(errno) : "write error";
  handle_->dump.reset();
  throw CaptureError(
      fmt::format("{}: cannot be written after packet {}: {}", path_.string(), frames_, reason));
}

void CaptureWriter::write(std::int64_t time_ns, std::span<const std::uint8_t> bytes) {
  if (handle_->pcapng) {
    handle_->pcapng->write(time_ns, bytes);
    ++frames_;
    return;
  }
  if (!handle_->dump) throw CaptureError(fmt::format("{}: is closed", path_.string()));
  if (time_ns < 0 || time_ns / kNsPerSecond > std::int64_t{UINT32_MAX}) {
    throw CaptureError(fmt::format("{}: packet {}: time {} ns, expected 0 to 2^32 s",
                                   path_.string(), frames_ + 1, time_ns));
  }
  if (bytes.size() > kSnapLength) {
    throw CaptureError(fmt::format("{}: packet {}: {} bytes, expected at most {}", path_.string(),
                                   frames_ + 1, bytes.size(), kSnapLength));
  }
  pcap_pkthdr header{};
  header.ts.tv_sec = static_cast<time_t>(time_ns / kNsPerSecond);
  const std::int64_t fraction = time_ns % kNsPerSecond;
  header.ts.tv_usec = static_cast<suseconds_t>(
      resolution_ == Resolution::kNanoseconds ? fraction : fraction / 1000);
  header.caplen = header.len = static_cast<bpf_u_int32>(bytes.size());
  ++frames_;
  errno = 0;
  pcap_dump(reinterpret_cast<u_char*>(handle_->dump.get()), &header, bytes.data());
  check(true);
}

void CaptureWriter::flush() {
  if (handle_->pcapng) handle_->pcapng->flush();
  if (!handle_->dump) return;
  errno = 0;
  check(pcap_dump_flush(handle_->dump.get()) == 0);
}

void CaptureWriter::close() {
  if (handle_->pcapng) handle_->pcapng->close();
  if (!handle_->dump) return;
  flush();
  handle_->dump.reset();
}

}  // namespace sluice::tb
