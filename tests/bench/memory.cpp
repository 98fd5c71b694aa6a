// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "tb/capture/writer.hpp"
#include "tests/bench/station.hpp"

namespace sluice::bench {

void write_capture(const std::filesystem::path& file, std::uint64_t frames) {
  constexpr std::size_t kLength = 60;
  constexpr std::int64_t kStart = 1'700'000'000'000'000'000;
  const std::vector<Bytes> all = tagged_frames(kLength);
  tb::CaptureWriter writer(file);
  for (std::uint64_t n = 0; n < frames; ++n) {
    writer.write(kStart + static_cast<std::int64_t>(2 * n), all[n % all.size()]);
  }
  writer.close();
}

long peak_kib(const std::vector<std::string>& words) {
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
  rusage self{};
  getrusage(RUSAGE_SELF, &self);
  if (usage.ru_maxrss <= self.ru_maxrss) {
    throw std::logic_error("the benchmark is larger than the command that it measures");
  }
  return usage.ru_maxrss;
}

}  // namespace sluice::bench
