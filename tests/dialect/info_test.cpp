// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/dialect/srlinux/info.hpp"

#include <gtest/gtest.h>

#include "sw-driver/config/file.hpp"
#include "sw-driver/dialect/srlinux/printer.hpp"
#include "tests/dialect/support.hpp"

namespace sluice::driver::srlinux {
namespace {

using test::error_of;
using test::read;

const char* const kText =
    R"(    interface ethernet-1/2 {
        description "second port"
    }
    interface ethernet-1/10 {
        congestion-signaling {
            locator 10
        }
    }
    oam {
        congestion-signaling {
            tpid 2000
            compact {
                quantization-parameters {
                    delay {
                        bucket 2 {
                            maximum-value 250
                        }
                        bucket 10 {
                            maximum-value 1050
                        }
                    }
                }
            }
        }
    }
)";

std::string show(const std::string& path, InfoOptions options = {}) {
  return info(read(kText).tree(), path, options);
}

TEST(Info, OfNothingIsEverything) {
  EXPECT_EQ(show(""), kText);
  EXPECT_EQ(info(read("").tree(), "", {}), "");
}

TEST(Info, WithoutContextIsRelativeToThePath) {
  EXPECT_EQ(show("interface ethernet-1/2"), "    description \"second port\"\n");
  EXPECT_EQ(show("oam congestion-signaling compact quantization-parameters delay bucket 10"),
            "    maximum-value 1050\n");
  EXPECT_EQ(show("interface ethernet-1/10"),
            "    congestion-signaling {\n        locator 10\n    }\n");
}

TEST(Info, WithContextHasTheBlocksAround) {
  EXPECT_EQ(show("interface ethernet-1/10 congestion-signaling locator", {.with_context = true}),
            "    interface ethernet-1/10 {\n"
            "        congestion-signaling {\n"
            "            locator 10\n"
            "        }\n"
            "    }\n");
}

TEST(Info, OfALeafIsItsLine) {
  EXPECT_EQ(show("oam congestion-signaling tpid"), "    tpid 2000\n");
  EXPECT_EQ(show("oam congestion-signaling tpid", {.state = true}), "    tpid 0x7d0\n");
}

TEST(Info, AnyEntryShowsTheEntriesInOrderOfTheirKeys) {
  const std::string both =
      "    interface ethernet-1/2 {\n        description \"second port\"\n    }\n"
      "    interface ethernet-1/10 {\n        congestion-signaling {\n            locator 10\n"
      "        }\n    }\n";
  EXPECT_EQ(show("interface *"), both);
  EXPECT_EQ(show("interface"), both);
  EXPECT_EQ(show("oam congestion-signaling compact quantization-parameters delay bucket *"),
            "    bucket 2 {\n        maximum-value 250\n    }\n"
            "    bucket 10 {\n        maximum-value 1050\n    }\n");
}

TEST(Info, AnyEntryWithMoreBehindShowsOnlyEntriesThatHaveIt) {
  EXPECT_EQ(show("interface * congestion-signaling", {.with_context = true}),
            "    interface ethernet-1/10 {\n        congestion-signaling {\n"
            "            locator 10\n        }\n    }\n");
}

TEST(Info, OfWhatIsUnsetIsEmpty) {
  EXPECT_EQ(show("oam congestion-signaling wide"), "");
  EXPECT_EQ(show("system lldp", {.with_context = true}), "");
  EXPECT_EQ(show("oam congestion-signaling interval"), "");
  EXPECT_EQ(show("interface ethernet-1/2 congestion-signaling"), "");
  EXPECT_EQ(show("interface * ethernet", {.with_context = true}), "");
}

