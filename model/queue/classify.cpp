// SPDX-License-Identifier: Apache-2.0
#include "model/queue/classify.hpp"

namespace sluice::model {

unsigned choose_queue(const BufferConfig& config, const Headers& headers, const IpHeader& ip) {
  if (headers.tagged) return config.pcp_map[headers.pcp];
  if (ip.valid()) return config.dscp_map[ip.dscp];
  return config.default_queue;
}

}  // namespace sluice::model
