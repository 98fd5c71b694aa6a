// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/report/page_text.hpp"
#include "tb/report/report.hpp"

namespace sluice::tb {
namespace {

using Out = std::back_insert_iterator<std::string>;

// Every drawing is 1000 x 400 units, stretched to its place; text stands beside it.
constexpr double kWide = 1000, kHigh = 400;
constexpr unsigned kTicks = 4;
constexpr std::size_t kTableRows = 64;
constexpr std::array<const char*, kReportSignals> kSignalNames = {
    "available bandwidth", "relative available bandwidth", "delay"};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // What is no text would make the page none.
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string grouped(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

/// A round number, easily divided by four, that is not below `value`.
std::uint64_t round_up(std::uint64_t value) {
  for (std::uint64_t ten = 1;; ten *= 10) {
    for (const std::uint64_t step : {4, 6, 8, 10, 12, 16, 20, 24, 32}) {
      if (step * ten >= value || ten > 100'000'000'000'000'000) return step * ten;
    }
  }
}

/// "1.5 MB", "250 ns": in the largest unit that is not above it.
std::string with_unit(double value, const std::vector<std::pair<double, const char*>>& units) {
  const char* name = units.front().second;
  double scale = 1;
  for (const auto& [size, unit] : units) {
    if (value < size) break;
    scale = size;
    name = unit;
  }
  return fmt::format("{:.4g} {}", value / scale, name);
}

std::string bytes_text(double bytes) {
  return with_unit(bytes, {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}});
}
std::string time_text(double ns) {
  return with_unit(ns, {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}});
}

struct Axes {
  double right = 1, top = 1;  ///< values at the edges
  std::string (*x_text)(double) = time_text;
  std::string (*y_text)(double) = bytes_text;

