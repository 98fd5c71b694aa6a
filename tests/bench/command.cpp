// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/command.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "tb/capture/writer.hpp"
#include "tests/bench/station.hpp"

namespace sluice::bench {

namespace {

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

}  // namespace

void write_capture(const std::filesystem::path& file, std::uint64_t frames, std::size_t length) {
  constexpr std::int64_t kStart = 1'700'000'000'000'000'000;
  const std::vector<Bytes> all = tagged_frames(length);
  tb::CaptureWriter writer(file);
  for (std::uint64_t n = 0; n < frames; ++n) {
    writer.write(kStart + static_cast<std::int64_t>(n * length / 30), all[n % all.size()]);
  }
  writer.close();
}

Usage usage_of(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    const int null = open("/dev/null", O_RDWR);
    for (const int descriptor : {0, 1, 2}) dup2(null, descriptor);
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) throw std::runtime_error("wait4 failed");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error(words.front() + " " + words.at(1) + " ended with status " +
                             std::to_string(status));
  }
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss};
}

long peak_kib(const std::vector<std::string>& words) {
  const long peak = usage_of(words).peak_kib;
  rusage self{};
  getrusage(RUSAGE_SELF, &self);
  if (peak <= self.ru_maxrss) {
    throw std::logic_error("the benchmark is larger than the command that it measures");
  }
  return peak;
}

}  // namespace sluice::bench
