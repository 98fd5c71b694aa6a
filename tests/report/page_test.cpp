// SPDX-License-Identifier: Apache-2.0
// The page: well-formed, complete in itself, every value there.
#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "tb/report/report.hpp"

namespace sluice::tb {
namespace {

ReportData example() {
  ReportData data;
  data.title = "a<b & \"c\".pcap";
  data.facts = {{"speed", "100G"}};
  data.end_ns = 1000;
  data.queues.resize(3);
  for (unsigned i = 0; i < 3; ++i) data.queues[i].name = "queue " + std::to_string(i);
  QueueReport& queue = data.queues[2];
  queue.frames_in = 1234567;
  queue.frames_out = 1234500;
  queue.dropped = 67;
  queue.marked = 4321;
  queue.ce_arrived = 89;
  queue.thresholds = {{"ECN minimum", 20'000}, {"limit", 16'777'215}};
  queue.red = RedParameters{.min = 20'000, .max = 40'000, .probability = 32'768, .weight = 3};
  queue.depth.set(model::from_ns(100), 30'123);
  queue.depth.set(model::from_ns(500), 10);
  queue.depth.finish(model::from_ns(1000));
  for (unsigned i = 0; i < 100; ++i) queue.decisions.add(30'000, i < 27);
  data.drops = {{"runt", 7}, {"queue limit", 60}, {"oversize", 0}};
  Column& column = data.delay.at(model::from_ns(200));
  column.touch(777);
  data.bucket[2].at(model::from_ns(200)).touch(19);
  return data;
}

bool has(const std::string& page, const std::string& text) {
  return page.find(text) != std::string::npos;
}

/// What is wrong with the nesting of tags or the quoting of attributes; empty: nothing.
std::string fault_of(const std::string& page) {
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at)) {
    if (page.compare(at, 2, "<!") == 0) {
      at = page.find('>', at);
      continue;
    }
    const bool closing = page[at + 1] == '/';
    std::size_t i = at + (closing ? 2 : 1);
    std::string name;
    while (std::isalnum(static_cast<unsigned char>(page[i])) != 0) name += page[i++];
    if (name.empty()) return "a bare < at " + page.substr(at, 40);
    bool quoted = false;
    for (; i < page.size() && (quoted || page[i] != '>'); ++i) {
      if (page[i] == '"') quoted = !quoted;
      if (!quoted && page[i] == '=' && page[i + 1] != '"')
        return "no quotes: " + page.substr(at, 40);
      if (quoted && page[i] == '<') return "a < inside quotes: " + page.substr(at, 40);
    }
    const bool single = page[i - 1] == '/';
    if (closing) {
      if (open.empty() || open.back() != name) return "</" + name + "> closes nothing";
      open.pop_back();
    } else if (!single) {
      open.push_back(name);
      if (name == "script" || name == "style") i = page.find("</" + name, i) - 1;
    }
    at = i;
  }
  return open.empty() ? "" : "<" + open.back() + "> stays open";
}

TEST(ReportPage, IsWellFormedWithAndWithoutAnything) {
  EXPECT_EQ(fault_of(report_page(example())), "");
  EXPECT_EQ(fault_of(report_page(ReportData())), "");
  EXPECT_NE(fault_of("<p><b></p>"), "");
  EXPECT_NE(fault_of("<p class=x></p>"), "");
}

TEST(ReportPage, RefersToNothingOutside) {
  const std::string page = report_page(example());
  for (const char* word : {"http:", "https:", "//", "src=", "href=", "url(", "@import", "<link",
                           "fetch(", "XMLHttp", "<iframe", "<img"}) {
    EXPECT_FALSE(has(page, word)) << word;
  }
}

TEST(ReportPage, HoldsEveryValueAsText) {
  const std::string page = report_page(example());
  for (const char* text :
       {"<dt>speed</dt><dd>100G</dd>", "<title>a&lt;b &amp; &quot;c&quot;.pcap</title>",
        "1,234,567", "1,234,500", "4,321", "ECN minimum 20,000 B: queue 2<",
        "limit 16,777,215 B: queue 2 (above the picture)", "Highest depth 30,123 bytes",
        "<th scope=\"row\">queue limit</th><td>60</td>", "<th scope=\"row\">runt</th><td>7</td>",
        "configured: 20,000 B to 40,000 B, 50 %, weight 3", "27 of 100 decisions hit",
        "<td>27.000 %</td>", "Longest delay 777 ns", "<td>19</td>"}) {
    EXPECT_TRUE(has(page, text)) << text;
  }
  EXPECT_FALSE(has(page, "oversize")) << "a reason that never occurred";
  EXPECT_FALSE(has(page, "queue 0")) << "a queue without a frame";
}

TEST(ReportPage, DrawsTheDepthWhereItWas) {
  const std::string page = report_page(example());
  // 32,000 at the top: 30,123 lies at 400 - 400 * 30,123 / 32,000.
  EXPECT_TRUE(has(page, "V23.46"));
  EXPECT_TRUE(has(page, "data-red=\"1\" data-top=\"60000\" data-bins=\"30080 100 27\""));
  EXPECT_TRUE(has(page, "<path class=\"limit\" d=\"M0 150.00H1000\"/>"));
  EXPECT_TRUE(has(page, "d=\"M0 400H333.33L666.67 200.00V0H1000\"")) << "curve up to 60,000 bytes";
}

TEST(ReportPage, EveryPictureHasATitleADescriptionAndNumbers) {
  const std::string page = report_page(example());
  std::set<std::string> ids;
  unsigned pictures = 0;
  for (std::size_t at = page.find("<svg"); at != std::string::npos;
       at = page.find("<svg", at + 1)) {
    ++pictures;
    const std::string svg = page.substr(at, page.find("</svg>", at) - at);
    EXPECT_TRUE(has(svg, "role=\"img\""));
    EXPECT_TRUE(has(svg, "<title id=\""));
    EXPECT_TRUE(has(svg, "<desc id=\""));
    const std::size_t id = svg.find("<title id=\"") + 11;
    EXPECT_TRUE(ids.insert(svg.substr(id, svg.find('"', id) - id)).second) << "ids repeat";
  }
  EXPECT_EQ(pictures, 4U);
  unsigned tables = 0;
  for (std::size_t at = page.find("<summary>Numbers"); at != std::string::npos;
       at = page.find("<summary>Numbers", at + 1)) {
    ++tables;
  }
  EXPECT_EQ(tables, 4U);
  for (const char* name : {"minimum", "maximum", "probability"}) {
    EXPECT_TRUE(has(page, std::string("<label for=\"s-2-") + name + "\">")) << name;
  }
}

TEST(ReportPage, TheCurveIsTheOneOfTheFactsAtEveryEdge) {
  const RedParameters red{.min = 100, .max = 200, .probability = 16'384};
  EXPECT_EQ(red_probability(red, 99), 0);
  EXPECT_EQ(red_probability(red, 100), 0);
  EXPECT_EQ(red_probability(red, 150), 0.125);
  EXPECT_EQ(red_probability(red, 200), 0.25);
  EXPECT_EQ(red_probability(red, 201), 1);
  const RedParameters edge{.min = 100, .max = 100, .probability = 16'384};
  EXPECT_EQ(red_probability(edge, 100), 0.25);
}

TEST(ReportPage, StaysSmallHoweverLongTheRun) {
  ReportData data = example();
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    data.queues[2].depth.set(model::from_ns(1000 + 17 * i), i * 7919 % 40'000);
  }
  data.end_ns = 1000 + 17 * 100'000;
  EXPECT_LT(report_page(data).size(), 150'000U);
}

}  // namespace
}  // namespace sluice::tb
