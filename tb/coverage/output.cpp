// SPDX-License-Identifier: Apache-2.0
#include "tb/coverage/output.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace sluice::coverage {

std::optional<std::filesystem::path> folder() {
  const char* name = std::getenv("SLUICE_COVERAGE_DIR");
  if (name == nullptr || *name == '\0') return std::nullopt;
  std::filesystem::path path = name;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) give_up("SLUICE_COVERAGE_DIR " + path.string() + ": " + error.message());
  return path;
}

std::string unique_name(const std::string& stem, const std::string& suffix) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  const auto time = std::chrono::steady_clock::now().time_since_epoch().count();
  return stem + "." + host.data() + "." + std::to_string(::getpid()) + "." + std::to_string(time) +
         "." + suffix;
}

void write_whole(const std::filesystem::path& file,
                 const std::function<void(std::ostream&)>& fill) {
  const std::filesystem::path part = file.parent_path() / unique_name(file.filename(), "part");
  std::ofstream out(part, std::ios::binary);
  fill(out);
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(part, file, error);
  if (!out || error) give_up(file.string() + ": coverage cannot be written");
}

void give_up(const std::string& what) {
  std::fprintf(stderr, "coverage: %s\n", what.c_str());
  std::_Exit(3);
}

}  // namespace sluice::coverage
