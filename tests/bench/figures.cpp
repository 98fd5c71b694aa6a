// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace sluice::bench {
namespace {

double median(std::vector<double> samples) {
  if (samples.empty()) throw std::logic_error("a figure without a sample");
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

std::string text_of(const Target& target) {
  const char* word = target.bound == Target::Bound::kAtLeast ? ">=" : "<=";
  return target.of == Target::Of::kRatio ? fmt::format("{} {:g}", word, target.limit)
                                         : fmt::format("value {} {:g}", word, target.limit);
}

}  // namespace

std::size_t Figures::add(std::string name, std::string unit, std::string base,
                         std::optional<Target> target) {
  if (!base.empty()) find(base);
  all_.push_back({std::move(name), std::move(unit), std::move(base), target, {}});
  return all_.size() - 1;
}

const Figure& Figures::find(const std::string& name) const {
  for (const Figure& figure : all_) {
    if (figure.name == name) return figure;
  }
  throw std::logic_error("no figure is named " + name);
}

double Figures::value(const Figure& figure) const { return median(figure.samples); }

std::optional<double> Figures::ratio(const Figure& figure) const {
  if (figure.base.empty()) return std::nullopt;
  const Figure& base = find(figure.base);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < figure.samples.size(); ++i) {
    ratios.push_back(figure.samples[i] / base.samples.at(i));
  }
  return median(std::move(ratios));
}

std::optional<bool> Figures::holds(const Figure& figure) const {
  if (!figure.target) return std::nullopt;
  const Target& target = *figure.target;
  const double found = target.of == Target::Of::kRatio ? ratio(figure).value() : value(figure);
  return target.bound == Target::Bound::kAtLeast ? found >= target.limit : found <= target.limit;
}

std::string Figures::table() const {
  std::string text = fmt::format("{:<24} {:>14} {:<11} {:>7}   {:<18} {:<14}\n", "figure", "value",
                                 "unit", "ratio", "to", "target");
  for (const Figure& figure : all_) {
    const std::optional<double> r = ratio(figure);
    const std::optional<bool> ok = holds(figure);
    std::string line = fmt::format("{:<24} {:>14.0f} {:<11} {:>7}   {:<18} {:<14} {}", figure.name,
                                   value(figure), figure.unit, r ? fmt::format("{:.3f}", *r) : "",
                                   figure.base, figure.target ? text_of(*figure.target) : "",
                                   !ok   ? ""
                                   : *ok ? "ok"
                                         : "MISSED");
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string Figures::summary() const {
  unsigned held = 0;
  unsigned targets = 0;
  std::string missed;
  for (const Figure& figure : all_) {
    const std::optional<bool> ok = holds(figure);
    if (!ok) continue;
    ++targets;
    held += *ok ? 1U : 0U;
    if (!*ok) missed += (missed.empty() ? "; missed: " : ", ") + figure.name;
  }
  return fmt::format("{} of {} targets hold{}", held, targets, missed);
}

std::string Figures::json() const {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Figure& figure : all_) {
    nlohmann::ordered_json one;
    one["name"] = figure.name;
    one["value"] = value(figure);
    one["unit"] = figure.unit;
    one["base"] = nullptr;
    one["ratio"] = nullptr;
    one["target"] = nullptr;
    one["holds"] = nullptr;
    if (const auto r = ratio(figure)) {
      one["base"] = figure.base;
      one["ratio"] = *r;
    }
    if (figure.target) {
      one["target"] = text_of(*figure.target);
      one["holds"] = holds(figure).value();
    }
    list.push_back(std::move(one));
  }
  return list.dump(2) + "\n";
}

}  // namespace sluice::bench
