# SPDX-License-Identifier: Apache-2.0
"""Coverage: reading what test processes left, merging it, holding it against the goals, showing it."""
import contextlib


class CoverageError(Exception):
    """Something that a user can put right: one sentence with place, found, expected."""


@contextlib.contextmanager
def written_by(tool, file):
    """Around what takes a file apart: whatever has not the shape that `tool` gives it is refused."""
    try:
        yield
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise CoverageError(f"{file}: is not what {tool} writes") from error