TEST(Info, AnEntryThatIsNotThereIsNamed) {
  EXPECT_EQ(error_of<PathError>([] { show("interface ethernet-1/9"); }),
            "Path '.interface{.name==ethernet-1/9}' does not specify any existing objects");
  EXPECT_EQ(error_of<PathError>([] { show("system lldp interface *"); }),
            "Path '.system.lldp.interface{.name==*}' does not specify any existing objects");
  EXPECT_EQ(error_of<PathError>([] { show("interface ethernet-1/9 ethernet port-speed"); }),
            "Path '.interface{.name==ethernet-1/9}' does not specify any existing objects");
}

TEST(Info, AnUnknownWordIsNamedWithWhatIsPossible) {
  EXPECT_EQ(error_of<PathError>([] { show("oam congestion-signalling"); }),
            "unknown word 'congestion-signalling' (did you mean 'congestion-signaling'?): expected "
            "one of 'congestion-signaling'");
  EXPECT_EQ(error_of<PathError>([] { show("oam congestion-signaling statistic"); }),
            "unknown word 'statistic' (did you mean 'statistics'?): expected one of 'admin-state', "
            "'compact', 'interval', 'node-locator', 'statistics', 'tag-length', 'tpid', 'wide'");
  EXPECT_EQ(error_of<PathError>([] { show("oam congestion-signaling tpid 5"); }),
            "unknown word '5': expected the end of the path");
  EXPECT_EQ(error_of<PathError>([] { show("\"\\n\""); }),
            "unknown word '\\n': expected one of 'interface', 'oam', 'qos', 'system'");
  EXPECT_THROW(show("{"), PathError);
  EXPECT_THROW(show("oam }"), PathError);
}

TEST(Info, AKeyOfTheWrongTypeIsRefused) {
  EXPECT_EQ(error_of<ValueError>([] { show("interface lo0"); }),
            "name 'lo0' is not allowed: expected ethernet-1/N with N from 1 to 64");
}

TEST(InfoQos, OfTheExampleIsItsOwnText) {
  std::string text = read_config_text(std::string(SLUICE_SOURCE_DIR) + "/examples/roce.cfg");
  while (text.starts_with('#')) text.erase(0, text.find('\n') + 1);
  const Candidate candidate = read(text);
  EXPECT_EQ(info(candidate.tree(), "", {}), text);
  EXPECT_EQ(info(candidate.tree(), "qos", {.with_context = true}), text);
}

TEST(InfoQos, AListWithThreeKeysIsNamedByAllOrByTheFirst) {
  const std::string text =
      "qos { buffer-management { queue-management-profile p { wred { wred-slope all "
      "drop-probability all enable-ecn true { min-threshold 1\n max-threshold 2 } } } } }";
  const std::string path = "qos buffer-management queue-management-profile p wred wred-slope all";
  const Candidate candidate = read(text);
  EXPECT_EQ(info(candidate.tree(), path + " drop-probability all enable-ecn true", {}),
            "    min-threshold 1\n    max-threshold 2\n");
  EXPECT_NE(
      info(candidate.tree(), path, {.with_context = true})
          .find("                    wred-slope all drop-probability all enable-ecn true {\n"),
      std::string::npos);
  EXPECT_EQ(error_of<PathError>([&] {
              info(candidate.tree(), path + " drop-probability all enable-ecn false", {});
            }),
            "Path '.qos.buffer-management.queue-management-profile{.name==p}.wred.wred-slope{."
            "traffic-type==all&&.drop-probability==all&&.enable-ecn==false}' does not specify any "
            "existing objects");
}

TEST(InfoQos, FromStateShowsDefaultsOfTheQueues) {
  Candidate candidate = read(
      "qos { interfaces { interface ethernet-1/1 { output { queues { queue "
      "unicast-3 { } } } } } }");
  candidate.validate();
  const std::string screen =
      info(candidate.tree(), "qos interfaces interface ethernet-1/1", {.state = true});
  EXPECT_NE(screen.find("pfc-on-threshold 3000000\n"), std::string::npos) << screen;
  EXPECT_NE(screen.find("default-forwarding-class fc0\n"), std::string::npos) << screen;
}

}  // namespace
}  // namespace sluice::driver::srlinux
