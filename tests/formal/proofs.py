# SPDX-License-Identifier: Apache-2.0
"""The list of proofs: what is proved, how deep, and the bugs that each proof was seen to catch."""

from dataclasses import dataclass, field

from texts import TEXTS

PKG = "rtl/pkg/sluice_pkg.sv"
FEW_BUCKETS = (PKG, "NumBuckets = 32;", "NumBuckets = 3;")  # the check of a table takes 5 clocks instead of 34
DATAPATH = "rtl/pkg/datapath_pkg.sv"
RDL = ["regs/udps.rdl", "regs/time.rdl", "regs/irq.rdl", "regs/csig.rdl", "regs/stats.rdl", "regs/queue.rdl"]


@dataclass
class Mutant:
    """One planted bug: `old` (found exactly once in `file`) becomes `new`."""
    what: str
    file: str
    old: str
    new: str
    depth: int = 0          # clocks within which it must show, where it needs more than the proof's kill_depth
    shrink: tuple = ()      # (file, old, new): besides, makes the design smaller, so that the bug shows in few clocks


@dataclass
class Proof:
    name: str               # of tests/formal/<name>_props.sv, unless `props` names the file
    top: str
    files: list             # RTL, packages first
    depth: int              # of induction (mode prove) or of the bound (mode bmc), in clocks
    cover_depth: int        # clocks within which every cover must be reached; 0: no covers
    mode: str = "prove"     # prove: unbounded, by k-induction
    params: dict = field(default_factory=dict)
    tables: list = field(default_factory=list)  # (prefix, address map, SystemRDL files): see regs_table.py
    props: str = ""
    engine: str = "yices"
    quick: bool = True      # part of `make test`
    lemmas: bool = True     # has a parameter Lemmas: assertions about registers, for the induction alone
    kill_depth: int = 12    # clocks within which a planted bug must show
    limit: int = 600        # seconds
    what: str = ""          # the property, in docs/formal.md (texts.py)
    narrowed: str = ""      # what is smaller than in the design, and why that loses little or nothing
    mutants: list = field(default_factory=list)


