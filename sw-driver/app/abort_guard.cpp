// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/abort_guard.hpp"

#include <unistd.h>

#include <array>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "sw-driver/app/options.hpp"

namespace sluice::app {
namespace {

// A signal handler can reach nothing but objects of static storage, and take no memory.
std::array<char, PATH_MAX> path = {};
std::array<char, 2 * PATH_MAX> sentence = {};
std::terminate_handler terminate_before = nullptr;

void give_up() {
  if (write(STDERR_FILENO, sentence.data(), std::strlen(sentence.data())) < 0) {
    // Nobody is left to tell.
  }
  unlink(path.data());
  _exit(kBadInput);
}

extern "C" void on_abort(int /*signal*/) { give_up(); }

void on_terminate() {
  try {
    if (const auto error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    give_up();
  } catch (...) {
    // A fault of the program itself must not be taken for the disk's.
  }
  std::signal(SIGABRT, SIG_DFL);
  if (terminate_before != nullptr) terminate_before();
  std::abort();
}

template <std::size_t kSize>
void keep(std::array<char, kSize>& to, const std::string& text) {
  const std::size_t size = text.copy(to.data(), kSize - 1);
  to[size] = '\0';
}

}  // namespace

AbortGuard::AbortGuard(const std::filesystem::path& file) {
  keep(path, file.string());
  keep(sentence, "sluice: --waves " + file.string() +
                     ": cannot be written: no space is left there, a limit of file size is "
                     "reached, or the system gives no more memory\n");
  terminate_before = std::set_terminate(on_terminate);
  std::signal(SIGABRT, on_abort);
}

AbortGuard::~AbortGuard() {
  std::signal(SIGABRT, SIG_DFL);
  std::set_terminate(terminate_before);
}

}  // namespace sluice::app