  double x(double value) const { return kWide * value / right; }
  double y(double value) const { return kHigh - kHigh * value / top; }
};

/// `drawing`: SVG in units of the axes. `what`: for those who do not see it.
std::string plot(const Axes& axes, const std::string& id, const std::string& title,
                 const std::string& what, const std::string& drawing) {
  std::string out = "<div class=\"plot\">\n<div class=\"y\" aria-hidden=\"true\">";
  for (unsigned i = 0; i <= kTicks; ++i) {
    out += "<span>" + axes.y_text(axes.top * (kTicks - i) / kTicks) + "</span>";
  }
  out += fmt::format(
      "</div>\n<svg viewBox=\"0 0 1000 400\" preserveAspectRatio=\"none\" role=\"img\" "
      "aria-labelledby=\"{0}-t {0}-d\"><title id=\"{0}-t\">{1}</title><desc id=\"{0}-d\">{2}</desc>"
      "<path class=\"grid\" d=\"M250 0V400M500 0V400M750 0V400M0 100H1000M0 200H1000M0 300H1000\"/>"
      "\n{3}</svg>\n<div class=\"x\" aria-hidden=\"true\">",
      id, escaped(title), escaped(what), drawing);
  for (unsigned i = 0; i <= kTicks; ++i) {
    out += "<span>" + axes.x_text(axes.right * i / kTicks) + "</span>";
  }
  return out + "</div>\n</div>\n";
}

std::string key(const std::string& colour, const std::string& name, const char* kind = "") {
  return fmt::format("<li><i class=\"{}\" style=\"--k:var({})\"></i>{}</li>", kind, colour,
                     escaped(name));
}

std::string colour_of(std::size_t i) { return fmt::format("--c{}", i % 8); }

/// The area between lowest and highest of each column, one column of the picture each; a gap where
/// there is nothing.
std::string envelope(const TimeColumns& columns, const Axes& axes, const std::string& colour) {
  const auto& all = columns.columns();
  std::string path;
  const auto x = [&](std::size_t i) {
    return std::min(kWide, axes.x(static_cast<double>(i * columns.width_ns())));
  };
  for (std::size_t from = 0; from < all.size();) {
    if (all[from].empty()) {
      ++from;
      continue;
    }
    std::size_t to = from;
    path += fmt::format("M{:.2f} {:.2f}", x(from), axes.y(static_cast<double>(all[from].high)));
    for (; to < all.size() && !all[to].empty(); ++to) {
      path += fmt::format("V{:.2f}H{:.2f}", axes.y(static_cast<double>(all[to].high)), x(to + 1));
    }
    for (std::size_t i = to; i-- > from;) {
      path += fmt::format("V{:.2f}H{:.2f}", axes.y(static_cast<double>(all[i].low)), x(i));
    }
    path += "Z";
    from = to;
  }
  return fmt::format("<path class=\"area\" style=\"stroke:var({0});fill:var({0})\" d=\"{1}\"/>\n",
                     colour, path);
}

std::string numbers(const std::string& head, const std::string& rows) {
  return "<details><summary>Numbers</summary><div class=\"wide\"><table><thead><tr>" + head +
         "</tr></thead>\n<tbody>" + rows + "</tbody></table></div></details>\n";
}

/// "from", then lowest and highest of each series; `skip`: series without values.
std::string column_table(const std::vector<std::pair<std::string, const TimeColumns*>>& series) {
  std::vector<TimeColumns> coarse;
  std::uint64_t width = 1;
  std::string head = "<th scope=\"col\">from ns</th>";
  for (const auto& [name, columns] : series) {
    coarse.push_back(columns->coarser(kTableRows));
    width = std::max(width, coarse.back().width_ns());
    head += fmt::format("<th scope=\"col\">{0} lowest</th><th scope=\"col\">{0} highest</th>",
                        escaped(name));
  }
  std::size_t rows = 0;
  for (TimeColumns& columns : coarse) {
    while (columns.width_ns() < width) {
      columns = columns.coarser(std::max<std::size_t>(1, columns.columns().size() - 1));
      if (columns.columns().size() <= 1) break;
    }
    rows = std::max(rows, columns.columns().size());
  }
  std::string body;
  for (std::size_t row = 0; row < rows; ++row) {
    body += fmt::format("<tr><th scope=\"row\">{}</th>", grouped(row * width));
    for (const TimeColumns& columns : coarse) {
      const bool none = row >= columns.columns().size() || columns.columns()[row].empty();
      body += none ? "<td></td><td></td>"
                   : fmt::format("<td>{}</td><td>{}</td>", grouped(columns.columns()[row].low),
                                 grouped(columns.columns()[row].high));
    }
    body += "</tr>\n";
  }
  return numbers(head, body);
}

bool used(const QueueReport& queue) { return queue.frames_in + queue.dropped != 0; }

void depth_section(const ReportData& data, std::string& page) {
  std::uint64_t highest = 0;
  std::vector<std::pair<std::string, const TimeColumns*>> series;
  for (const QueueReport& queue : data.queues) {
    if (!used(queue)) continue;
    series.emplace_back(queue.name, &queue.depth.columns());
    for (const Column& column : queue.depth.columns().columns()) {
      if (!column.empty()) highest = std::max(highest, column.high);
    }
  }
  // A threshold far above what happened would press the picture flat.
  std::uint64_t top = highest;
  for (const QueueReport& queue : data.queues) {
    for (const auto& [name, bytes] : queue.thresholds) {
      if (used(queue) && bytes <= 4 * highest) top = std::max(top, bytes);
    }
  }
  Axes axes;
  axes.right = static_cast<double>(std::max<std::uint64_t>(1, data.end_ns));
  axes.top = static_cast<double>(round_up(std::max<std::uint64_t>(top, 1)));
  std::string drawing, keys;
  std::map<std::pair<std::string, std::uint64_t>, std::string> thresholds;  // to queues
  for (std::size_t i = 0; i < data.queues.size(); ++i) {
    const QueueReport& queue = data.queues[i];
    if (!used(queue)) continue;
    drawing += envelope(queue.depth.columns(), axes, colour_of(i));
    keys += key(colour_of(i), queue.name);
    for (const auto& threshold : queue.thresholds) {
      std::string& names = thresholds[threshold];
      names += (names.empty() ? "" : ", ") + queue.name;
    }
  }
  for (const auto& [threshold, names] : thresholds) {
    const auto& [name, bytes] = threshold;
    const bool seen = static_cast<double>(bytes) <= axes.top;
    if (seen) {
      drawing += fmt::format("<path class=\"limit\" d=\"M0 {:.2f}H1000\"/>\n",
                             axes.y(static_cast<double>(bytes)));
    }
    keys += key("--limit",
                fmt::format("{} {} B: {}{}", name, grouped(bytes), names,
                            seen ? "" : " (above the picture)"),
                "l");
  }
  page +=
      "<h2>Queue depth over time</h2>\n<p>Bytes that have arrived and are not selected yet. Each "
      "column spans the lowest to the highest depth within it, exactly.</p>\n<figure>\n";
  page += plot(
      axes, "depth", "Queue depth over time",
      fmt::format("Highest depth {} bytes within {} ns.", grouped(highest), grouped(data.end_ns)),
      drawing);
  page += "<ul class=\"keys\">" + keys + "</ul>\n" + column_table(series) + "</figure>\n";
}

std::string percent_text(double share) { return fmt::format("{:.4g} %", share * 100); }

/// Curve, measured points and sliders of one queue.
void red_figure(const QueueReport& queue, std::size_t index, std::string& page) {
  const auto& bins = queue.decisions.bins();
  const double width = static_cast<double>(queue.decisions.width());
  const double seen = width * static_cast<double>(bins.size());
  const double high = queue.red ? queue.red->max * 1.25 : 0;
  Axes axes{.right = static_cast<double>(
                round_up(static_cast<std::uint64_t>(std::max({seen, high, 1.0})))),
            .top = 1,
            .x_text = bytes_text,
            .y_text = percent_text};
  std::string drawing, points, rows, carried;
  std::uint64_t decisions = 0, hits = 0;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const HitBins::Bin& bin = bins[i];
    if (bin.decisions == 0) continue;
    const double middle = (static_cast<double>(i) + 0.5) * width;
    const double share = static_cast<double>(bin.hits) / static_cast<double>(bin.decisions);
    points += fmt::format("M{0:.2f} {1:.2f}h.01", axes.x(middle), axes.y(share));
    carried +=
        fmt::format("{}{} {} {}", carried.empty() ? "" : ",", middle, bin.decisions, bin.hits);
    decisions += bin.decisions;
    hits += bin.hits;
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{:.3f} %</td><td>{}</td></tr>\n",
        grouped(i * queue.decisions.width()), grouped(bin.decisions), grouped(bin.hits),
        share * 100,
        queue.red ? fmt::format("{:.3f} %", red_probability(*queue.red, middle) * 100) : "");
  }
  std::string keys;
  if (queue.red) {
    const RedParameters& red = *queue.red;
    drawing += fmt::format("<path class=\"curve\" d=\"M0 400H{:.2f}L{:.2f} {:.2f}V0H1000\"/>\n",
                           axes.x(red.min), axes.x(red.max), axes.y(red.probability / 65536.0));
    keys += key("--c0",
                fmt::format("configured: {} B to {} B, {:.4g} %, weight {}", grouped(red.min),
                            grouped(red.max), red.probability / 655.36, red.weight),
                "s");
  }
  drawing += "<path class=\"guess\" d=\"\"/>\n<path class=\"dot\" d=\"" + points + "\"/>\n";
  keys += key("--c2", "measured", "d") + key("--guess", "as the sliders stand", "l");
  page += fmt::format(
      "<figure class=\"red\"{} data-top=\"{}\" data-bins=\"{}\">\n<figcaption>{}"
      "</figcaption>\n",
      queue.red ? " data-red=\"1\"" : "", axes.right, carried, escaped(queue.name));
  page +=
      plot(axes, fmt::format("red-{}", index), "Marking probability against depth, " + queue.name,
           fmt::format("{} of {} decisions hit.", grouped(hits), grouped(decisions)), drawing);
  page += "<ul class=\"keys\">" + keys + "</ul>\n<div class=\"sliders\" hidden=\"hidden\">\n";
  const RedParameters start =
      queue.red.value_or(RedParameters{static_cast<std::uint32_t>(axes.right / 4),
                                       static_cast<std::uint32_t>(axes.right / 2), 65536, 0});
  const auto slider = [&](const char* name, double limit, double step, double value) {
    page += fmt::format(
        "<label for=\"s-{0}-{1}\">{1}</label><input type=\"range\" id=\"s-{0}-{1}\" min=\"0\" "
        "max=\"{2}\" step=\"{3}\" value=\"{4}\"/><output for=\"s-{0}-{1}\"></output>\n",
        index, name, limit, step, value);
  };
  slider("minimum", axes.right, 1, start.min);
  slider("maximum", axes.right, 1, start.max);
  slider("probability", 100, 0.1, start.probability / 655.36);
  page += "</div>\n<p class=\"says\" role=\"status\"></p>\n";
  page += numbers(
      "<th scope=\"col\">from bytes</th><th scope=\"col\">decisions</th><th scope=\"col\">hits"
      "</th><th scope=\"col\">measured</th><th scope=\"col\">configured</th>",
      rows);
  page += "</figure>\n";
}

