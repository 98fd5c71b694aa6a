// SPDX-License-Identifier: Apache-2.0
// Hit counts of verilated designs, gathered for all models of a process and written once at its
// end. In a coverage build cmake/coverage_hook.sh makes every verilated class call insert() for
// each of its points and retire() in its destructor, so that no test has to think of it.
// docs/coverage.md has the file formats. Nothing is done unless SLUICE_COVERAGE_DIR names a folder.
// Errors end the process with a message: a test must not pass and lose its counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>

namespace sluice::coverage {

/// The counters of one model. `name` stands for the generated code: two models of one name have the
/// same points behind the same counters.
struct Counters {
  const char* name;
  std::span<const std::uint32_t> counters;
};

/// The points of this kind of model are not written down in the folder yet.
bool wants_points(const Counters& model);
/// Writes a point down: its counter's place and its properties, as tab-separated text.
void add_point(const Counters& model, std::size_t place, const std::string& properties);

/// A point that Verilator's code declares: property names, each followed by its value.
template <class... Property>
void insert(const Counters& model, const std::uint32_t* counter, const Property&... properties) {
  const std::uint32_t* first = model.counters.data();
  const std::less<> before;
  // Points of a module's further instances come with a dummy.
  if (before(counter, first) || !before(counter, first + model.counters.size())) return;
  if (!wants_points(model)) return;
  std::string text;
  const auto add = [&text](const auto& property) {
    if (!text.empty()) text += '\t';
    if constexpr (std::is_integral_v<std::decay_t<decltype(property)>>) {
      text += std::to_string(property);
    } else {
      text += property;
    }
  };
  (add(properties), ...);
  add_point(model, static_cast<std::size_t>(counter - first), text);
}

/// A model goes: adds its counters to those of its kind.
void retire(const Counters& model);

}  // namespace sluice::coverage
