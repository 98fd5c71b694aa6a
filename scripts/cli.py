# SPDX-License-Identifier: Apache-2.0
"""What the scripts' command lines share: numbers and files that are checked at once, errors of one sentence, status 2."""
import argparse
import math
import os
import pathlib
import sys

MOST_SEED = 2**64 - 1
MOST_JOBS = 4096


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message):
        self.exit(2, f"{pathlib.Path(self.prog.split()[0]).stem}: {message.removeprefix('argument ')}; "
                     "--help lists what is possible\n")


def whole(least, most=None):
    """A whole number in this range."""
    expected = f"{least} or more" if most is None else f"{least} to {most}"

    def parse(text):
        # int() takes blanks, underlines and digits of any script too.
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 40):
            raise argparse.ArgumentTypeError(f"found '{text[:60]}', expected a whole number, {expected}")
        value = int(text)
        if value < least or (most is not None and value > most):
            raise argparse.ArgumentTypeError(f"found {value}, expected {expected}")
        return value
    return parse


jobs = whole(1, MOST_JOBS)
seed = whole(0, MOST_SEED)


def seconds(text):
    """A time above 0, at most some ten years."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value) or value > 4e8:
        raise argparse.ArgumentTypeError(f"found '{text[:60]}', expected seconds, such as 600")
    if value <= 0:
        raise argparse.ArgumentTypeError(f"found {text}, expected more than 0")
    return value


def cores():
    """Jobs at a time where nothing is said."""
    return min(os.cpu_count() or 1, MOST_JOBS)


def check_output(path):
    """OSError where a file cannot be written there; makes its folder, leaves no file."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    there = path.exists()
    with open(path, "ab"):
        pass
    if not there:
        path.unlink()


def sentence(error):
    """What an exception says to a user."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def finish(name, main, *known):
    """Ends the process with main's status; where it fails for a reason that is the user's, with one sentence."""
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Nobody reads on; nor may the interpreter try once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
    except (OSError, *known) as error:
        print(f"{name}: {sentence(error)}", file=sys.stderr)
        sys.exit(2)