void red_section(const ReportData& data, std::string& page) {
  page += "<h2>Marking probability against depth</h2>\n";
  bool any = false;
  for (std::size_t i = 0; i < data.queues.size(); ++i) {
    const QueueReport& queue = data.queues[i];
    if (!queue.red && queue.decisions.bins().empty()) continue;
    if (!any) {
      page +=
          "<p>The share of packets that RED hit at each depth, beside the configured curve. The "
          "sliders show what other thresholds would give.</p>\n";
    }
    any = true;
    red_figure(queue, i, page);
  }
  if (!any) page += "<p>RED was not configured on any queue.</p>\n";
}

void csig_section(const ReportData& data, std::string& page) {
  Axes axes;
  axes.right = static_cast<double>(std::max<std::uint64_t>(1, data.end_ns));
  page +=
      "<h2>Congestion signaling over time</h2>\n<p>The local bucket of each frame whose tag was "
      "compared, when the frame started; and how long each frame took from its first byte in to "
      "its first byte out.</p>\n";
  std::string drawing, keys;
  std::vector<std::pair<std::string, const TimeColumns*>> series;
  axes.top = 32;
  axes.y_text = [](double value) { return fmt::format("{:.0f}", value); };
  std::uint64_t compared = 0;
  for (unsigned i = 0; i < kReportSignals; ++i) {
    if (data.bucket.at(i).columns().empty()) continue;
    drawing += envelope(data.bucket.at(i), axes, colour_of(i));
    keys += key(colour_of(i), kSignalNames.at(i));
    series.emplace_back(kSignalNames.at(i), &data.bucket.at(i));
    for (const Column& column : data.bucket.at(i).columns()) compared += column.count;
  }
  if (series.empty()) {
    page += "<p>No tag was compared.</p>\n";
  } else {
    page += "<figure>\n<figcaption>Bucket, 0 to 31</figcaption>\n" +
            plot(axes, "bucket", "Congestion signaling bucket over time",
                 fmt::format("{} tags were compared.", grouped(compared)), drawing) +
            "<ul class=\"keys\">" + keys + "</ul>\n" + column_table(series) + "</figure>\n";
  }
  std::uint64_t longest = 0, frames = 0;
  for (const Column& column : data.delay.columns()) {
    if (column.empty()) continue;
    longest = std::max(longest, column.high);
    frames += column.count;
  }
  axes.top = static_cast<double>(round_up(std::max<std::uint64_t>(1, longest)));
  axes.y_text = time_text;
  page += "<figure>\n<figcaption>Delay</figcaption>\n" +
          plot(axes, "delay", "Delay over time",
               fmt::format("Longest delay {} ns of {} frames.", grouped(longest), grouped(frames)),
               envelope(data.delay, axes, "--c0")) +
          column_table({{"delay ns", &data.delay}}) + "</figure>\n";
}

