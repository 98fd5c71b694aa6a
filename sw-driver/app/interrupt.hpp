// SPDX-License-Identifier: Apache-2.0
// SIGINT, SIGTERM and SIGHUP end a run as the end of its capture does: nothing that was written is
// lost.
#pragma once

namespace sluice::app {

/// From now on the first of these signals is remembered, a second one ends the program as usual.
/// SIGHUP stays ignored where it is (nohup). A write that a pipe or a file limit refuses becomes an
/// error instead of a signal.
void catch_signals();

/// The signal that came, 0: none.
int caught_signal();

}  // namespace sluice::app
