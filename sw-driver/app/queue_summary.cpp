// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/queue_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace sluice::app {
namespace {

/// "0-2, 5": the indices whose entry is `queue`.
template <std::size_t N>
std::string indices(const std::array<std::uint8_t, N>& map, unsigned queue) {
  std::string text;
  for (std::size_t i = 0; i < N; ++i) {
    if (map[i] != queue) continue;
    const std::size_t first = i;
    while (i + 1 < N && map[i + 1] == queue) ++i;
    if (!text.empty()) text += ", ";
    text += first == i ? fmt::format("{}", i) : fmt::format("{}-{}", first, i);
  }
  return text.empty() ? "-" : text;
}

std::string service(const driver::BufferConfig& buffer, unsigned queue) {
  if (buffer.queue[queue].strict) return "strict";
  std::uint64_t sum = 0;
  for (const driver::QueueConfig& other : buffer.queue) sum += other.strict ? 0 : other.quantum;
  return fmt::format("{:.1f} %", 100.0 * buffer.queue[queue].quantum / static_cast<double>(sum));
}

std::string red_text(const driver::RedConfig& red) {
  if (!red.enable) return "off";
  std::vector<std::string> rest;
  if (red.weight != 0) rest.push_back(fmt::format("weight {}", red.weight));
  if (red.above_drop) rest.emplace_back("drops above");
  if (red.not_ect_drop) rest.emplace_back(red.ecn ? "drops Not-ECT" : "drops");
  return fmt::format("{}{} to {} bytes, {:g} %, at {}{}{}", red.ecn ? "marks ECT " : "", red.min,
                     red.max, red.probability * 100.0 / 65536.0,
                     red.departure ? "departure" : "arrival", rest.empty() ? "" : ", ",
                     fmt::join(rest, ", "));
}

std::string port_text(const driver::BufferConfig& buffer, const driver::Caps& caps) {
  const std::uint32_t most = std::min(buffer.limit, caps.buffer_bytes);
  std::string text = fmt::format(
      "  buffer of {} bytes in cells of {}, at most {} used; neither VLAN tag nor IP: queue {}\n",
      caps.buffer_bytes, caps.cell_bytes, most, buffer.default_queue);
  text += "  queue  service   limit     RED\n";
  for (unsigned q = 0; q < driver::kQueues; ++q) {
    text += fmt::format("  {:<6} {:<9} {:<9} {}\n", q, service(buffer, q),
                        std::min(buffer.queue[q].limit, most), red_text(buffer.queue[q].red));
    text += fmt::format("         from PCP {}; DSCP {}\n", indices(buffer.pcp_map, q),
                        indices(buffer.dscp_map, q));
  }
  return text;
}

}  // namespace

std::string queue_summary(const driver::BoardConfig& board, const driver::Caps& caps) {
  std::string text;
  for (std::size_t i = 0; i < board.ports.size(); ++i) {
    const std::size_t first = i;
    const driver::BufferConfig& buffer = board.ports[i].buffer;
    while (i + 1 < board.ports.size() && board.ports[i + 1].buffer == buffer) ++i;
    text += first == i ? fmt::format("ethernet-1/{}\n", i + 1)
                       : fmt::format("ethernet-1/{} to ethernet-1/{}\n", first + 1, i + 1);
    text += port_text(buffer, caps);
  }
  return text;
}

}  // namespace sluice::app
