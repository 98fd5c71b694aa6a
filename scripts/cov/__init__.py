# SPDX-License-Identifier: Apache-2.0
"""Coverage: reading what test processes left, merging it, holding it against the goals, showing it."""


class CoverageError(Exception):
    """Something that a user can put right: one sentence with place, found, expected."""
