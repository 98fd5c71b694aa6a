// SPDX-License-Identifier: Apache-2.0
#include "tb/snapshot/sleeping_copies.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

// Only in builds that count coverage: _exit() would lose what a copy has counted.
// NOLINTNEXTLINE(bugprone-reserved-identifier, readability-identifier-naming): GCC's name
extern "C" void __gcov_dump() __attribute__((weak));

namespace sluice::tb {
namespace {

[[noreturn]] void leave() {
  if (__gcov_dump != nullptr) __gcov_dump();
  _exit(0);
}

/// All of `size` bytes; false where the other end is gone.
bool receive(int line, void* data, std::size_t size) {
  auto* at = static_cast<char*>(data);
  while (size != 0) {
    const ssize_t got = recv(line, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool send_all(int line, const void* data, std::size_t size) {
  const auto* at = static_cast<const char*>(data);
  while (size != 0) {
    const ssize_t sent = send(line, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool send_text(int line, std::string_view text) {
  const std::uint64_t size = text.size();
  return send_all(line, &size, sizeof size) && send_all(line, text.data(), text.size());
}

bool receive_text(int line, std::string& text) {
  std::uint64_t size = 0;
  if (!receive(line, &size, sizeof size)) return false;
  text.resize(size);
  return receive(line, text.data(), text.size());
}

std::vector<int> open_descriptors() {
  std::vector<int> found;
  DIR* const folder = opendir("/proc/self/fd");
  if (folder == nullptr) {
    for (int fd = 0; fd < 1024; ++fd) found.push_back(fd);
    return found;
  }
  while (const dirent* entry = readdir(folder)) {
    const char* const end = entry->d_name + std::strlen(entry->d_name);
    int fd = -1;
    const auto [stop, error] = std::from_chars(entry->d_name, end, fd);
    if (error == std::errc() && stop == end && fd != dirfd(folder)) found.push_back(fd);
  }
  closedir(folder);
  return found;
}

/// Numbers stay taken, so that what is opened later cannot be mistaken for what was open before.
void cut_off_all_but(int kept) {
  const std::vector<int> open_now = open_descriptors();
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0) {
    // No number is free: one of those that are cut off anyway.
    const auto other =
        std::find_if(open_now.begin(), open_now.end(), [=](int fd) { return fd != kept; });
    if (other != open_now.end()) close(*other);
    nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  }
  const bool replaced = std::find(open_now.begin(), open_now.end(), nowhere) != open_now.end();
  for (const int fd : open_now) {
    if (fd == kept || fd == nowhere) continue;
    if (nowhere < 0 || (fcntl(fd, F_GETFD) >= 0 && dup3(nowhere, fd, O_CLOEXEC) < 0)) close(fd);
  }
  if (nowhere >= 0 && !replaced) close(nowhere);
}

}  // namespace

SleepingCopies::~SleepingCopies() { end(); }

void SleepingCopies::end() {
  for (Copy& copy : copies_) end(copy);
}

void SleepingCopies::end(Copy& copy) {
  if (copy.pid == 0) return;
  kill(copy.pid, SIGKILL);
  while (waitpid(copy.pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  close(copy.line);
  copy = {};
}

std::size_t SleepingCopies::count() const {
  return static_cast<std::size_t>(
      std::count_if(copies_.begin(), copies_.end(), [](const Copy& c) { return c.pid != 0; }));
}

void SleepingCopies::end_before(std::uint64_t mark) {
  while (copies_[0].pid != 0 && copies_[0].mark < mark) {
    end(copies_[0]);
    copies_[0] = std::exchange(copies_[1], Copy{});
  }
}

SleepingCopies::Role SleepingCopies::renew(std::uint64_t mark) {
  failure_.clear();
  std::array<int, 2> lines{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, lines.data()) != 0) {
    failure_ = fmt::format("a sleeping copy cannot be made: {}", std::strerror(errno));
    return Role::kOriginal;
  }
  // What waits in a buffer of the C library must not be there twice.
  std::fflush(nullptr);
  const pid_t original = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    failure_ = fmt::format("a sleeping copy cannot be made: {}", std::strerror(errno));
    for (const int line : lines) close(line);
    return Role::kOriginal;
  }
  if (pid == 0) {
    sleep(original, lines[1]);
    return Role::kCopy;
  }
  close(lines[1]);
  const Copy born = {pid, lines[0], mark, std::chrono::steady_clock::now()};
  if (copies_[0].pid != 0 && copies_[1].pid != 0) {
    end(copies_[0]);
    copies_[0] = std::exchange(copies_[1], born);
  } else {
    (copies_[0].pid == 0 ? copies_[0] : copies_[1]) = born;
  }
  return Role::kOriginal;
}

void SleepingCopies::sleep(pid_t original, int line) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The original may have ended before that took effect.
  if (getppid() != original) _exit(0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
  cut_off_all_but(line);
  copies_ = {};
  line_ = line;
  std::string order;
  if (!receive_text(line, order)) leave();
  order_ = std::move(order);
}

std::chrono::milliseconds SleepingCopies::age() const {
  if (copies_[0].pid == 0) return {};
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               copies_[0].born);
}

SleepingCopies::Answer SleepingCopies::wake(std::string_view order,
                                            std::chrono::milliseconds limit) {
  if (copies_[0].pid == 0) return {false, failure_.empty() ? "there is no copy" : failure_};
  Copy copy = std::exchange(copies_[0], std::exchange(copies_[1], Copy{}));
  Answer answer;
  if (!send_text(copy.line, order)) {
    answer.text = "the sleeping copy was gone";
  } else {
    pollfd wait = {copy.line, POLLIN, 0};
    const int ready =
        poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(limit.count(), 1 << 30)));
    if (ready == 0) {
      answer.text = fmt::format("the copy gave no answer within {} s", limit.count() / 1000);
    } else if (ready < 0) {
      answer.text = "a signal ended the wait for the copy";
    } else if (receive_text(copy.line, answer.text)) {
      answer.given = true;
    } else {
      int status = 0;
      while (waitpid(copy.pid, &status, 0) < 0 && errno == EINTR) {
      }
      answer.text = WIFSIGNALED(status)
                        ? fmt::format("the copy was ended by signal {}", WTERMSIG(status))
                        : fmt::format("the copy ended with status {}", WEXITSTATUS(status));
      close(copy.line);
      return answer;
    }
  }
  end(copy);
  return answer;
}

void SleepingCopies::answer(std::string_view text) {
  send_text(line_, text);
  leave();
}

}  // namespace sluice::tb
