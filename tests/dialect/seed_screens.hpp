// SPDX-License-Identifier: Apache-2.0
// The screens that must come out to the byte, written here from the document, with its tables
// spelled out.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace sluice::test {

inline constexpr std::array<std::uint64_t, 32> kAbw = {
    195312500,    781250000,    1757812500,   3125000000,   4882812500,   7031250000,
    9570312500,   12500000000,  15820312500,  19531250000,  23632812500,  28125000000,
    33007812500,  38281250000,  43945312500,  50000000000,  56445312500,  63281250000,
    70507812500,  78125000000,  86132812500,  94531250000,  103320312500, 112500000000,
    122070312500, 132031250000, 142382812500, 153125000000, 164257812500, 175781250000,
    187695312500, 200000000000};
inline constexpr std::array<std::uint64_t, 32> kRelative = {
    3,  6,  9,  12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48,
    51, 54, 57, 60, 63, 66, 69, 72, 75, 78, 81, 84, 87, 90, 93, 100};
inline constexpr std::array<std::uint64_t, 32> kDelay = {
    100,  200,  300,  400,  500,  600,  700,  800,  900,  1000,      1100,
    1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100,      2200,
    2300, 2400, 2500, 2600, 2700, 2800, 2900, 3000, 3100, 4294967295};

inline const std::string kConfigScreen =
    R"(    oam {
        congestion-signaling {
            admin-state enable
            tag-length compact
            node-locator 9
            interval 100
            tpid 1536
            compact {
                quantization-parameters {
                    available-bandwidth {
                        algorithm default-bucket
                        bucket 1 {
                            maximum-value 23
                        }
                    }
                }
            }
        }
    }
)";

inline const std::string kInterfaceScreen =
    R"(    interface ethernet-1/1 {
        admin-state enable
        congestion-signaling {
            locator 9
            action update
        }
    }
)";

inline const std::string kStatisticsScreen =
    R"(    oam {
        congestion-signaling {
            statistics {
                available-bandwidth-packet-counter 0
                available-bandwidth-byte-counter 0
                relative-available-bandwidth-packet-counter 0
                relative-available-bandwidth-byte-counter 0
                delay-packet-counter 0
                delay-byte-counter 0
            }
        }
    }
)";

inline std::string signal_block(const char* name, const std::array<std::uint64_t, 32>& maxima) {
  std::string text = "                    " + std::string(name) + " {\n";
  text += "                        algorithm default-bucket\n";
  for (std::size_t b = 0; b < maxima.size(); ++b) {
    text += "                        bucket " + std::to_string(b) + " {\n";
    text += "                            maximum-value " + std::to_string(maxima[b]) + "\n";
    text += "                        }\n";
  }
  return text + "                    }\n";
}

inline std::string state_screen() {
  return R"(    oam {
        congestion-signaling {
            admin-state enable
            tag-length compact
            node-locator 9
            interval 100
            tpid 0x600
            compact {
                quantization-parameters {
)" + signal_block("available-bandwidth", kAbw) +
         signal_block("relative-available-bandwidth", kRelative) + signal_block("delay", kDelay) +
         R"(                }
            }
            wide {
                quantization-parameters {
                    available-bandwidth {
                        algorithm default-bucket
                    }
                    relative-available-bandwidth {
                        algorithm default
                    }
                    delay {
                        algorithm default
                        step 0
                    }
                }
            }
            statistics {
                available-bandwidth-packet-counter 0
                available-bandwidth-byte-counter 0
                relative-available-bandwidth-packet-counter 0
                relative-available-bandwidth-byte-counter 0
                delay-packet-counter 0
                delay-byte-counter 0
            }
        }
    }
)";
}

}  // namespace sluice::test
