// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace sluice::app {
namespace {

// A signal handler can reach nothing but an object of static storage.
volatile std::sig_atomic_t caught = 0;

extern "C" void remember(int signal) { caught = signal; }

}  // namespace

void catch_signals() {
  struct sigaction action = {};
  action.sa_handler = remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // nohup has it ignored. (So are SIGINT and SIGTERM of a script's background jobs, but one that
    // comes all the same was sent to this process on purpose.)
    struct sigaction before = {};
    if (signal == SIGHUP && sigaction(signal, nullptr, &before) == 0 &&
        before.sa_handler == SIG_IGN) {
      continue;
    }
    sigaction(signal, &action, nullptr);
  }
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

int caught_signal() { return caught; }

}  // namespace sluice::app
