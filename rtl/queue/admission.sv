// SPDX-License-Identifier: Apache-2.0
// Admission: which queue a frame belongs to, whether there is room for it, and, with RED, whether it
// stays and is marked.
//
// Interface:  arrive_*: two clocks after the frame's last beat. select_*: in the clock of `select`,
//             but select_ecn_i (EcnNotEct without a valid IP header) one clock later; activate_i, snapshot_i, clear_i in theirs; config_i is what is in force, constant for
//             DepthClocks clocks from activate_i on. red_*: to red and back, RedLatency clocks later.
//             red_reseed_i: with the events of an activation's clock, where it changed the seed.
//             judged_*: each frame that arrived, kept or not. shown_*: as of the last snapshot.
//             busy_o: something is in motion.
// Latency:    arrive_* to red_arrive_*: 2 clocks; to judged_*: JudgeClocks - 2 = 6. select_i to
//             red_depart_*: DepthClocks + 1 = 4. snapshot_i to shown_*: DepthClocks + 1 = 4.
// Throughput: one arrival and one departure a clock, of any queues.
// Source:     docs/architecture.md, "Clocks and events".
//
// Events of one clock take effect in the order activation, snapshot, `select`, `leave`, `arrive`. The
// limits are looked at DepthClocks after a frame's last beat, so all other events wait as long, and
// each sees exactly the configuration of its own clock. A frame that RED drops is told by red
// JudgeClocks after it arrived and leaves the depths at once: that is `leave`, at `arrive` + RedClocks.
`default_nettype none
module admission
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned BufferCells = 65536,
  parameter int unsigned CellBytes   = 64
) (
  input  wire                                 clk_i,
  input  wire                                 rst_ni,
  input  wire buffer_config_t                 config_i,
  input  wire                                 activate_i,
  input  wire                                 snapshot_i,
  input  wire                                 clear_i,
  input  wire                                 arrive_valid_i,
  input  wire arrival_t                       arrive_i,
  input  wire                                 select_valid_i,
  input  wire queue_t                         select_queue_i,
  input  wire                 [     LenW-1:0] select_len_i,
  input  wire                 [          1:0] select_ecn_i,
  output logic                                red_reseed_o,
  output logic                [         31:0] red_seed_o,
  output logic                                red_arrive_valid_o,
  output red_event_t                          red_arrive_o,
  output logic                                red_depart_valid_o,
  output red_event_t                          red_depart_o,
  input  wire                                 red_drop_i,
  input  wire                                 red_mark_i,
  output logic                                judged_valid_o,
  output judged_t                             judged_o,
  output depth_t              [NumQueues-1:0] shown_depth_o,
  output depth_t              [NumQueues-1:0] shown_watermark_o,
  output depth_t                              shown_port_depth_o,
  output depth_t                              shown_port_watermark_o,
  output logic                                busy_o
);
  // Events on their way to the clock in which they count.
  logic [DepthClocks-1:0] activate_q, snapshot_q, clear_q, select_valid_q;
  departure_t [DepthClocks-1:0] select_q;
  departure_t select;
  logic select_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      activate_q     <= '0;
      snapshot_q     <= '0;
      clear_q        <= '0;
      select_valid_q <= '0;
    end else begin
      activate_q     <= {activate_q[DepthClocks-2:0], activate_i};
      snapshot_q     <= {snapshot_q[DepthClocks-2:0], snapshot_i};
      clear_q        <= {clear_q[DepthClocks-2:0], clear_i};
      select_valid_q <= {select_valid_q[DepthClocks-2:0], select_valid_i};
    end
  end
  always_ff @(posedge clk_i) begin
    select_q    <= {select_q[DepthClocks-2:0], select_q[0]};
    select_q[0] <= '{queue: select_queue_i, len: select_len_i, ecn: EcnNotEct};
    // What is known of a frame beyond its length is there one clock later.
    select_q[1] <= '{queue: select_q[0].queue, len: select_q[0].len, ecn: select_ecn_i};
  end

  assign select       = select_q[DepthClocks-1];
  assign select_valid = select_valid_q[DepthClocks-1];

  logic arrive_valid, arrive_broken;
  drop_e arrive_drop;
  queue_t arrive_queue;
  logic [15:0] arrive_len;
  logic [1:0] arrive_ecn;

  classify u_classify (
    .clk_i,
    .rst_ni,
    .config_i,
    .load_i     (activate_q[0]),
    .arrive_valid_i,
    .arrive_i,
    .valid_o    (arrive_valid),
    .drop_o     (arrive_drop),
    .queue_o    (arrive_queue),
    .len_o      (arrive_len),
    .ecn_o      (arrive_ecn),
    .ip_broken_o(arrive_broken)
  );

  // The configuration of the clock whose events count now.
  depth_t [NumQueues-1:0] limit_q;
  depth_t port_limit_q;
  red_config_t [NumQueues-1:0] red_q;
  logic [31:0] seed_q;
  logic load, reseed_q, red_reseed_q;

  assign load = activate_q[DepthClocks-2];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      limit_q      <= {NumQueues{QueueConfigReset.limit}};
      port_limit_q <= BufferConfigReset.limit;
      red_q        <= {NumQueues{RedConfigReset}};
      seed_q       <= BufferConfigReset.seed;
      reseed_q     <= 1'b0;
      red_reseed_q <= 1'b0;
    end else begin
      reseed_q     <= load && config_i.seed != seed_q;
      red_reseed_q <= reseed_q;
      if (load) begin
        for (int unsigned q = 0; q < NumQueues; q++) begin
          limit_q[q] <= config_i.queue[q].limit;
          red_q[q]   <= config_i.queue[q].red;
        end
        port_limit_q <= config_i.limit;
        seed_q       <= config_i.seed;
      end
    end
  end

  judged_t judged_now;
  judged_t [RedLatency:0] judged_q;
  logic [RedLatency:0] judged_valid_q;
  depth_t earlier, select_depth;
  drop_e refused;
  logic  leave_valid;

  assign leave_valid = judged_valid_q[RedLatency] && red_drop_i;

  depth #(
    .BufferCells(BufferCells),
    .CellBytes  (CellBytes)
  ) u_depth (
    .clk_i,
    .rst_ni,
    .limit_i       (limit_q),
    .port_limit_i  (port_limit_q),
    .snapshot_i    (snapshot_q[DepthClocks-1]),
    .clear_i       (clear_q[DepthClocks-1]),
    .select_valid_i(select_valid),
    .select_queue_i(select.queue),
    .select_len_i  (select.len),
    .select_depth_o(select_depth),
    .leave_valid_i (leave_valid),
    .leave_queue_i (judged_q[RedLatency].queue),
    .leave_len_i   (judged_q[RedLatency].len[LenW-1:0]),
    .arrive_keep_i (arrive_valid && arrive_drop == DropNone),
    .arrive_queue_i(arrive_queue),
    .arrive_len_i  (arrive_len[LenW-1:0]),
    .earlier_o     (earlier),
    .refused_o     (refused),
    .shown_depth_o,
    .shown_watermark_o,
    .shown_port_depth_o,
    .shown_port_watermark_o
  );

  always_comb begin
    judged_now.drop      = arrive_drop == DropNone ? refused : arrive_drop;
    judged_now.queue     = arrive_queue;
    judged_now.len       = arrive_len;
    judged_now.ip_broken = arrive_broken;
    judged_now.ce        = arrive_ecn == EcnCe;
    judged_now.mark      = 1'b0;
  end

  red_event_t red_arrive_q, red_depart_q;
  logic red_arrive_valid_q, red_depart_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      judged_valid_q     <= '0;
      red_arrive_valid_q <= 1'b0;
      red_depart_valid_q <= 1'b0;
    end else begin
      judged_valid_q     <= {judged_valid_q[RedLatency-1:0], arrive_valid};
      red_arrive_valid_q <= arrive_valid && judged_now.drop == DropNone;
      red_depart_valid_q <= select_valid;
    end
  end
  always_ff @(posedge clk_i) begin
    judged_q <= {judged_q[RedLatency-1:0], judged_now};
    if (arrive_valid) begin
      red_arrive_q <= '{
          queue: arrive_queue,
          depth: earlier + depth_t'(arrive_len),
          first: earlier == '0,
          ecn: arrive_ecn,
          red: red_q[arrive_queue]
      };
    end
    if (select_valid) begin
      red_depart_q <= '{
          queue: select.queue,
          depth: select_depth,
          first: 1'b0,
          ecn: select.ecn,
          red: red_q[select.queue]
      };
    end
  end

  assign red_reseed_o       = red_reseed_q;
  assign red_seed_o         = seed_q;
  assign red_arrive_valid_o = red_arrive_valid_q;
  assign red_arrive_o       = red_arrive_q;
  assign red_depart_valid_o = red_depart_valid_q;
  assign red_depart_o       = red_depart_q;

  assign judged_valid_o     = judged_valid_q[RedLatency];
  always_comb begin
    judged_o      = judged_q[RedLatency];
    judged_o.mark = red_mark_i;
    if (red_drop_i) judged_o.drop = DropRed;
  end

  assign busy_o = |{arrive_valid_i, arrive_valid, judged_valid_q, select_valid_i, select_valid_q,
                    red_depart_valid_q, activate_i, activate_q, reseed_q, red_reseed_q, snapshot_i,
                    snapshot_q};
endmodule
`default_nettype wire
