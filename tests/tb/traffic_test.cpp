// SPDX-License-Identifier: Apache-2.0
#include "tb/traffic/traffic.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "model/common/wire.hpp"
#include "tb/capture/reader.hpp"
#include "tests/tb/capture_files.hpp"

namespace sluice::tb {
namespace {

using test::TempFile;

std::vector<CapturedFrame> all(const TrafficOptions& options) {
  Traffic traffic(options);
  std::vector<CapturedFrame> frames;
  CapturedFrame frame;
  while (traffic.next(frame)) frames.push_back(frame);
  return frames;
}

/// Where the EtherType that is no VLAN's stands, and how many VLAN tags come before.
struct Layers {
  std::size_t ether_at = 12;
  unsigned vlans = 0;
  std::uint16_t ether = 0;
};

Layers layers(const Frame& f) {
  Layers l;
  while (model::is_vlan(model::load16(f, l.ether_at))) {
    l.ether_at += 4;
    ++l.vlans;
  }
  l.ether = model::load16(f, l.ether_at);
  return l;
}

/// The RoCEv2 packet from its IP header to the end of its ICRC, without Ethernet padding; empty: it
/// is none.
std::span<const std::uint8_t> roce_packet(const Frame& f) {
  const Layers l = layers(f);
  const auto ip = std::span<const std::uint8_t>(f).subspan(l.ether_at + 2);
  if (l.ether == model::kEtherIpv4 && ip.size() >= 28 && ip[9] == 17 &&
      model::load16(ip, 22) == kRocePort) {
    return ip.first(std::min<std::size_t>(ip.size(), model::load16(ip, 2)));
  }
  if (l.ether == model::kEtherIpv6 && ip.size() >= 48 && ip[6] == 17 &&
      model::load16(ip, 42) == kRocePort) {
    return ip.first(std::min<std::size_t>(ip.size(), 40 + model::load16(ip, 4)));
  }
  return {};
}

bool icrc_right(std::span<const std::uint8_t> packet) {
  const std::size_t n = packet.size() - 4;
  const auto icrc = roce_icrc(packet.first(n));
  return icrc && *icrc == (packet[n] | packet[n + 1] << 8 | packet[n + 2] << 16 |
                           std::uint32_t{packet[n + 3]} << 24);
}

TEST(Icrc, AgreesWithPacketsThatRealNicsSent) {
  const std::filesystem::path file =
      std::filesystem::path(SLUICE_CAPTURES) / "roce_hiroce_ect0.pcap";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
  CaptureReader reader(file);
  CapturedFrame frame;
  unsigned checked = 0;
  while (reader.next(frame)) {
    const auto packet = roce_packet(frame.bytes);
    if (packet.empty()) continue;
    EXPECT_TRUE(icrc_right(packet)) << "packet " << frame.packet;
    ++checked;
  }
  EXPECT_EQ(checked, 105U);
}

TEST(Icrc, IgnoresWhatSwitchesChangeAndNothingElse) {
  for (const bool v6 : {false, true}) {
    Path path;
    path.ipv6 = v6;
    const std::vector<std::uint8_t> data(64, 0x5A);
    RocePacket p;
    p.payload = data;
    const Frame frame = roce_frame(path, p);
    const std::vector<std::uint8_t> packet(frame.begin() + 14, frame.end());
    ASSERT_TRUE(icrc_right(packet));
    const std::size_t ip = v6 ? 40 : 20;
    std::set<std::size_t> free =
        v6 ? std::set<std::size_t>{1, 2, 3, 7} : std::set<std::size_t>{1, 8, 10, 11};
    free.insert({ip + 6, ip + 7, ip + 8 + 4});
    for (std::size_t at = ip; at < packet.size(); ++at) {
      std::vector<std::uint8_t> changed = packet;
      changed[at] ^= 1;
      if (at == ip + 2 || at == ip + 3) continue;  // the UDP port: no RoCE any more
      EXPECT_EQ(icrc_right(changed), free.contains(at)) << (v6 ? "IPv6" : "IPv4") << " byte " << at;
    }
    for (const std::size_t at : free) {
      std::vector<std::uint8_t> changed = packet;
      changed[at] ^= 1;
      EXPECT_TRUE(icrc_right(changed)) << (v6 ? "IPv6" : "IPv4") << " byte " << at;
    }
  }
}

TEST(Traffic, TheSameSeedGivesTheSameFileAndAnotherSeedAnother) {
  TempFile a("a.pcap"), b("b.pcap"), c("c.pcap");
  for (const auto& [file, seed] : {std::pair(&a, 7U), std::pair(&b, 7U), std::pair(&c, 8U)}) {
    CaptureWriter writer(file->path());
    write_traffic({.frames = 2000, .seed = seed}, writer);
    writer.close();
  }
  EXPECT_EQ(a.get(), b.get());
  EXPECT_NE(a.get(), c.get());
}

TEST(Traffic, IsTheSameOnEveryMachine) {
  // FNV-1a over bytes and times of the default traffic; changes only where the traffic is meant to
  // change.
  std::uint64_t hash = 0xCBF29CE484222325U;
  const auto add = [&](std::uint64_t v) { hash = (hash ^ v) * 0x100000001B3U; };
  for (const CapturedFrame& f : all({})) {
    add(static_cast<std::uint64_t>(f.time_ns));
    for (const std::uint8_t byte : f.bytes) add(byte);
  }
  EXPECT_EQ(hash, 9406844263075956007U);
}

TEST(Traffic, EveryChecksumIsRightAndEveryPsnRises) {
  std::map<std::uint32_t, std::uint32_t> next_psn;
  unsigned roce = 0;
  for (const CapturedFrame& f : all({})) {
    const Layers l = layers(f.bytes);
    if (l.ether == model::kEtherIpv4) {
      ASSERT_EQ(internet_checksum(std::span(f.bytes).subspan(l.ether_at + 2, 20)), 0U) << f.packet;
    }
    const auto packet = roce_packet(f.bytes);
    if (packet.empty()) continue;
    ++roce;
    ASSERT_TRUE(icrc_right(packet)) << f.packet;
    const auto bth = packet.subspan(packet[0] >> 4 == 6 ? 48 : 28);
    ASSERT_EQ(bth.size() % 4, 0U) << f.packet;
    if (bth[0] == 0x81) continue;
    const std::uint32_t qp = bth[5] << 16 | bth[6] << 8 | bth[7];
    const std::uint32_t psn = bth[9] << 16 | bth[10] << 8 | bth[11];
    if (const auto it = next_psn.find(qp); it != next_psn.end()) {
      ASSERT_EQ(psn, it->second) << f.packet;
    }
    next_psn[qp] = (psn + 1) & 0xFFFFFF;
  }
  EXPECT_GT(roce, 8000U);
  EXPECT_EQ(next_psn.size(), 24U);
}

TEST(Traffic, HoldsTheWholeMixtureInAtMost8Megabytes) {
  std::map<std::uint16_t, unsigned> ethers;
  std::map<unsigned, unsigned> vlans, ecn, opcodes;
  std::uint64_t bytes = 24;
  unsigned sixty = 0, mtu1024 = 0, mtu2048 = 0, mtu4096 = 0, pfc = 0;
  const auto frames = all({});
  ASSERT_EQ(frames.size(), 10'000U);
  for (const CapturedFrame& f : frames) {
    bytes += 16 + f.bytes.size();
    const Layers l = layers(f.bytes);
    ++ethers[l.ether];
    ASSERT_GE(f.bytes.size(), 60U);
    ASSERT_LE(f.bytes.size(), 4300U);
    sixty += f.bytes.size() == 60 ? 1 : 0;
    if (l.ether == model::kEtherMacControl) pfc += model::load16(f.bytes, 14) == 0x0101 ? 1 : 0;
    const auto packet = roce_packet(f.bytes);
    if (packet.empty()) continue;
    ++vlans[l.vlans];
    const bool v6 = packet[0] >> 4 == 6;
    ++ecn[v6 ? packet[1] >> 4 & 3 : packet[1] & 3];
    ++opcodes[packet[v6 ? 48 : 28]];
    mtu1024 += f.bytes.size() > 1070 && f.bytes.size() < 1140 ? 1 : 0;
    mtu2048 += f.bytes.size() > 2090 && f.bytes.size() < 2160 ? 1 : 0;
    mtu4096 += f.bytes.size() > 4140 ? 1 : 0;
  }
  EXPECT_LE(bytes, 8'000'000U);
  for (const std::uint16_t ether : {0x0800, 0x86DD, 0x0806, 0x88CC, 0x8808}) {
    EXPECT_GT(ethers[ether], 50U) << ether;
  }
  EXPECT_EQ(ethers.size(), 5U);
  EXPECT_EQ(pfc, ethers[0x8808]);
  for (const unsigned n : {0U, 1U, 2U}) EXPECT_GT(vlans[n], 1000U) << n;
  for (const unsigned n : {0U, 1U, 3U}) EXPECT_GT(ecn[n], 50U) << n;
  EXPECT_GT(ecn[2] * 10, 9 * (ecn[0] + ecn[1] + ecn[3]));
  for (const unsigned op :
       {0x04, 0x06, 0x07, 0x08, 0x0A, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x81}) {
    EXPECT_GT(opcodes[op], 20U) << op;
  }
  EXPECT_GT(sixty, 300U);
  EXPECT_GT(mtu1024, 100U);
  EXPECT_GT(mtu2048, 100U);
  EXPECT_GT(mtu4096, 100U);
}

TEST(Traffic, KeepsToTheSpeedOfTheLineAndToTheLoad) {
  for (const unsigned load : {20U, 60U, 100U}) {
    const TrafficOptions options{
        .frames = 20'000, .seed = 3, .speed_bps = 100'000'000'000, .load_percent = load};
    const auto frames = all(options);
    double bits = 0;
    unsigned back_to_back = 0;
    for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
      const double own = static_cast<double>(frames[i].bytes.size() + 24) * 8;
      bits += own;
      const double gap = static_cast<double>(frames[i + 1].time_ns - frames[i].time_ns) * 100.0;
      ASSERT_GT(gap, own - 200) << i;  // times are whole nanoseconds: 100 bits at 100 Gb/s
      back_to_back += gap < own + 200 ? 1 : 0;
    }
    const double time = static_cast<double>(frames.back().time_ns - frames.front().time_ns) * 100.0;
    EXPECT_NEAR(bits / time, load / 100.0, 0.05);
    EXPECT_GT(back_to_back, 19'000U);
  }
}

TEST(Traffic, RefusesOptionsOutOfRange) {
  EXPECT_THROW(Traffic({.speed_bps = 0}), ParameterError);
  EXPECT_THROW(Traffic({.load_percent = 0}), ParameterError);
  EXPECT_THROW(Traffic({.load_percent = 101}), ParameterError);
}

}  // namespace
}  // namespace sluice::tb
