# SPDX-License-Identifier: Apache-2.0
"""Parts of scripts/regress.py (docs/regressions.md)."""


class RegressError(Exception):
    """Something that the user can mend; one sentence, exit status 2."""
