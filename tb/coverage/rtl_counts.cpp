// SPDX-License-Identifier: Apache-2.0
#include "tb/coverage/rtl_counts.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "tb/coverage/output.hpp"

namespace sluice::coverage {
namespace {

/// All models of one name.
struct Kind {
  std::filesystem::path points_file;
  bool points_known;             ///< the file is there
  std::set<std::string> points;  ///< its lines, until then
  std::vector<std::uint64_t> sums;
};

/// Of this process. Written when the process ends.
class Collector {
 public:
  static Collector& of_process() {
    // One by nature: the end of the process is the only moment at which all models are known.
    static Collector collector;
    return collector;
  }
  ~Collector() {
    for (const auto& [name, kind] : kinds_) {
      if (kind.sums.empty()) continue;
      write_whole(*folder_ / unique_name(name, "counts"), [&kind = kind](std::ostream& out) {
        out.write(reinterpret_cast<const char*>(kind.sums.data()),
                  static_cast<std::streamsize>(kind.sums.size() * sizeof(kind.sums[0])));
      });
    }
  }
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  /// Null where nothing is to be gathered.
  Kind* find(const char* name) {
    if (!folder_) return nullptr;
    const auto found = kinds_.find(name);
    if (found != kinds_.end()) return &found->second;
    const auto file = *folder_ / (std::string(name) + ".points");
    return &kinds_.emplace(name, Kind{file, std::filesystem::exists(file), {}, {}}).first->second;
  }

 private:
  Collector() : folder_(folder()) {}

  std::optional<std::filesystem::path> folder_;
  std::map<std::string, Kind, std::less<>> kinds_;
};

}  // namespace

bool wants_points(const Counters& model) {
  const Kind* kind = Collector::of_process().find(model.name);
  return kind != nullptr && !kind->points_known;
}

void add_point(const Counters& model, std::size_t place, const std::string& properties) {
  Kind* kind = Collector::of_process().find(model.name);
  if (kind != nullptr) kind->points.insert(std::to_string(place) + "\t" + properties);
}

void retire(const Counters& model) {
  Kind* kind = Collector::of_process().find(model.name);
  if (kind == nullptr) return;
  if (!kind->points_known) {
    write_whole(kind->points_file, [kind](std::ostream& out) {
      for (const std::string& point : kind->points) out << point << "\n";
    });
    kind->points_known = true;
    kind->points.clear();
  }
  kind->sums.resize(model.counters.size());
  for (std::size_t i = 0; i < kind->sums.size(); ++i) kind->sums[i] += model.counters[i];
}

}  // namespace sluice::coverage
