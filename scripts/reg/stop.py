# SPDX-License-Identifier: Apache-2.0
"""Signals that end a regression: at once where nothing is lost, else in order."""
import contextlib
import signal
import threading

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """A signal came."""


class Stop(threading.Event):
    """Set by a signal, which raises Interrupted too but where it is held."""

    def __init__(self):
        super().__init__()
        self.holding = False

    def catch(self):
        """Signals come here from now on; what is ignored (nohup) stays so."""
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self.come)

    def come(self, *_):
        """The handler."""
        self.set()
        if not self.holding:
            raise Interrupted

    @contextlib.contextmanager
    def set_holding(self, value):
        """Within, and as before behind it."""
        before, self.holding = self.holding, value
        try:
            if self.is_set() and not value:
                raise Interrupted
            yield
        finally:
            self.holding = before

    def held(self):
        """Within, a signal waits: who is there looks at is_set()."""
        return self.set_holding(True)

    def released(self):
        """Within what is held: here it raises, also where it came before."""
        return self.set_holding(False)
