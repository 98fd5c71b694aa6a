// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/output.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "sw-driver/app/units.hpp"

namespace sluice::app {
namespace {

namespace fs = std::filesystem;

bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code ignored;
  const auto place = [&](const std::string& p) {
    return fs::weakly_canonical(fs::absolute(p), ignored);
  };
  return fs::equivalent(a, b, ignored) || place(a) == place(b);
}

bool is_standard_output(const std::string& path) {
  struct stat there = {};
  struct stat output = {};
  if (stat(path.c_str(), &there) != 0 || fstat(STDOUT_FILENO, &output) != 0) return false;
  const bool sink =
      S_ISCHR(there.st_mode) && isatty(STDOUT_FILENO) == 0;  // /dev/null is no conflict
  return !sink && there.st_dev == output.st_dev && there.st_ino == output.st_ino;
}

/// Error number of making a file in the folder, 0: none. Rights alone do not tell: root has all of
/// them, and some file systems take no files.
int make_file_in(const fs::path& folder) {
  std::string name = (folder / ".sluice-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) return errno;
  close(file);
  unlink(name.c_str());
  return 0;
}

void check_writable(const OutputFile& output) {
  const std::string& path = output.path;
  const char* const option = output.option;
  const bool regular = output.regular;
  if (path.empty()) return;
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("{} {}: cannot be written: {}", option, path, why));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status)) {
    if (fs::is_directory(status)) refuse("it is a directory");
    if (regular && !fs::is_regular_file(status)) refuse("it is no regular file, expected one");
    if (access(path.c_str(), W_OK) != 0) refuse(std::strerror(errno));
    if (is_standard_output(path)) {
      throw UsageError(fmt::format(
          "{} {}: is standard output, which gets the screens; expected a file", option, path));
    }
    if (!output.beside) return;
  }
  // A link to nothing is followed when the file is made.
  fs::path target = path;
  if (fs::is_symlink(fs::symlink_status(path, error))) {
    target = fs::weakly_canonical(fs::absolute(path), error);
  }
  const fs::path folder = fs::absolute(target).parent_path();
  if (!fs::is_directory(folder, error))
    refuse(fmt::format("there is no folder {}", folder.string()));
  if (const int fault = make_file_in(folder); fault != 0) refuse(std::strerror(fault));
}

}  // namespace

void check_outputs(const std::vector<std::string>& inputs, const std::vector<OutputFile>& outputs) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (const std::string& input : inputs) {
      if (same_file(input, output->path)) {
        throw UsageError(fmt::format("{}: is an input, expected another file to write to", input));
      }
    }
    for (auto other = outputs.begin(); other != output; ++other) {
      if (same_file(other->path, output->path)) {
        throw UsageError(fmt::format("{}: found for {} and {}, expected two files", other->path,
                                     other->option, output->option));
      }
    }
  }
  for (const OutputFile& output : outputs) {
    try {
      check_writable(output);
    } catch (const UsageError& error) {
      if (output.needed) throw;
      say(fmt::format("note: {}", error.what()));
    }
  }
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string file_word(std::string_view name) {
  return shell_word((name.starts_with('-') ? "./" : "") + std::string(name));
}

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw UsageError(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
  }
}

void say(const std::string& line) {
  // Where standard error itself is full or closed, there is nobody left to tell.
  static_cast<void>(std::fputs((line + "\n").c_str(), stderr));
}

}  // namespace sluice::app
