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


LOCATOR = "The locator of a tag that came in is read by nobody: where the tag is written, ours takes its place."
READ_ONLY = "Nobody writes the tables in force: the register block answers such a write with an error."
COUNTERS = "Shows only in a count from 2^17 on, further than tests count. The proof `stats` holds for any count."

# Parts of changes: a bit of strobes that is not a byte's first one; bits 17 and up of a count.
STROBE = r"\[(?!0\b|8\b|16\b|24\b)([12]?\d|3[01])\].*"
HIGH_COUNT = r"(const0 \w+\[(1[7-9]|[2-6]\d)\]|cnot1 \w+\[\d+\] by \[(1[7-9]|[2-6]\d)\]).*"

SURVIVORS = (
    Survivor("stream_reg", "end else if (s_valid_i) begin", r"\w+ A\[[1-9]\d*\].*",
             "The skid word is not in use while a word can be taken, so it may change then."),
    Survivor("stream_fifo", "if (!push && pop) count_d = count_q - 1'b1;", r"const0 Y\[3\]",
             "Depth 8: what is left after a word went is at most 7, so bit 3 of the difference is 0."),
    Survivor("scheduler", "assign busy_o       = valid_q || credits_q != CreditW'(Credits);", r"const0 A\[3\]",
             "Of the values up to 20 (there are never more credits) only 20 itself equals 20 without bit 3."),
    Survivor("lookup", "input  wire                               start_i,", r"const1 D\[0\] start_i\[0\]",
             "`start` only saves the reads of a lookup that nobody asked for: its answer has a fixed time."),
    Survivor("lookup", "compare u_compare (", r"cnot1 tag_o\[2\] by \[15\] verdict_o\[21\]",
             "Bit 15 is set in tags of signals above 3 alone, which are never written."),
    Survivor("port", "frame_meta_t meta;", r"\w+ meta_o\[13[0-5]\].*", LOCATOR),
    Survivor("port", "logic [31:0] parse_frame;", r"\w+ parse_frame_o\[(2[4-9]|3[01])\].*",
             "Frame numbers are for observation; their upper bits need more than 16 million frames."),
    Survivor("csig_ctrl", "assign check_next_d = state_q == StTable && check_done && check_ok && todo_d != '0;",
             r"const1 B\[0\]", "check_ok is high in no other clock of StTable than the one of check_done."),
    Survivor("csig_ctrl", "output csig_status_t                       status_o,", r"cnot1 Q\[0\] by \[[345]\] status_o\[0\]",
             "The upper bits of a port's number are 0 with up to 8 ports."),
    Survivor("csig_ctrl", "input  wire ext_req_t                      active_req_i,",
             r"\w+ active_req_i\[([0-9]|[1-5]\d|6[0-3])\].*", READ_ONLY),
    Survivor("csig_ctrl", "hold_d      = (hold_q != '0) ? hold_q - 1'b1 : '0;", r"inv B\[3\]",
             "From 8, in steps of 9 modulo 16, zero is reached in the eighth clock as well."),
    Survivor("csig_tables", "req_q <= active_req_i.req ? active_req_i : shadow_req_i;",
             r"\w+ \w+\[([0-9]|[1-5]\d|6[0-3])\].* active_req_i.*", READ_ONLY),
    Survivor("csig_tables", "if (start_write) begin", r"\w+ A\[\d+\].*",
             "The fields of a write are looked at in the clock behind `start_write` alone; later they may change."),
    Survivor("csig_tables", "req_q <= active_req_i.req ? active_req_i : shadow_req_i;", r"\w+ A" + STROBE,
             "Strobes come as whole bytes; of a byte's eight bits the first one is looked at."),
    Survivor("csig_tables", "shadow_rsp_o = '{rd_ack: reading_q && !active_q, wr_ack: wr_ack && !active_q, rdata: half};",
             r"const0 A\[0\]", READ_ONLY),
    Survivor("stats", "logic [63:0] live_q, shown_q;", HIGH_COUNT, COUNTERS),
    Survivor("stats", "else if (snapshot_q) shown_q <= live_q;", HIGH_COUNT, COUNTERS),
    Survivor("stats", "logic [63:0] shown[NumStats];", HIGH_COUNT, COUNTERS),
    Survivor("meter", "end else if (boundary) begin", r"const0 Y\[(3[89]|4[0-3])\]",
             "A window of 2^38 bytes is 2.7 TB/s: no bus of 128 bytes a clock brings that. The proof `meter_value` holds for every sum."),
    Survivor("sluice_top", "ext_req_t shadow_req, active_req;", r"\w+ active_req_o\[([0-9]|[1-5]\d|6[0-3])\].*", READ_ONLY),
    Survivor("sluice_regs", "input  wire               [          20:0] s_axil_awaddr,", r"\w+ s_axil_a[rw]addr\[[01]\].*",
             "The low two bits of an address choose nothing."),
    Survivor("ingress", "if (s_axis_tlast) frame_d = frame_q + 1'b1;", r"\w+ A\[\d+\] by \[(2[4-9]|3[01])\]",
             "Frame numbers are for observation; their upper bits need more than 16 million frames."),
    Survivor("parser", "if (whole_q) meta_q <= meta_of(header_q, len_q, first_beat_q, frame_q, enable_q, tpid_q);", r"\w+ A\[\d+\].* meta_o\[\d+\]",
             "What the descriptor is in a clock without `meta_valid_o` is of no account."),
    Survivor("lookup", "input  wire table_write_t                 table_wr_i,",
             r"\w+ wr_i" + STROBE,
             "Strobes come as whole bytes; of a byte's eight bits the first one is looked at."),
    Survivor("meter", "StepScale0, StepScale1, StepScale2: rate_d = scale(rate_q, interval_sel_i, step_q);", r"const[01] A\[\d+\]",
             "The rate is looked at in the clock behind the last scaling; what it is later is of no account."),
    Survivor("axil_slave", "output logic [AddrW-1:0] addr_o,", r"cnot1 Y\[15\] by \[17\] addr_o\[17\]",
             "Bit 19 with bit 20 names a port from 32 on, without it no register: in our builds an error either way. "
             "The proof `axil_slave` holds for every address."),
)
