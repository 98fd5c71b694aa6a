// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/queues.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sw-driver/config/read.hpp"

namespace sluice::driver {
namespace {

constexpr std::uint32_t kPercent = 100;
constexpr std::uint32_t kAlways = 65536;  ///< probability of 100 %

std::string queue_name(unsigned queue) { return fmt::format("unicast-{}", queue); }

class PortQueues {
 public:
  PortQueues(const Candidate& candidate, const Caps& caps, unsigned port,
             std::vector<Finding>& findings)
      : candidate_(candidate),
        tree_(candidate.tree()),
        caps_(caps),
        interface_(interface_name(port)),
        base_("qos/interfaces/interface" + by_name(interface_)),
        findings_(findings) {}

  BufferConfig run() {
    if (!tree_.get(base_ + "/name")) return {};
    classifiers();
    if (const auto seed = tree_.get(base_ + "/output/random-seed")) {
      buffer_.seed = number<std::uint32_t>(*seed);
    }
    const std::string limit = base_ + "/output/buffer-limit";
    if (tree_.get(limit)) buffer_.limit = limited(limit, "the buffer", caps_.buffer_bytes);
    limits();
    scheduler();
    for (unsigned q = 0; q < kQueues; ++q) queue(q);
    return buffer_;
  }

 private:
  Position where(const std::string& path) const { return candidate_.where("/sluice:" + path); }

  [[noreturn]] void refuse(const std::string& path, const std::string& text) const {
    throw CommitError(where(path), text);
  }

  void find(Finding::Kind kind, const std::string& path, const std::string& text) {
    findings_.push_back({kind, ConfigError(where(path), text).what()});
  }

  /// Most bytes that all queues together can hold.
  std::uint32_t port_maximum() const { return std::min(buffer_.limit, caps_.buffer_bytes); }

  std::uint32_t queue_maximum(unsigned q) const {
    return std::min(buffer_.queue[q].limit, port_maximum());
  }

  std::uint32_t limited(const std::string& path, const char* what, std::uint32_t most) const {
    const auto value = number<std::uint32_t>(need(tree_, path));
    if (value > most) {
      refuse(path, fmt::format("{} {} is above {} of {}: expected at most {} bytes",
                               path.substr(path.rfind('/') + 1), value, what, interface_, most));
    }
    return value;
  }

  static std::uint8_t class_of(const std::string& word) {
    return number<std::uint8_t>(word.substr(2));  // fcN
  }

  template <std::size_t N>
  void classify(const std::string& kind, const std::string& entry,
                std::array<std::uint8_t, N>& map) const {
    const auto policy = tree_.get(base_ + "/input/classifiers/" + kind);
    if (!policy) return;
    for (unsigned i = 0; i < map.size(); ++i) {
      const auto word =
          tree_.get(fmt::format("qos/classifiers/{}{}/{}[value='{}']/forwarding-class", kind,
                                by_name(*policy), entry, i));
      if (word) map[i] = class_of(*word);
    }
  }

  void classifiers() {
    buffer_.default_queue = class_of(need(tree_, base_ + "/input/default-forwarding-class"));
    classify("dscp-policy", "dscp", buffer_.dscp_map);
    classify("dot1p-policy", "dot1p", buffer_.pcp_map);
  }

  void limits() {
    const auto profile = tree_.get(base_ + "/output/buffer-allocation-profile");
    if (!profile) return;
    for (unsigned q = 0; q < kQueues; ++q) {
      const std::string path = "qos/buffer-management/buffer-allocation-profile" +
                               by_name(*profile) + "/queues/queue" + by_name(queue_name(q)) +
                               "/maximum-burst-size";
      if (!tree_.get(path)) continue;
      const bool by_port = buffer_.limit < caps_.buffer_bytes;
      buffer_.queue[q].limit =
          limited(path, by_port ? "the buffer-limit" : "the buffer", port_maximum());
    }
  }

  void scheduler() {
    const auto policy = tree_.get(base_ + "/output/scheduler/scheduler-policy");
    if (!policy) return;
    const std::string path = "qos/scheduler-policies/scheduler-policy" + by_name(*policy);
    const lyd_node* weighted = tree_.find("/sluice:" + path + "/scheduler[sequence='1']");
    if (weighted == nullptr) return;
    Weights weights{};
    std::string first;
    for (const lyd_node* input = lyd_child(weighted); input != nullptr; input = input->next) {
      if (input->schema->nodetype != LYS_LIST) continue;
      const auto name = tree_.value_at(input, "queue-name");
      const auto weight = tree_.value_at(input, "weight");
      if (!name || !weight) throw Error("configuration: an input without queue or weight");
      weights[number<unsigned>(name->substr(name->rfind('-') + 1))] =
          number<std::uint32_t>(*weight);
    }
    const auto quantum = quanta(weights);
    if (!quantum) {
      refuse(path + "/scheduler[sequence='1']", too_far_apart(weights));
    }
    for (unsigned q = 0; q < kQueues; ++q) {
      if (!weights[q]) continue;
      buffer_.queue[q].strict = false;
      buffer_.queue[q].quantum = (*quantum)[q];
    }
  }

  static std::string too_far_apart(const Weights& weights) {
    unsigned least = kQueues, most = kQueues;
    for (unsigned q = 0; q < kQueues; ++q) {
      if (!weights[q]) continue;
      if (least == kQueues || *weights[q] < *weights[least]) least = q;
      if (most == kQueues || *weights[q] > *weights[most]) most = q;
    }
    return fmt::format(
        "weight {} of {} is more than {} times weight {} of {}: a turn of the one is {} bytes, the "
        "longest frame, and a turn of the other may be {} bytes at most",
        *weights[most], queue_name(most), kMaxQuantum / kMinQuantum, *weights[least],
        queue_name(least), kMinQuantum, kMaxQuantum);
  }