PROOFS = [
    Proof("axis_reg", "axis_reg_props", ["rtl/common/stream_reg.sv", "rtl/common/axis_reg.sv"], 4, 10, mutants=[
        Mutant("the skid word is overwritten", "rtl/common/stream_reg.sv",
               "    if (!ready_q) begin\n      if (advance) out_q", "    if (!ready_q && !s_valid_i) begin\n      if (advance) out_q"),
        Mutant("payload changes while it waits", "rtl/common/stream_reg.sv",
               "assign advance = m_ready_i || !valid_q;", "assign advance = m_ready_i || !valid_q || !ready_q;"),
        Mutant("valid drops when nothing new comes", "rtl/common/stream_reg.sv",
               "if (advance) begin\n        valid_d", "if (advance || !s_valid_i) begin\n        valid_d"),
        Mutant("tlast and tuser swapped", "rtl/common/axis_reg.sv",
               "({s_axis_tuser, s_axis_tlast,", "({s_axis_tlast, s_axis_tuser,"),
        Mutant("ready again a clock late (throughput)", "rtl/common/stream_reg.sv",
               "    end else if (advance) begin\n      ready_d = 1'b1;", "    end else if (advance) begin\n      ready_d = !valid_q;"),
    ]),
    Proof("stream_fifo", "stream_fifo_props", ["rtl/common/stream_fifo.sv"], 3, 20, params={"Depth": 4}, mutants=[
        Mutant("one word too many is taken", "rtl/common/stream_fifo.sv",
               "ready_d = count_d != CountW'(Depth);", "ready_d = count_q != CountW'(Depth);"),
        Mutant("a word is read twice", "rtl/common/stream_fifo.sv",
               "if (pop) rptr_d =", "if (pop && !push) rptr_d ="),
        Mutant("written where nothing was taken", "rtl/common/stream_fifo.sv",
               "if (push) mem[wptr_q]", "if (s_valid_i) mem[wptr_q]"),
        Mutant("count wrong when a word comes as one leaves", "rtl/common/stream_fifo.sv",
               "if (push && !pop) count_d", "if (push) count_d"),
    ]),
    # A depth that is no power of two: the pointers wrap by comparison.
    Proof("stream_fifo_3", "stream_fifo_props", ["rtl/common/stream_fifo.sv"], 3, 20, params={"Depth": 3},
          props="tests/formal/stream_fifo_props.sv", mutants=[
        Mutant("pointer wraps by its width", "rtl/common/stream_fifo.sv",
               "wptr_d = (wptr_q == PtrLast) ? '0 : wptr_q + 1'b1", "wptr_d = wptr_q + 1'b1"),
    ]),
    # Combinational: one step is every case (an assertion on a clock edge is looked at in the step after).
    Proof("compare", "compare_props", [PKG, "rtl/csig/compare.sv"], 2, 2, mode="bmc", kill_depth=2, lemmas=False, mutants=[
        Mutant("replaced where the local bucket is the better one", "rtl/csig/compare.sv",
               "bucket_i > tag.bucket : bucket_i < tag.bucket", "bucket_i < tag.bucket : bucket_i < tag.bucket"),
        Mutant("an equal bucket takes the locator", "rtl/csig/compare.sv",
               "else if (bucket_i == tag.bucket) outcome_o = OutcomeEqual;",
               "else if (bucket_i == tag.bucket) begin outcome_o = OutcomeEqual; replaced.locator = locator_i; end"),
        Mutant("the d bit is not looked at", "rtl/csig/compare.sv", "else if (tag.no_update)", "else if (1'b0)"),
        Mutant("signal 3 is compared", "rtl/csig/compare.sv",
               "if (tag.signal > SignalDelay)", "if (tag.signal > SignalDelay + 3'd1)"),
        Mutant("the reserved bit is cleared", "rtl/csig/compare.sv",
               "replaced.locator = locator_i;", "replaced.locator = locator_i; replaced.reserved = 1'b0;"),
        Mutant("d is looked at before the type", "rtl/csig/compare.sv",
               "if (tag.signal > SignalDelay)", "if (tag.signal > SignalDelay && !tag.no_update)"),
    ]),
    Proof("quantizer", "quantizer_props", [PKG, "tests/formal/tracked/ram_1r1w.sv", "rtl/csig/quantizer.sv"], 8, 16,
          lemmas=False, mutants=[
        Mutant("a value equal to a maximum goes one too high", "rtl/csig/quantizer.sv",
               "value_q > maximum", "value_q >= maximum"),
        Mutant("compares the low half only", "rtl/csig/quantizer.sv",
               "value_q > maximum", "value_q[31:0] > maximum[31:0]"),
        Mutant("the bank is that of a later lookup", "rtl/csig/quantizer.sv",
               "assign raddr = {bank[k], tbl[k], prefix", "assign raddr = {bank[0], tbl[k], prefix"),
        Mutant("a write of another table lands in this one", "rtl/csig/quantizer.sv",
               "assign waddr = {wr_i.bank, wr_i.tbl, wr_i", "assign waddr = {wr_i.bank, tbl[k], wr_i"),
        Mutant("a lookup waits where a table is written (throughput)", "rtl/csig/quantizer.sv",
               "assign valid[0]  = valid_i;", "assign valid[0]  = valid_i && !wr_i.en;"),
    ]),
    Proof("quantizer_linear", "quantizer_linear_props", [], 2, 2, mode="bmc", kill_depth=2, quick=False, lemmas=False),
    Proof("quantizer_write", "quantizer_write_props",
          [PKG, "rtl/common/ram_1r1w.sv", "rtl/csig/quantizer.sv"], 2, 5, kill_depth=4, lemmas=False, mutants=[
        Mutant("a write lands in two levels", "rtl/csig/quantizer.sv",
               "wr_i.en && !wr_i.bucket[Low] &&", "wr_i.en &&"),
        Mutant("the halves of a maximum are swapped", "rtl/csig/quantizer.sv",
               "wr_i.high ?", "!wr_i.high ?"),
    ]),
    Proof("axil_slave", "axil_slave_props", ["rtl/axil/axil_slave.sv"], 4, 12, mutants=[
        Mutant("the response is that of a later ack", "rtl/axil/axil_slave.sv",
               "if (taken) state_d = StIdle;", "if (taken) state_d = StIdle; if (ack_i) resp_d = err_i ? 2'b10 : 2'b00;"),
        Mutant("a write begins without its data", "rtl/axil/axil_slave.sv",
               "assign write_waits = aw_valid_q && w_valid_q;", "assign write_waits = aw_valid_q;"),
        Mutant("a read that waits is starved by writes", "rtl/axil/axil_slave.sv",
               "write_d = write_waits && (!ar_valid_q || !write_q);", "write_d = write_waits;"),
        Mutant("bvalid drops without bready", "rtl/axil/axil_slave.sv",
               "assign taken       = (write_q ? s_axil_bready : s_axil_rready)",
               "assign taken       = (write_q ? 1'b1 : s_axil_rready)"),
        Mutant("the address changes under way", "rtl/axil/axil_slave.sv",
               "aw_ready_q <= !aw_valid_d;", "aw_ready_q <= !aw_valid_d || state_q == StWait;"),
        Mutant("an error carries data", "rtl/axil/axil_slave.sv",
               "(write_q || err_i) ? '0 : rdata_i", "write_q ? '0 : rdata_i"),
    ]),
    # At its smallest legal size: 128 words of 1,024 bits.
    Proof("frame_fifo", "frame_fifo_props",
          [PKG, DATAPATH, "rtl/common/ram_1r1w.sv", "rtl/common/stream_fifo.sv",
           "rtl/queue/frame_fifo.sv"], 4, 16, kill_depth=14, mutants=[
        Mutant("a dropped frame keeps its words", "rtl/queue/frame_fifo.sv",
               "if (write_drop_i) wptr_d = start_q;", "if (write_drop_i) wptr_d = wptr_q;"),
        Mutant("a dropped frame is kept where its last word comes with the end", "rtl/queue/frame_fifo.sv",
               "else start_d = wptr_d;", "else start_d = write_valid_i ? wptr_d : start_q;"),
        Mutant("a descriptor is fetched twice", "rtl/queue/frame_fifo.sv",
               "if (fetch) meta_rptr_d", "if (fetch && !meta_valid_i) meta_rptr_d"),
        Mutant("room falls long before it must", "rtl/queue/frame_fifo.sv",
               "words_used <= (WordW+1)'(Words - DataSlack)", "words_used <= (WordW+1)'(DataSlack)"),
        Mutant("words of a frame are readable out of order after a drop", "rtl/queue/frame_fifo.sv",
               "      else start_d = wptr_d;\n    end", "      else start_d = wptr_d;\n      if (write_drop_i && read_i) wptr_d = wptr_q;\n    end"),
    ]),
    # The arithmetic of the meter, in two halves (one solver run for both does not end).
    Proof("meter_value", "meter_props", [PKG, "rtl/csig/meter.sv"], 4, 20, kill_depth=15, quick=False,
          props="tests/formal/meter_props.sv", params={"CapacityBits": 40, "SumBits": 44}, mutants=[
        Mutant("the window's sum is scaled once too little", "rtl/csig/meter.sv",
               "3'd1: if (step != StepScale2)", "3'd1: if (step == StepScale0)"),
        Mutant("an overload shows as a large value", "rtl/csig/meter.sv",
               "if (rate_q < RateW'(port_i.capacity)) next_abw_d", "if (rate_q != RateW'(port_i.capacity)) next_abw_d"),
    ]),
    Proof("meter_percent", "meter_props", [PKG, "rtl/csig/meter.sv"], 4, 20, kill_depth=15, quick=False,
          props="tests/formal/meter_props.sv",
          params={"CapacityBits": 40, "SumBits": 44, "Percent": "1'b1"}, mutants=[
        Mutant("a digit that divides exactly is one too small", "rtl/csig/meter.sv",
               "digit[0] = rem_half >= (den_q >> 1);", "digit[0] = rem_half > (den_q >> 1);"),
        Mutant("the remainder is not restored", "rtl/csig/meter.sv",
               "rem_half = digit[1] ? num_q - den_q : num_q;", "rem_half = num_q - den_q;"),
    ]),
    Proof("parser_64", "parser_props", [PKG, DATAPATH, "rtl/parser/parser.sv"], 3, 16,
          props="tests/formal/parser_props.sv", params={"DataW": 64}, quick=False, mutants=[
        Mutant("a header that comes in beats is shifted by gaps", "rtl/parser/parser.sv",
               "index_d = index_q;", "index_d = index_q + 1'b1;"),
        Mutant("a beat behind the header overwrites it", "rtl/parser/parser.sv",
               "(index == IndexW'(Slices)) ? index : index + 1'b1",
               "(index == IndexW'(Slices)) ? '0 : index + 1'b1"),
        Mutant("the second VLAN tag is not walked over", "rtl/parser/parser.sv",
               "else if (!is_vlan(word_at(header, 16))) m.vlans = 2'd1;", "else if (1'b1) m.vlans = 2'd1;"),
        Mutant("a tag without its EtherType counts as whole", "rtl/parser/parser.sv",
               "len >= at + LenW'(6)", "len >= at + LenW'(4)"),
        Mutant("a dropped frame is answered", "rtl/parser/parser.sv",
               "beat_last_i && !drop_i", "beat_last_i"),
    ]),
    Proof("parser_512", "parser_props", [PKG, DATAPATH, "rtl/parser/parser.sv"], 3, 8,
          props="tests/formal/parser_props.sv", params={"DataW": 512}, mutants=[
        Mutant("0x9100 is no VLAN tag", "rtl/pkg/sluice_pkg.sv",
               "ethertype == EtherStag || ethertype == EtherQinq", "ethertype == EtherStag"),
        Mutant("a later beat overwrites the header", "rtl/parser/parser.sv",
               "assign index = beat_first_i ? '0 : index_q;", "assign index = '0;"),
        Mutant("an EtherType that lies half beyond the end counts", "rtl/parser/parser.sv",
               "len >= at + LenW'(2)", "len >= at + LenW'(1)"),
        Mutant("LLDP is a foreign TPID", "rtl/parser/parser.sv",
               "EtherMacControl, EtherLldp,", "EtherMacControl, EtherArp,"),
        Mutant("MAC Control behind a VLAN tag counts", "rtl/parser/parser.sv",
               "word_at(header, 12) == EtherMacControl", "m.ethertype == EtherMacControl"),
        Mutant("bytes of the tag word swapped", "rtl/parser/parser.sv",
               "m.tag       = word_at(header, 18);", "m.tag       = {header[8*19+:8], header[8*18+:8]};"),
    ]),
    Proof("editor_64", "editor_props", [PKG, DATAPATH, "rtl/editor/editor.sv"], 2, 16,
          props="tests/formal/editor_props.sv", params={"DataW": 64}, mutants=[
        Mutant("the tag word of two VLAN tags is written a lane early", "rtl/editor/editor.sv",
               "3'(TagLane) + 3'(verdict_q.vlans)", "3'(TagLane) + 3'(verdict_q.vlans[0])"),
        Mutant("later beats are taken for the header again", "rtl/editor/editor.sv",
               "(index_q == IndexW'(TagBeats)) ? index_q : index_q + 1'b1", "index_q + 1'b1"),
        Mutant("a stripped beat leaves without its last bytes", "rtl/editor/editor.sv",
               "(held_last_q || !strip || beat_valid_i)", "1'b1"),
        Mutant("the last beat is not marked where one is gone", "rtl/editor/editor.sv",
               "out_last_o   = held_last_q || gone_o;", "out_last_o   = held_last_q;"),
    ]),
    Proof("editor_512", "editor_props", [PKG, DATAPATH, "rtl/editor/editor.sv"], 2, 10,
          props="tests/formal/editor_props.sv", params={"DataW": 512}, quick=False, mutants=[
        Mutant("bytes of the tag word swapped", "rtl/editor/editor.sv",
               "{verdict_q.tag[7:0], verdict_q.tag[15:8]}", "verdict_q.tag"),
        Mutant("update touches the TPID", "rtl/editor/editor.sv",
               "out_data_o[LaneW*(i%Lanes)+16+:16]", "out_data_o[LaneW*(i%Lanes)+15+:16]"),
        Mutant("bytes of the next frame behind a stripped one", "rtl/editor/editor.sv",
               "behind     = held_last_q ? '0 :", "behind     = !strip ? '0 :"),
        Mutant("one lane too many keeps its place", "rtl/editor/editor.sv",
               "3'(i) < tag_lane) begin", "3'(i) <= tag_lane) begin"),
        Mutant("the header's lanes of later beats are edited too", "rtl/editor/editor.sv",
               "if (index_q == IndexW'(i / Lanes) && 3'(i) == tag_lane)", "if (3'(i) == tag_lane)"),
        Mutant("a verdict of a frame is taken over by the next beat", "rtl/editor/editor.sv",
               "if (beat_first_i) verdict_q <= verdict_i;", "verdict_q <= verdict_i;"),
    ]),
    Proof("regs", "regs_props",
          [PKG, "regs/generated/stats_index_pkg.sv", "regs/generated/sluice_global_pkg.sv",
           "regs/generated/sluice_global.sv", "regs/generated/sluice_port_pkg.sv", "regs/generated/sluice_port.sv",
           "rtl/axil/axil_slave.sv", "rtl/axil/reg_demux.sv", "rtl/axil/sluice_regs.sv"], 3, 14, kill_depth=10, quick=False,
          tables=[("global", "sluice_global", [*RDL, "regs/global.rdl"]), ("port", "sluice_port", [*RDL, "regs/port.rdl"])],
          mutants=[
        Mutant("a write to statistics is let through", "rtl/axil/reg_demux.sv",
               "&& !(to_stats && write_i)", ""),
        Mutant("an access to a port that does not exist hangs", "rtl/axil/reg_demux.sv",
               "32'(number) < NumPorts &&", "(32'(number) < NumPorts || number == 6'd2) &&"),
        Mutant("a strobe is ignored", "rtl/axil/axil_slave.sv",
               "biten_o[8*i+:8] = {8{w_strb_q[i]}}", "biten_o[8*i+:8] = {8{w_strb_q[i & 2]}}"),
        Mutant("the period takes over with its low half", "regs/generated/sluice_global.sv",
               "wbuf_storage.time_.period.trigger_q <= decoded_reg_strb.time_.period[1]",
               "wbuf_storage.time_.period.trigger_q <= decoded_reg_strb.time_.period[0]"),
        Mutant("both ports hold one locator", "rtl/axil/sluice_regs.sv",
               "locator: port_out.csig.locator.value,", "locator: gen_port[0].port_out.csig.locator.value,"),
        Mutant("a field reads another one back", "regs/generated/sluice_global.sv",
               "readback_data_var[2:0] = field_storage.csig.interval.select.value;",
               "readback_data_var[2:0] = field_storage.csig.activate.tables.value;"),
        Mutant("a write to `now` is no error", "regs/generated/sluice_global.sv",
               "is_valid_rw |= cpuif_req_masked & (cpuif_addr == 13'h108) & !cpuif_req_is_wr;",
               "is_valid_rw |= cpuif_req_masked & (cpuif_addr == 13'h108);"),
        Mutant("writes answer with the error of reads", "rtl/axil/sluice_regs.sv",
               "assign port_err[p] = write ? wr_err : rd_err;", "assign port_err[p] = !write && rd_err;"),
    ]),
    Proof("csig_ctrl", "csig_ctrl_props",
          [PKG, "regs/generated/sluice_global_pkg.sv", "rtl/common/ram_1r1w.sv", "rtl/csig/csig_tables.sv",
           "rtl/csig/csig_ctrl.sv"], 3, 16, kill_depth=14, quick=False, mutants=[
        Mutant("the staged values of the end, not of the beginning", "rtl/csig/csig_ctrl.sv",
               "port_d      = next_port_q;", "port_d      = port_i;"),
        Mutant("banks of all tables flip", "rtl/csig/csig_ctrl.sv", "bank_q ^ mask_q", "bank_q ^ {3{|mask_q}}", 14, FEW_BUCKETS),
        Mutant("a write comes while a lookup may still read", "rtl/csig/csig_ctrl.sv",
               "hold_d      = HoldW'(HoldClocks);", "hold_d      = HoldW'(1);", 15, FEW_BUCKETS),
        Mutant("format is looked at before the interval", "rtl/csig/csig_ctrl.sv",
               "if (next_csig_q.interval_sel >= 3'(NumIntervals))", "if (next_csig_q.interval_sel >= 3'(NumIntervals) && !next_csig_q.wide)"),
        Mutant("the highest port with a bad action is named", "rtl/csig/csig_ctrl.sv",
               "for (int p = int'(NumPorts) - 1; p >= 0; p--) if (bad_action[p])", "for (int p = 0; p < int'(NumPorts); p++) if (bad_action[p])"),
        Mutant("a table written while it is checked", "rtl/csig/csig_ctrl.sv",
               ".lock_i(state_q != StIdle || go_i)", ".lock_i(state_q == StFields || go_i)"),
        Mutant("a meter rests where another port's capacity changed", "rtl/csig/csig_ctrl.sv",
               "next_port_q[p].capacity != port_q[p].capacity", "next_port_q[0].capacity != port_q[0].capacity"),
    ]),
    Proof("scheduler", "scheduler_props", [PKG, DATAPATH, "rtl/port/scheduler.sv"], 2, 30, kill_depth=25, quick=False, mutants=[
        Mutant("a beat goes without a credit", "rtl/port/scheduler.sv",
               "assign go   = valid_q && credits_q != '0;", "assign go   = valid_q;"),
        Mutant("a clock is lost between frames", "rtl/port/scheduler.sv",
               "(!valid_q || done) && credits_d", "!valid_q && credits_d"),
        Mutant("a beat too many where the length fits exactly", "rtl/port/scheduler.sv",
               "(head_meta_i.len - 1'b1) >> ByteW", "head_meta_i.len >> ByteW"),
        Mutant("the window is one beat wider", "rtl/port/scheduler.sv",
               "credits_d > CreditW'(Credits - Window)", "credits_d >= CreditW'(Credits - Window)"),
        Mutant("two credits at once count as one", "rtl/port/scheduler.sv",
               "CreditW'(credit_i)", "CreditW'(|credit_i)"),
    ]),
    Proof("transmit", "transmit_props",
          [PKG, DATAPATH, "rtl/common/stream_reg.sv", "rtl/common/stream_fifo.sv", "rtl/common/axis_reg.sv",
           "rtl/port/transmit.sv"], 2, 16, kill_depth=14, quick=False, mutants=[
        Mutant("a full last beat is marked empty", "rtl/port/transmit.sv",
               "empty     = -fifo_sent.len[ByteW-1:0];", "empty     = ~fifo_sent.len[ByteW-1:0];"),
        Mutant("tkeep of the last beat on every beat", "rtl/port/transmit.sv",
               "if (fifo_last) fifo_keep", "if (1'b1) fifo_keep"),
        Mutant("the credit of a beat that is gone is lost", "rtl/port/transmit.sv",
               "+ 2'(in_gone_i)", "+ 2'(in_gone_i && !fifo_valid)"),
        Mutant("a credit comes back early", "rtl/port/transmit.sv",
               "2'(fifo_valid && fifo_ready)", "2'(fifo_valid)"),
        Mutant("sent is told before the beat is taken", "rtl/port/transmit.sv",
               "m_axis_tvalid && m_axis_tready && m_axis_tlast;", "m_axis_tvalid && m_axis_tlast;"),
    ]),
    Proof("stats", "stats_props", [PKG, "regs/generated/stats_index_pkg.sv", "rtl/stats/stats.sv"], 3, 12,
          kill_depth=9, quick=False, mutants=[
        Mutant("events of the clock of a clear are lost", "rtl/stats/stats.sv",
               "live_q <= hit[i] ? 64'(amount) : '0;", "live_q <= '0;"),
        Mutant("events of the clock of a snapshot are in it", "rtl/stats/stats.sv",
               "shown_q <= live_q;", "shown_q <= live_q + (hit[i] ? 64'(amount) : '0);"),
        Mutant("an update is not counted among the compared", "rtl/stats/stats.sv",
               "inside {OutcomeUpdated, OutcomeEqual,", "inside {OutcomeEqual,"),
        Mutant("the bytes of a runt are no dropped bytes", "rtl/stats/stats.sv",
               "hit[StatDropBytes]    = dropped;", "hit[StatDropBytes]    = dropped && events_q.arrive_drop != DropRunt;"),
        Mutant("an arrival is lost where a frame leaves", "rtl/stats/stats.sv",
               "hit[StatRxFrames]     = 1'b1;", "hit[StatRxFrames]     = !events_q.sent;"),
        Mutant("the halves of a counter are swapped", "rtl/stats/stats.sv",
               "rd_word_i[0] ? shown", "!rd_word_i[0] ? shown"),
    ]),
    Proof("timebase", "timebase_props", [PKG, "rtl/time/timebase.sv"], 2, 8, kill_depth=5, lemmas=False, mutants=[
        Mutant("the last bit of the fraction is dropped", "rtl/time/timebase.sv",
               "time_t'(period_i)", "time_t'({period_i[47:1], 1'b0})"),
        Mutant("a skip comes on top of the period", "rtl/time/timebase.sv",
               "skip_i != '0 ? skip_i :", "skip_i != '0 ? skip_i + time_t'(period_i) :"),
    ]),
]

for proof in PROOFS:
    proof.what, proof.narrowed = TEXTS[proof.name]
