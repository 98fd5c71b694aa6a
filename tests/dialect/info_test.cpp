// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/dialect/srlinux/info.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sluice::driver::srlinux
