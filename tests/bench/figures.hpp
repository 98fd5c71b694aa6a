// SPDX-License-Identifier: Apache-2.0
// What was measured: a table for people, JSON for tools.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice::bench {

/// A bound that a figure, or its ratio to another one, should keep.
struct Target {
  enum class Of { kValue, kRatio } of = Of::kRatio;
  enum class Bound { kAtLeast, kAtMost } bound = Bound::kAtLeast;
  double limit = 0;
};

struct Figure {
  std::string name;  ///< 'scoreboard.512.60': what, bits, bytes
  std::string unit;  ///< 'cycles/s', 'frames/s', 'accesses/s', 'KiB'
  std::string base;  ///< name of the figure to which this one is put in relation; may be empty
  std::optional<Target> target;
  std::vector<double> samples;  ///< one a round
};

/// All figures of one run. Value: median of the samples. Ratio: median of the rounds' ratios, so
/// that both sides of each ratio were measured right after one another.
class Figures {
 public:
  /// Answers the place of the figure. A base must be there before.
  std::size_t add(std::string name, std::string unit, std::string base = {},
                  std::optional<Target> target = {});
  void sample(std::size_t place, double value) { all_[place].samples.push_back(value); }

  const std::vector<Figure>& all() const { return all_; }
  double value(const Figure& figure) const;
  std::optional<double> ratio(const Figure& figure) const;
  std::optional<bool> holds(const Figure& figure) const;

  std::string table() const;
  /// 'N of M targets hold', and which do not.
  std::string summary() const;
  /// A list of {name, value, unit, base, ratio, target, holds}; what a figure has not is null.
  std::string json() const;

 private:
  const Figure& find(const std::string& name) const;
  std::vector<Figure> all_;
};

}  // namespace sluice::bench
