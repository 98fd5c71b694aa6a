// SPDX-License-Identifier: Apache-2.0
// Functional cover points: crosses of named bins, counted while tests run. docs/coverage.md shows
// how a block adds one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sluice::coverage {

/// One dimension of a cross.
struct Axis {
  std::string name;
  std::vector<std::string> bins;  ///< at least one; names are unique within the axis
};

/// Bins "0" .. "count - 1".
Axis numbered(std::string name, unsigned count);

/// A bin of a cross: the place of its bin on each axis, in the order of the axes.
using Bin = std::span<const unsigned>;

class Cross {
 public:
  /// Errors: std::invalid_argument where an axis has no bins or two bins of one name.
  Cross(std::string name, std::vector<Axis> axes);

  /// Bins that no correct design can reach, and why. A hit in one of them is an error of the design
  /// or of the reason; the report fails on it. A bin keeps the first reason that it got.
  Cross& unreachable(const std::string& reason, const std::function<bool(Bin)>& which);

  /// Errors: std::out_of_range where the bin does not exist.
  void sample(std::initializer_list<unsigned> bin);

  const std::string& name() const { return name_; }
  std::size_t size() const { return hits_.size(); }
  std::uint64_t hits(std::initializer_list<unsigned> bin) const { return hits_[place(bin)]; }
  /// One JSON object: axes, unreachable bins by reason, hits by place (last axis fastest).
  void write(std::ostream& out) const;

 private:
  std::size_t place(std::initializer_list<unsigned> bin) const;

  std::string name_;
  std::vector<Axis> axes_;
  std::vector<std::uint64_t> hits_;
  std::vector<std::uint16_t> excuse_;  ///< 0: reachable; else the place in reasons_ from 1 on
  std::vector<std::string> reasons_;
};

/// The crosses of this process; the process writes them at its end into the folder that
/// SLUICE_COVERAGE_DIR names. Without that variable there are none.
class Crosses {
 public:
  static Crosses& of_process();
  Crosses(const Crosses&) = delete;
  Crosses& operator=(const Crosses&) = delete;
  ~Crosses();

  /// The cross of this name, built at the first call; null where coverage is off. It lives as long
  /// as the process.
  Cross* declare(const std::string& name, const std::function<Cross()>& build);

 private:
  Crosses();
  bool on_;
  std::map<std::string, Cross> crosses_;
};

}  // namespace sluice::coverage
