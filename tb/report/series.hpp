// SPDX-License-Identifier: Apache-2.0
// Series of any length in bounded memory: columns that become twice as wide whenever they run out.
// What is joined is joined exactly, so a column tells the true lowest and highest value within it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "model/common/time.hpp"

namespace sluice::tb {

/// Lowest and highest value in one stretch of time.
struct Column {
  std::uint64_t low = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t high = 0;
  std::uint64_t count = 0;  ///< values that were set there; a value that only lasts counts not

  bool empty() const { return low > high; }
  void touch(std::uint64_t value);
  void join(const Column& other);
};

/// Columns of equal width from time 0 on. Column i holds the times i * width <= t < (i + 1) *
/// width.
class TimeColumns {
 public:
  /// At most `capacity` columns, an even number of at least 2; width begins at 1 ns.
  explicit TimeColumns(std::size_t capacity = 1024) : capacity_(capacity) {}

  Column& at(model::Ticks time);

  const std::vector<Column>& columns() const { return columns_; }
  std::uint64_t width_ns() const { return std::uint64_t{1} << doublings_; }
  std::size_t index(model::Ticks time) const {
    return static_cast<std::size_t>(time >> (32 + doublings_));
  }
  /// Joined further until there are at most so many columns. `most`: at least 1.
  TimeColumns coarser(std::size_t most) const;

 private:
  void join_pairs();

  std::size_t capacity_;
  unsigned doublings_ = 0;
  std::vector<Column> columns_;
};

/// A value that lasts until the next one, such as a queue's depth; 0 at the beginning.
class Level {
 public:
  explicit Level(std::size_t capacity = 1024) : columns_(capacity) {}
  /// Times must not fall. Several values at one time all count.
  void set(model::Ticks time, std::uint64_t value);
  /// It lasts up to here.
  void finish(model::Ticks time);
  const TimeColumns& columns() const { return columns_; }
  std::uint64_t value() const { return value_; }

 private:
  void last_until(model::Ticks time);

  TimeColumns columns_;
  std::uint64_t value_ = 0;
  model::Ticks since_ = 0;
};

/// How often something was hit, by a size: bins that become twice as wide like columns.
class HitBins {
 public:
  struct Bin {
    std::uint64_t decisions = 0, hits = 0;
  };
  explicit HitBins(std::size_t capacity = 128) : capacity_(capacity) {}
  void add(std::uint64_t size, bool hit);
  /// Bin i holds sizes from i * width() to (i + 1) * width() - 1.
  const std::vector<Bin>& bins() const { return bins_; }
  std::uint64_t width() const { return std::uint64_t{1} << shift_; }

 private:
  std::size_t capacity_;
  unsigned shift_ = 6;
  std::vector<Bin> bins_;
};

}  // namespace sluice::tb
