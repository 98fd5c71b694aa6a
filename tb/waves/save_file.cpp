// SPDX-License-Identifier: Apache-2.0
#include "tb/waves/save_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <span>
#include <string_view>

#include "tb/waves/fst_file.hpp"

namespace sluice::tb {
namespace {

namespace fs = std::filesystem;

/// GTKWave's flags of a line.
enum class Format : unsigned {
  kBinary = 0x28,
  kHex = 0x22,
  kDecimal = 0x24,
  kText = 0x820,
  kFirstBytes = 0x10022,  ///< not GTKWave's: kHex of a beat's first bytes, byte 0 first
};

struct Signal {
  std::string_view label;
  std::string_view name;  ///< without its range; '@' stands for the port
  Format format = Format::kBinary;
};

struct Group {
  std::string_view title;
  std::span<const Signal> signals;
  bool open = true;
};

/// A wider line would push the waves out of the window.
constexpr std::size_t kWidestTitle = 32;

constexpr std::string_view kTop = "top.sluice_top.";
constexpr std::string_view kPort = "top.sluice_top.gen_port[0].u_port.";

constexpr std::array kTime = {
    Signal{"clock", "clk_i"},
    Signal{"reset (low)", "rst_ni"},
    Signal{"now, fixed point", "now", Format::kHex},
    Signal{"idle", "idle_o"},
    Signal{"time skipped", "time_skip_i", Format::kHex},
};
constexpr std::array kFabric = {
    Signal{"in valid", "@s_axis_tvalid"},
    Signal{"in ready", "@s_axis_tready"},
    Signal{"in last", "@s_axis_tlast"},
    Signal{"in bad", "@s_axis_tuser"},
    Signal{"in keep", "@s_axis_tkeep", Format::kHex},
    Signal{"in data", "@s_axis_tdata", Format::kHex},
    Signal{"in bytes, byte 0 first", "@s_axis_tdata", Format::kFirstBytes},
    Signal{"in frame number", "@parse_frame", Format::kDecimal},
};
constexpr std::array kParser = {
    Signal{"metadata valid", "@meta_valid"},
    Signal{"metadata frame number", "@meta.frame", Format::kDecimal},
    Signal{"metadata VLAN tags", "@meta.vlans", Format::kDecimal},
    Signal{"metadata EtherType", "@meta.ethertype", Format::kHex},
    Signal{"metadata tag whole", "@meta.tag_whole"},
    Signal{"metadata tag", "@meta.tag", Format::kHex},
    Signal{"metadata IP behind tag", "@meta.next_ip"},
    Signal{"metadata length", "@meta.len", Format::kDecimal},
    Signal{"metadata codepoint", "@meta.ecn"},
    Signal{"metadata DSCP", "@meta.dscp", Format::kDecimal},
};
constexpr std::array kQueue = {
    Signal{"judged", "@judged_valid"},
    Signal{"judged, as text", "@u_view.judged_text", Format::kText},
    Signal{"judged queue", "@u_view.judged_queue", Format::kDecimal},
    Signal{"judged length", "@judged.len", Format::kDecimal},
    Signal{"judged frame number", "@write_meta.frame", Format::kDecimal},
    Signal{"depth of that queue before", "@u_admission.earlier", Format::kDecimal},
    Signal{"RED drops", "@red_drop"},
    Signal{"RED marks at arrival", "@red_mark"},
    Signal{"RED marks at departure", "@depart_mark"},
    Signal{"write", "@write_valid"},
    Signal{"write last", "@write_last"},
    Signal{"write data", "@write_data", Format::kHex},
    Signal{"queues with a frame", "@head_valid"},
    Signal{"paused queues", "@pause_i"},
    Signal{"queue to be served", "@select_queue", Format::kDecimal},
    Signal{"credits back", "@credit", Format::kDecimal},
    Signal{"read", "@read"},
    Signal{"read data", "@read_data", Format::kHex},
};
constexpr std::array kLookup = {
    Signal{"start", "@start"},
    Signal{"start frame number", "@start_stored.meta.frame", Format::kDecimal},
    Signal{"start tag", "@start_stored.meta.tag", Format::kHex},
    Signal{"port action, as text", "@u_view.action_text", Format::kText},
    Signal{"available bandwidth, bytes/s", "@abw", Format::kDecimal},
    Signal{"available bandwidth, percent", "@percent", Format::kDecimal},
    Signal{"lookup valid", "@u_lookup.u_quantizer.valid_i"},
    Signal{"lookup value", "@u_lookup.u_quantizer.value_i", Format::kDecimal},
    Signal{"local bucket", "@u_lookup.u_quantizer.bucket_o", Format::kDecimal},
    Signal{"verdict outcome, as text", "@u_view.verdict_text", Format::kText},
    Signal{"verdict signal, as text", "@u_view.signal_text", Format::kText},
    Signal{"verdict tag", "@verdict.tag", Format::kHex},
    Signal{"verdict length", "@verdict.len", Format::kDecimal},
    Signal{"verdict CE", "@verdict.mark"},
};
constexpr std::array kEditor = {
    Signal{"editor in valid", "@u_editor.beat_valid_i"},
    Signal{"editor in first", "@u_editor.beat_first_i"},
    Signal{"editor in last", "@u_editor.beat_last_i"},
    Signal{"editor in data", "@u_editor.beat_data_i", Format::kHex},
    Signal{"editor out valid", "@out_valid"},
    Signal{"editor out last", "@out_last"},
    Signal{"editor out data", "@out_data", Format::kHex},
    Signal{"edited bytes, byte 0 first", "@out_data", Format::kFirstBytes},
};
constexpr std::array kWire = {
    Signal{"wire valid", "@m_axis_tvalid"},
    Signal{"wire ready", "@m_axis_tready"},
    Signal{"wire last", "@m_axis_tlast"},
    Signal{"wire keep", "@m_axis_tkeep", Format::kHex},
    Signal{"wire bytes, byte 0 first", "m_axis_tdata", Format::kFirstBytes},
    Signal{"wire data", "m_axis_tdata", Format::kHex},
    Signal{"wire frame number", "@u_view.wire_frame", Format::kDecimal},
    Signal{"wire outcome, as text", "@u_view.sent_text", Format::kText},
};
constexpr std::array kEvents = {
    Signal{"arrive", "@arrive_event"},
    Signal{"select", "@obs_select_valid_o"},
    Signal{"select frame number", "@obs_select_frame_o", Format::kDecimal},
    Signal{"start", "@obs_start_valid_o"},
    Signal{"start frame number", "@obs_start_frame_o", Format::kDecimal},
    Signal{"sent", "@sent_event"},
    Signal{"activate", "obs_activate_o"},
    Signal{"snapshot", "obs_snapshot_o"},
    Signal{"snapshot clears", "obs_snapshot_clear_o"},
    Signal{"interrupt", "irq_o"},
};
constexpr std::array kRegisters = {
    Signal{"awvalid", "s_axil_awvalid"},
    Signal{"awready", "s_axil_awready"},
    Signal{"awaddr", "s_axil_awaddr", Format::kHex},
    Signal{"wvalid", "s_axil_wvalid"},
    Signal{"wready", "s_axil_wready"},
    Signal{"wdata", "s_axil_wdata", Format::kHex},
    Signal{"wstrb", "s_axil_wstrb"},
    Signal{"bvalid", "s_axil_bvalid"},
    Signal{"bready", "s_axil_bready"},
    Signal{"bresp", "s_axil_bresp"},
    Signal{"arvalid", "s_axil_arvalid"},
    Signal{"arready", "s_axil_arready"},
    Signal{"araddr", "s_axil_araddr", Format::kHex},
    Signal{"rvalid", "s_axil_rvalid"},
    Signal{"rready", "s_axil_rready"},
    Signal{"rdata", "s_axil_rdata", Format::kHex},
    Signal{"rresp", "s_axil_rresp"},
};
const std::array kGroups = {
    Group{"clock and time", kTime},
    Group{"fabric in", kFabric},
    Group{"parser: metadata", kParser, false},
    Group{"admission, queues", kQueue, false},
    Group{"lookup: quantizer and compare", kLookup},
    Group{"editor", kEditor},
    Group{"wire out", kWire},
    Group{"events", kEvents},
    Group{"registers: AXI4-Lite", kRegisters, false},
};

/// A bus shows byte 0 last and cuts what does not fit: the first bytes, bit by bit, in the order of
/// the frame. GTKWave counts the bits from the left, from 0.
std::string first_bytes(std::string_view label, const std::string& name) {
  constexpr unsigned kShown = 20;
  const unsigned bits = std::stoul(name.substr(name.rfind('[') + 1)) + 1;
  std::string line = fmt::format("#{{{}}}", label);
  for (unsigned byte = 0; byte < std::min(kShown, bits / 8); ++byte) {
    for (unsigned bit = 8; bit-- > 0;) {
      line += fmt::format(" ({}){}", bits - 1 - (8 * byte + bit), name);
    }
  }
  return line;
}

std::string full_name(std::string_view name) {
  return name.starts_with('@') ? std::string(kPort) + std::string(name.substr(1))
                               : std::string(kTop) + std::string(name);
}

/// Each signal's name with its range, by the name without it.
std::map<std::string, std::string, std::less<>> ranges(const fs::path& waves) {
  std::map<std::string, std::string, std::less<>> found;
  for (const std::string& name : fst_signals(waves)) {
    std::string plain = name;
    // A range ends the name; "gen_port[0]." does not.
    if (name.ends_with(']')) plain.erase(name.rfind('['));
    found.emplace(std::move(plain), name);
  }
  return found;
}

/// GTKWave's zoom is minus the power of two of the time that 200 pixels show: four clocks here.
double zoom(std::uint64_t period_ps) { return -std::log2(static_cast<double>(4 * period_ps)); }

}  // namespace

std::vector<std::string> write_save_file(const fs::path& file, const SaveFileOptions& options) {
  const auto held = ranges(options.waves);
  std::vector<std::string> missing;
  // About a third of a window's width before the marker.
  const std::uint64_t before = 16 * options.period_ps;
  const std::uint64_t start =
      options.at_ps > options.begin_ps + before ? options.at_ps - before : options.begin_ps;
  std::string text = fmt::format(
      "[*] Made by sluice; overwritten when the waves are made again.\n"
      "[dumpfile] \"{}\"\n[timestart] {}\n[size] 1400 900\n[pos] -1 -1\n*{:.6f} {}",
      fs::absolute(options.waves).string(), start, zoom(options.period_ps), options.at_ps);
  for (int i = 0; i < 26; ++i) text += " -1";
  text += "\n[signals_width] 340\n[sst_expanded] 0\n";
  for (const std::string& line : options.title) {
    text += fmt::format("@200\n-{}\n", line.substr(0, kWidestTitle));
  }
  for (const Group& group : kGroups) {
    // Closed groups are opened by a double click.
    text += fmt::format("@{}\n-{}\n", group.open ? "800200" : "c00200", group.title);
    for (const Signal& signal : group.signals) {
      const std::string name = full_name(signal.name);
      const auto place = held.find(name);
      if (place == held.end()) {
        missing.push_back(name);
        continue;
      }
      if (signal.format == Format::kFirstBytes) {
        text += fmt::format("@{:x}\n{}\n", static_cast<unsigned>(Format::kHex),
                            first_bytes(signal.label, place->second));
      } else {
        text += fmt::format("@{:x}\n+{{{}}} {}\n", static_cast<unsigned>(signal.format),
                            signal.label, place->second);
      }
    }
    text += fmt::format("@{}\n-{}\n", group.open ? "1000200" : "1401200", group.title);
  }
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw Error(file.string() + ": save file cannot be written");
  return missing;
}

}  // namespace sluice::tb