  void queue(unsigned q) {
    const std::string path = base_ + "/output/queues/queue" + by_name(queue_name(q));
    if (!tree_.get(path + "/name")) return;
    const auto profile = tree_.get(path + "/queue-management-profile");
    if (profile) red(q, path, *profile);
    for (const char* leaf : {"pfc-on-threshold", "pfc-off-threshold"}) {
      if (!is_set(path + "/" + leaf)) continue;
      find(Finding::Kind::kNote, path + "/" + leaf,
           fmt::format("{} is kept but not in force: this build does not send PFC", leaf));
      break;
    }
  }

  bool is_set(const std::string& path) const {
    const lyd_node* node = tree_.find("/sluice:" + path);
    return node != nullptr && (node->flags & LYD_DEFAULT) == 0;
  }

  void red(unsigned q, const std::string& assigned, const std::string& profile) {
    const std::string path = "qos/buffer-management/queue-management-profile" + by_name(profile);
    const lyd_node* wred = tree_.find("/sluice:" + path + "/wred");
    const lyd_node* slope = wred != nullptr ? lyd_child(wred) : nullptr;
    if (slope == nullptr || *tree_.value_at(slope, "slope-enabled") == "false") return;
    const auto value = [&](const char* leaf) { return tree_.value_at(slope, leaf); };
    RedConfig& red = buffer_.queue[q].red;
    red.enable = true;
    red.ecn = value("enable-ecn") == "true";
    red.above_drop = value("above-max") == "drop";
    red.not_ect_drop = value("not-ect").value_or(red.ecn ? "pass" : "drop") == "drop";
    red.departure = value("mark-at") == "departure";
    red.weight = number<std::uint8_t>(need(tree_, path + "/weight-factor"));
    const auto percent = number<std::uint32_t>(*value("max-drop-probability-percent"));
    red.probability = (percent * kAlways + kPercent / 2) / kPercent;
    red.min = threshold(slope, "min-threshold", q);
    red.max = threshold(slope, "max-threshold", q);
    ordering(q, assigned, path_of(slope).substr(std::string("/sluice:").size()));
    if (!red.ecn && !red.not_ect_drop && !red.above_drop) {
      find(Finding::Kind::kWarning, assigned + "/queue-management-profile",
           fmt::format("profile '{}' neither marks nor drops: enable-ecn is false and not-ect is "
                       "pass",
                       profile));
    }
  }

  std::uint32_t threshold(const lyd_node* slope, const std::string& leaf, unsigned q) const {
    if (const auto bytes = tree_.value_at(slope, leaf)) return number<std::uint32_t>(*bytes);
    const auto percent = tree_.value_at(slope, leaf + "-percent");
    if (!percent) throw Error("configuration: a slope without " + leaf);
    return static_cast<std::uint32_t>(std::uint64_t{queue_maximum(q)} *
                                      number<std::uint32_t>(*percent) / kPercent);
  }

  /// ECN min < ECN max < PFC threshold < buffer maximum.
  void ordering(unsigned q, const std::string& assigned, const std::string& slope) const {
    const RedConfig& red = buffer_.queue[q].red;
    const std::string pfc_path = assigned + "/pfc-on-threshold";
    const auto pfc = number<std::uint32_t>(need(tree_, pfc_path));
    const std::uint32_t most = queue_maximum(q);
    std::string blamed, consequence;
    if (red.min >= red.max) {
      blamed = slope, consequence = "marking would have no slope";
    } else if (red.max >= pfc) {
      blamed = is_set(pfc_path) ? pfc_path : assigned + "/queue-management-profile";
      consequence = "PFC would pause before ECN marks";
    } else if (pfc >= most) {
      blamed = is_set(pfc_path) ? pfc_path : assigned + "/queue-management-profile";
      consequence = "frames would be dropped before PFC pauses";
    } else {
      return;
    }
    refuse(blamed, fmt::format("{} of {}: expected ECN min < ECN max < PFC threshold < buffer "
                               "maximum, found {} < {} < {}{} < {} bytes: {}",
                               queue_name(q), interface_, red.min, red.max, pfc,
                               is_set(pfc_path) ? "" : " (its default)", most, consequence));
  }

  const Candidate& candidate_;
  const Tree& tree_;
  const Caps& caps_;
  std::string interface_;
  std::string base_;
  std::vector<Finding>& findings_;
  BufferConfig buffer_;
};

}  // namespace

std::optional<std::array<std::uint32_t, kQueues>> quanta(const Weights& weights) {
  std::optional<std::uint32_t> least;
  for (const auto& weight : weights) {
    if (weight && (!least || *weight < *least)) least = weight;
  }
  std::array<std::uint32_t, kQueues> result{};
  for (unsigned q = 0; q < kQueues; ++q) {
    if (!weights[q]) continue;
    const std::uint64_t quantum = (std::uint64_t{*weights[q]} * kMinQuantum + *least / 2) / *least;
    if (quantum > kMaxQuantum) return std::nullopt;
    result[q] = static_cast<std::uint32_t>(quantum);
  }
  return result;
}

BufferConfig translate_buffer(const Candidate& candidate, const Caps& caps, unsigned port,
                              std::vector<Finding>& findings) {
  return PortQueues(candidate, caps, port, findings).run();
}

}  // namespace sluice::driver
