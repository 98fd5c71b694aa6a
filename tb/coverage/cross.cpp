// SPDX-License-Identifier: Apache-2.0
#include "tb/coverage/cross.hpp"

#include <set>
#include <stdexcept>

#include "tb/coverage/output.hpp"

namespace sluice::coverage {
namespace {

/// Names and reasons are ours, but a quote must not break the file.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

void write_axis(std::ostream& out, const Axis& axis) {
  out << "{\"name\":" << quoted(axis.name) << ",\"bins\":[";
  for (std::size_t i = 0; i < axis.bins.size(); ++i) {
    out << (i == 0 ? "" : ",") << quoted(axis.bins[i]);
  }
  out << "]}";
}

}  // namespace

Axis numbered(std::string name, unsigned count) {
  Axis axis{std::move(name), {}};
  for (unsigned i = 0; i < count; ++i) axis.bins.push_back(std::to_string(i));
  return axis;
}

Cross::Cross(std::string name, std::vector<Axis> axes)
    : name_(std::move(name)), axes_(std::move(axes)) {
  std::size_t size = 1;
  for (const Axis& axis : axes_) {
    const std::set<std::string> names(axis.bins.begin(), axis.bins.end());
    if (names.empty() || names.size() != axis.bins.size()) {
      throw std::invalid_argument("cross " + name_ + ", axis " + axis.name +
                                  ": no bins, or two of one name");
    }
    size *= axis.bins.size();
  }
  hits_.resize(size);
  excuse_.resize(size);
}

Cross& Cross::unreachable(const std::string& reason, const std::function<bool(Bin)>& which) {
  reasons_.push_back(reason);
  std::vector<unsigned> bin(axes_.size());
  for (std::size_t place = 0; place < size(); ++place) {
    if (excuse_[place] == 0 && which(bin)) {
      excuse_[place] = static_cast<std::uint16_t>(reasons_.size());
    }
    for (std::size_t axis = axes_.size(); axis-- > 0;) {
      if (++bin[axis] < axes_[axis].bins.size()) break;
      bin[axis] = 0;
    }
  }
  return *this;
}

std::size_t Cross::place(std::initializer_list<unsigned> bin) const {
  std::size_t place = 0;
  std::size_t axis = 0;
  if (bin.size() != axes_.size()) throw std::out_of_range("cross " + name_ + ": number of axes");
  for (const unsigned at : bin) {
    const std::size_t bins = axes_[axis].bins.size();
    if (at >= bins) {
      throw std::out_of_range("cross " + name_ + ", axis " + axes_[axis].name + ": bin " +
                              std::to_string(at) + " of " + std::to_string(bins));
    }
    place = place * bins + at;
    ++axis;
  }
  return place;
}

void Cross::sample(std::initializer_list<unsigned> bin) { ++hits_[place(bin)]; }

void Cross::write(std::ostream& out) const {
  out << "{\"axes\":[";
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    out << (i == 0 ? "" : ",");
    write_axis(out, axes_[i]);
  }
  out << "],\n\"unreachable\":[";
  for (std::size_t reason = 0; reason < reasons_.size(); ++reason) {
    out << (reason == 0 ? "" : ",") << "{\"reason\":" << quoted(reasons_[reason]) << ",\"bins\":[";
    const char* comma = "";
    for (std::size_t place = 0; place < size(); ++place) {
      if (excuse_[place] != reason + 1) continue;
      out << comma << place;
      comma = ",";
    }
    out << "]}\n";
  }
  out << "],\n\"hits\":{";
  const char* comma = "";
  for (std::size_t place = 0; place < size(); ++place) {
    if (hits_[place] == 0) continue;
    out << comma << '"' << place << "\":" << hits_[place];
    comma = ",";
  }
  out << "}}";
}

Crosses& Crosses::of_process() {
  // One for the process by nature: scoreboards come and go, and what they saw is added up.
  static Crosses crosses;
  return crosses;
}

Crosses::Crosses() : on_(folder().has_value()) {}

Crosses::~Crosses() {
  if (crosses_.empty()) return;
  write_whole(*folder() / unique_name("crosses", "json"), [this](std::ostream& out) {
    out << "{\n";
    const char* comma = "";
    for (const auto& [name, cross] : crosses_) {
      out << comma << quoted(name) << ":";
      cross.write(out);
      comma = ",\n";
    }
    out << "\n}\n";
  });
}

Cross* Crosses::declare(const std::string& name, const std::function<Cross()>& build) {
  if (!on_) return nullptr;
  const auto found = crosses_.find(name);
  return found != crosses_.end() ? &found->second : &crosses_.emplace(name, build()).first->second;
}

}  // namespace sluice::coverage
