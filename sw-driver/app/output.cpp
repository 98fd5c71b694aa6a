// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "sw-driver/app/units.hpp"

namespace sluice::app {
namespace {

bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code ignored;
  const auto place = [&](const std::string& p) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(p), ignored);
  };
  return std::filesystem::equivalent(a, b, ignored) || place(a) == place(b);
}

void check_writable(const char* option, const std::string& path) {
  if (path.empty()) return;
  std::error_code ignored;
  const bool existed = std::filesystem::exists(path, ignored);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) {
    throw UsageError(
        fmt::format("{} {}: cannot be written: {}", option, path, std::strerror(errno)));
  }
  ::close(file);
  if (!existed) std::filesystem::remove(path, ignored);
}

}  // namespace

OutputFiles::OutputFiles(const std::string& input, const std::string& out,
                         const std::string& waves) {
  if (same_file(input, out) || same_file(input, waves)) {
    throw UsageError(fmt::format("{}: is the input, expected another file to write to", input));
  }
  if (same_file(out, waves)) {
    throw UsageError(fmt::format("{}: found for --out and --waves, expected two files", out));
  }
  check_writable("--out", out);
  check_writable("--waves", waves);
}

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw UsageError(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
  }
}

}  // namespace sluice::app