struct Bar {
  std::string name;
  std::vector<std::uint64_t> values;  ///< the last one is drawn
};

std::string bars(const std::vector<std::string>& heads, const std::vector<Bar>& rows) {
  std::uint64_t most = 1;
  for (const Bar& bar : rows) most = std::max(most, bar.values.back());
  std::string out = "<div class=\"wide\"><table class=\"bars\"><thead><tr>";
  for (const std::string& head : heads) out += "<th scope=\"col\">" + head + "</th>";
  out += "<td></td></tr></thead>\n<tbody>";
  for (const Bar& bar : rows) {
    out += "<tr><th scope=\"row\">" + escaped(bar.name) + "</th>";
    for (const std::uint64_t value : bar.values) out += "<td>" + grouped(value) + "</td>";
    out +=
        fmt::format("<td aria-hidden=\"true\"><span{} style=\"width:{:.2f}%\"></span></td></tr>\n",
                    bar.values.back() == 0 ? " data-none=\"\"" : "",
                    100.0 * static_cast<double>(bar.values.back()) / static_cast<double>(most));
  }
  return out + "</tbody></table></div>\n";
}

void counts_section(const ReportData& data, std::string& page) {
  page += "<h2>Drops by reason</h2>\n";
  std::vector<Bar> rows;
  for (const auto& [reason, frames] : data.drops) {
    if (frames != 0) rows.push_back({reason, {frames}});
  }
  page += rows.empty() ? "<p>No frame was dropped.</p>\n" : bars({"reason", "frames"}, rows);
  page += "<h2>Marks by queue</h2>\n";
  rows.clear();
  for (const QueueReport& queue : data.queues) {
    if (used(queue)) {
      rows.push_back(
          {queue.name,
           {queue.frames_in, queue.frames_out, queue.dropped, queue.ce_arrived, queue.marked}});
    }
  }
  page += rows.empty() ? "<p>No frame came.</p>\n"
                       : bars({"queue", "in", "out", "dropped", "CE on arrival", "marked"}, rows);
}

}  // namespace

double red_probability(const RedParameters& red, double depth) {
  if (depth < red.min) return 0;
  if (depth > red.max) return 1;
  const double most = red.probability / 65536.0;
  return red.max > red.min ? most * (depth - red.min) / (red.max - red.min) : most;
}

std::string report_page(const ReportData& data) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
      escaped(data.title) + "</title>\n<style>" + kReportStyle + "</style>\n</head>\n<body>\n<h1>" +
      escaped(data.title) + "</h1>\n<dl>\n";
  for (const auto& [what, value] : data.facts) {
    page += "<dt>" + escaped(what) + "</dt><dd>" + escaped(value) + "</dd>\n";
  }
  page += "</dl>\n";
  depth_section(data, page);
  red_section(data, page);
  csig_section(data, page);
  counts_section(data, page);
  page += "<script>";
  page += kReportScript;
  return page + "</script>\n</body>\n</html>\n";
}

}  // namespace sluice::tb
