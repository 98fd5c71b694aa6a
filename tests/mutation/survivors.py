# SPDX-License-Identifier: Apache-2.0
"""Mutants that no test kills and that no proof shows to be equal, each with the reason why that is right.

A mutant is known by its block, by the code of one of its source lines (so that an entry does not outlive the
code that it is about) and by what is changed: `mode port[bit] by [bit] signal[bit]`, a regular expression for all of it.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Survivor:
    block: str
    code: str
    change: str
    reason: str


SURVIVORS = (
    Survivor("stream_fifo", "if (!push && pop) count_d = count_q - 1'b1;", r"const0 Y\[3\]",
             "Depth 8: what is left after a word went is at most 7, so bit 3 of the difference is 0."),
    Survivor("scheduler", "assign busy_o       = valid_q || credits_q != CreditW'(Credits);", r"const0 A\[3\]",
             "Of the values up to 20 (there are never more credits) only 20 itself equals 20 without bit 3."),
    Survivor("port", "logic [31:0] parse_frame;", r"\w+ parse_frame_o\[(2[4-9]|3[01])\].*",
             "Frame numbers are for observation; their upper bits need more than 16 million frames."),
)
