// SPDX-License-Identifier: Apache-2.0
#include "tb/report/series.hpp"

#include <algorithm>

namespace sluice::tb {

void Column::touch(std::uint64_t value) {
  low = std::min(low, value);
  high = std::max(high, value);
}

void Column::join(const Column& other) {
  low = std::min(low, other.low);
  high = std::max(high, other.high);
  count += other.count;
}

void TimeColumns::join_pairs() {
  for (std::size_t i = 0; i < columns_.size(); i += 2) {
    Column joined = columns_[i];
    if (i + 1 < columns_.size()) joined.join(columns_[i + 1]);
    columns_[i / 2] = joined;
  }
  columns_.resize((columns_.size() + 1) / 2);
  ++doublings_;
}

Column& TimeColumns::at(model::Ticks time) {
  while ((time >> (32 + doublings_)) >= capacity_) join_pairs();
  if (index(time) >= columns_.size()) columns_.resize(index(time) + 1);
  return columns_[index(time)];
}

TimeColumns TimeColumns::coarser(std::size_t most) const {
  TimeColumns copy = *this;
  while (copy.columns_.size() > most) copy.join_pairs();
  return copy;
}

void Level::last_until(model::Ticks time) {
  if (time <= since_) return;
  columns_.at(time - 1);  // as wide as it has to be
  for (std::size_t i = columns_.index(since_); i <= columns_.index(time - 1); ++i) {
    columns_.at(model::from_ns(i * columns_.width_ns())).touch(value_);
  }
  since_ = time;
}

void Level::set(model::Ticks time, std::uint64_t value) {
  last_until(time);
  value_ = value;
  Column& column = columns_.at(time);
  column.touch(value);
  ++column.count;
}

void Level::finish(model::Ticks time) { last_until(time); }

void HitBins::add(std::uint64_t size, bool hit) {
  while ((size >> shift_) >= capacity_) {
    for (std::size_t i = 0; i < bins_.size(); i += 2) {
      Bin joined = bins_[i];
      if (i + 1 < bins_.size()) {
        joined.decisions += bins_[i + 1].decisions;
        joined.hits += bins_[i + 1].hits;
      }
      bins_[i / 2] = joined;
    }
    bins_.resize((bins_.size() + 1) / 2);
    ++shift_;
  }
  if ((size >> shift_) >= bins_.size()) bins_.resize((size >> shift_) + 1);
  Bin& bin = bins_[size >> shift_];
  ++bin.decisions;
  if (hit) ++bin.hits;
}

}  // namespace sluice::tb
