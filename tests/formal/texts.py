# SPDX-License-Identifier: Apache-2.0
"""What docs/formal.md says of each proof: (property, what is narrowed and why; empty: nothing)."""

SMALL_BUS = "8-bit payload: nothing in it looks at the payload"
TEXTS = {
    "axis_reg": (
        "AXI-Stream register slice: what comes out is, beat for beat, what went in: no loss, no duplication, order. A "
        "waiting beat does not change. It takes a beat whenever it holds fewer than two (line rate)", SMALL_BUS),
    "stream_fifo": ("small FIFO, depth 4: the same, and the count is right", SMALL_BUS),
    "stream_fifo_3": ("the same at depth 3 (wrap by comparison)", SMALL_BUS),
    "compare": (
        "compare-and-replace: never less severe; equal changes nothing; nothing but s and lm changes, and the two "
        "together; d set or an unknown type: untouched; tag and outcome equal to a rule written apart, for all 2^27 inputs", ""),
    "quantizer": (
        "for every value and every strictly rising table the bucket lies above maximum n exactly where the value does; "
        "after 6 clocks, a new lookup every clock, tables and banks mixed, tables rewritten between lookups",
        "8 bits of values and maxima free, in both halves: a search sees values only through comparisons (all 64 bits: "
        "`quantizer_write`), and 6 bits show a value in every place among 31 maxima. RAM: `tracked/ram_1r1w.sv`, which keeps the "
        "table in question and reads anything elsewhere"),
    "quantizer_linear": (
        "no RTL: that is the linear search (lowest n with value <= maximum n, else 31)", ""),
    "quantizer_write": (
        "each byte-masked write lands in exactly the maximum that it names, nothing else changes one; each level of the "
        "search compares all 64 bits", ""),
    "parser_64": (
        "64 bits: all facts equal a decoder that reads an array of the frame's bytes: VLAN tags, EtherType, tag, what "
        "follows, truncation, MAC Control, length, priority, IP header (whole, broken or none, its place, traffic class); any "
        "bytes, any gaps, frame after frame, under a configuration that changes in any clock: a frame sees that of its last "
        "beat's; 2 clocks after the last beat, one answer a kept frame", "lengths 14 to 9,600: others are dropped before"),
    "parser_512": ("the same at 512 bits", "as `parser_64`"),
    "free_ring": (
        "free cells, for any one cell: it is free, taken or kept, and is handed out exactly where it is free and its turn "
        "has come: never twice, never lost; an undo makes exactly what was taken free again, in its order, across the "
        "ring's end and the end of the first lap too; a cell is offered wherever one is free; the count is exact",
        "5 cells (no power of two): nothing looks at an index but the wrap"),
    "queue_list": (
        "one queue, all of its frames, while other queues use the same RAM: they leave in their order, each with its own "
        "entry; the next stands at the head in the clock after a select, and the first in the clock after it came",
        "5 cells, so 5 frames; 3 bits of an entry besides its cell: nothing looks at them"),
    "frame_cells": (
        "what the cell buffer keeps of a frame, for any one cell and word from take to give: cells are taken exactly where the "
        "last one is full; links, words and metadata stay as they were written; a frame joins its queue with its first two cells",
        "5 cells of 2 words, 2 queues, 16 bits; free cells: `tracked/free_ring.sv`, which offers any cell that is free"),
    "cell_reader": (
        "the read side with the links' RAM, against a walk that looks into the links without a clock: each word asked for is "
        "found where it is, any gaps, frame after frame; each cell comes free once, with its last word",
        "4 cells of 2 words, frames of up to 16 words, 4 frames waiting"),
    "cell_reader_1": ("the same with cells of one word: a cell a clock", "as `cell_reader`"),
    "cell_buffer": (
        "the whole buffer against lists of frames: heads, lengths and numbers in every clock; any one word of any frame comes "
        "out in its turn as it went in, and its metadata; the count of cells is exact; a cell can be had wherever one is free",
        "5 cells of 2 words, 2 queues, 16 bits; the first 6 clocks after a reset: that the parts are joined rightly. What holds "
        "for all time: `free_ring`, `queue_list`, `frame_cells`, `cell_reader`"),
    "dwrr": (
        "the policy equals the rule written in wide integers: strict first, the highest first, else the turn, else the next; "
        "the credit equation; work conserving; no credit wraps", ""),
    "axil_slave": (
        "AXI4-Lite front end: each access is made once, with its address, data and strobes; each gets one response, its own; "
        "responses wait unchanged; what waits is begun in the next clock; reads and writes take turns; master and registers "
        "may do anything", "6-bit address: only passed on"),
    "regs": (
        "the whole register block at its bus, board and two ports, against tables made from the SystemRDL sources "
        "(`regs_table.py`): SLVERR exactly for unmapped, read-only and write-only words, and such an access reaches nothing; "
        "every field that is plain storage reads back what was written, byte by byte, since reset, and the design sees it; "
        "64-bit registers take over with their high half; bits without a readable field read 0; one response an access, "
        "nothing hangs", "two ports of 64; counters, interrupt causes and `now` are not plain storage (tested in `tests/axil`)"),
    "editor_64": (
        "64 bits: any one byte of what leaves is what the rules make of what came: the tag word's two bytes where updated, "
        "everything behind a stripped tag four bytes earlier, zeros behind the end; where marked, both ECN bits set, wherever "
        "they come to lie, and an IPv4 checksum as RFC 1624, equation 3, says; all else untouched; beats, end and `gone_o` "
        "exact; any frames, gaps and order", "lengths 14 to 9,600"),
    "editor_512": ("the same at 512 bits, all free", "as `editor_64`"),
    "transmit": (
        "output under any back-pressure: the n-th beat at the wire is the n-th that came; tkeep and tlast exact; a waiting "
        "beat does not change; with a credit for each beat the FIFO never overflows, every credit comes back; `sent` exact",
        "64-bit bus: nothing looks at the data"),
    "scheduler": (
        "never more beats on their way than credits; ceil(length / bus bytes) beats a frame; started in the clock after its "
        "selection; no bubble while a credit is there; the window of beats on their way", "64-bit bus, 20 credits, window 10"),
    "csig_ctrl": (
        "what is in force changes only in a clock of `activate_o`, all at once, to what was staged at `go`; the first reason in "
        "the documented order refuses, and then nothing changes; it always ends; a table comes in force only where any two "
        "neighbours rise; a table that a lookup may still read is never written; meters rest exactly where they must",
        "two ports"),
    "red_decide": (
        "RED's decision at arrival: hit iff depth > max, or r * (max - min) < P * (depth - min) between "
        "the thresholds (r < P where they are equal), never below min; a draw exactly where min <= depth <= max; drop or mark "
        "by codepoint and configuration, never both; 3 clocks later, a frame a clock",
        "no: full width. The products of the statement are those of the block's operand registers, which are proved to hold "
        "the statement's operands"),
    "red_decide_departure": ("the same at departure, where nothing is dropped", "as `red_decide`"),
    "red_draw": (
        "the n-th draw is the upper half of the n-th step of xorshift32 (13, 17, 5) since the seed, written bit by bit; order "
        "within a clock: restart, departure, arrival; nothing else steps it; it never becomes 0", ""),
    "red_average": (
        "a frame is judged on the integer part of average + floor((depth * 2^16 - average) / 2^weight), in exact "
        "arithmetic, any weight; an arrival at an empty queue starts from 0; nothing else moves the average", ""),
    "depth": (
        "depths of queues and port and the cells equal plain sums over the events; none is ever negative; a frame "
        "is refused exactly where it would break a limit, by the first of queue, port, buffer; watermarks "
        "and what a snapshot shows", "bounded: every behaviour of the first 4 clocks; a buffer of 1,000 cells of 64 bytes"),
    "depth_sum": (
        "any one queue's depth and that of all others are the port's", "bounded, as `depth`; frames of 14 to 63 bytes, a port's limit below 2^12"),
    "admission": (
        "each event takes effect with the configuration of its own clock: maps, limits, RED's profile and seed; events keep their "
        "order; `leave` is R clocks after `arrive`, with its own queue and length; each arrival is judged once, JudgeClocks after "
        "it, with its own facts", "bounded: every behaviour of the first 9 clocks, which is one more than a frame spends there; "
        "activations three clocks apart at least"),
    "stats": (
        "any one counter equals a count of the events themselves: nothing lost or counted twice across snapshot and "
        "clear, at any rate of events; reads show the snapshot", ""),
    "timebase": ("`now` grows by exactly the period, fraction included, or by the skip; stands still otherwise", ""),
    "meter_value": (
        "bandwidth = max(0, capacity - sum * 10^6 / interval) for every sum, capacity and interval; no product wraps", ""),
    "meter_percent": ("percentage = floor(100 * value / capacity), 0 where the capacity is 0", ""),
}
