// SPDX-License-Identifier: Apache-2.0
// Properties of admission (rtl/queue/admission.sv; its sums: depth_props): when what takes effect.
//  - a frame's queue is that of the maps in force at its `arrive`, by PCP, DSCP or default;
//  - the depths see `select`, snapshot and the limits of DepthClocks clocks ago, with the arrival of then, and
//    `leave` of a frame in the clock in which RED tells, with that frame's own queue and length;
//  - RED gets each frame with the profile in force at its own event, and a restart with the events of the
//    activation's clock exactly where that changed the seed;
//  - each arrival is judged once, JudgeClocks after it, with its own facts.
// Activations are three clocks apart at least; their configuration stands still meanwhile.
`default_nettype none
module admission_props
  import sluice_pkg::*;
  import datapath_pkg::*;
(
  input wire                            clk_i,
  input wire                            rst_ni,
  input wire buffer_config_t            config_i,
  input wire                            activate_i,
  input wire                            snapshot_i,
  input wire                            clear_i,
  input wire                            arrive_valid_i,
  input wire arrival_t                  arrive_i,
  input wire                            select_valid_i,
  input wire queue_t                    select_queue_i,
  input wire                 [LenW-1:0] select_len_i,
  input wire                 [     1:0] select_ecn_i,
  input wire                            red_drop_i,
  input wire                            red_mark_i,
  input wire queue_t                    c_queue
);
  logic red_reseed_o, red_arrive_valid_o, red_depart_valid_o, judged_valid_o, busy_o;
  logic [31:0] red_seed_o;
  red_event_t red_arrive_o, red_depart_o;
  judged_t judged_o;
  depth_t [NumQueues-1:0] shown_depth_o, shown_watermark_o;
  depth_t shown_port_depth_o, shown_port_watermark_o;
  admission #(.BufferCells(1000)) u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;

  // In force at each of the last clocks; [0]: now.
  buffer_config_t force_q [4];
  buffer_config_t in_force[4];
  logic [8:0] active, select_valid, snapshot, clear, changed;
  logic [8:1] active_q, select_valid_q, snapshot_q, clear_q, changed_q;
  departure_t select_q[5];
  assign in_force[0]  = activate_i ? config_i : force_q[1];
  assign active       = {active_q, activate_i};
  assign select_valid = {select_valid_q, select_valid_i};
  assign snapshot     = {snapshot_q, snapshot_i};
  assign clear        = {clear_q, clear_i};
  assign changed      = {changed_q, activate_i && config_i.seed != force_q[1].seed};
  for (genvar i = 1; i < 4; i++) begin : gen_force
    assign in_force[i] = force_q[i];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) force_q[i] <= BufferConfigReset;
      else force_q[i] <= in_force[i-1];
    end
  end
  assign force_q[0] = '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q       <= '0;
      select_valid_q <= '0;
      snapshot_q     <= '0;
      clear_q        <= '0;
      changed_q      <= '0;
    end else begin
      active_q       <= active[7:0];
      select_valid_q <= select_valid[7:0];
      snapshot_q     <= snapshot[7:0];
      clear_q        <= clear[7:0];
      changed_q      <= changed[7:0];
    end
  end
  always_ff @(posedge clk_i) begin
    select_q[1] <= select_q[0];
    // The codepoint comes a clock later.
    select_q[2] <= '{queue: select_q[1].queue, len: select_q[1].len, ecn: select_ecn_i};
    for (int unsigned i = 3; i < 5; i++) select_q[i] <= select_q[i-1];
  end
  assign select_q[0] = '{queue: select_queue_i, len: select_len_i, ecn: 2'b00};

  // Arrivals: [3] is the frame whose `arrive` was three clocks ago.
  typedef struct packed {
    logic    valid;
    logic    given;   // to RED
    judged_t judged;
    logic [1:0] ecn;
  } frame_t;
  frame_t frame_q[9];
  frame_t told, limited;
  logic ip;
  always_comb begin
    ip               = arrive_i.ip == IpV4 || arrive_i.ip == IpV6;
    told             = '0;
    told.valid       = arrive_valid_i;
    told.judged.drop = arrive_i.drop;
    told.judged.len  = arrive_i.len;
    if (arrive_i.vlan) told.judged.queue = in_force[2].pcp_map[arrive_i.pcp];
    else if (ip) told.judged.queue = in_force[2].dscp_map[arrive_i.dscp];
    else told.judged.queue = in_force[2].default_queue;
    if (arrive_i.drop == DropNone) begin
      told.judged.ip_broken = arrive_i.ip == IpBroken;
      told.judged.ce        = ip && arrive_i.ecn == 2'b11;
      told.ecn              = ip ? arrive_i.ecn : 2'b00;
    end
    limited = frame_q[3];
    if (limited.judged.drop == DropNone) limited.judged.drop = u_dut.u_depth.refused_o;
    limited.given = limited.valid && limited.judged.drop == DropNone;
  end
  for (genvar i = 3; i < 9; i++) begin : gen_frame
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) frame_q[i] <= '0;
      else frame_q[i] <= i == 3 ? told : i == 4 ? limited : frame_q[i-1];
    end
  end
  for (genvar i = 0; i < 3; i++) begin : gen_none
    assign frame_q[i] = '0;
  end

  red_config_t arrive_red_q, depart_red_q;
  depth_t arrive_depth_q, depart_depth_q;
  logic first_q;
  always_ff @(posedge clk_i) begin
    arrive_red_q   <= in_force[3].queue[frame_q[3].judged.queue].red;
    depart_red_q   <= in_force[3].queue[select_q[3].queue].red;
    arrive_depth_q <= u_dut.u_depth.earlier_o + depth_t'(frame_q[3].judged.len);
    first_q        <= u_dut.u_depth.earlier_o == '0;
    depart_depth_q <= u_dut.u_depth.select_depth_o;
  end

  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    if (active[1] || active[2]) assume (!activate_i);
    if (red_drop_i) assume (frame_q[8].given);
  end
  always_ff @(posedge clk_i) begin
    if (past_valid_q) begin
      assume (c_queue == $past(c_queue));
      if (active[1] || active[2]) assume (config_i == $past(config_i));
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // The depths' clock.
      assert (u_dut.u_depth.limit_i[c_queue] == in_force[3].queue[c_queue].limit);
      assert (u_dut.u_depth.port_limit_i == in_force[3].limit);
      assert (u_dut.u_depth.snapshot_i == snapshot[3] && u_dut.u_depth.clear_i == clear[3]);
      assert (u_dut.u_depth.select_valid_i == select_valid[3]);
      if (select_valid[3]) begin
        assert (u_dut.u_depth.select_queue_i == select_q[3].queue);
        assert (u_dut.u_depth.select_len_i == select_q[3].len);
      end
      assert (u_dut.u_depth.arrive_keep_i ==
              (frame_q[3].valid && frame_q[3].judged.drop == DropNone));
      if (u_dut.u_depth.arrive_keep_i) begin
        assert (u_dut.u_depth.arrive_queue_i == frame_q[3].judged.queue);
        assert (16'(u_dut.u_depth.arrive_len_i) == 16'(frame_q[3].judged.len[LenW-1:0]));
      end
      assert (u_dut.u_depth.leave_valid_i == red_drop_i);
      if (red_drop_i) begin
        assert (u_dut.u_depth.leave_queue_i == frame_q[8].judged.queue);
        assert (u_dut.u_depth.leave_len_i == frame_q[8].judged.len[LenW-1:0]);
      end
      // To RED.
      assert (red_arrive_valid_o == frame_q[4].given);
      if (red_arrive_valid_o) begin
        assert (red_arrive_o.queue == frame_q[4].judged.queue);
        assert (red_arrive_o.ecn == frame_q[4].ecn);
        assert (red_arrive_o.red == arrive_red_q);
        assert (red_arrive_o.depth == arrive_depth_q && red_arrive_o.first == first_q);
      end
      assert (red_depart_valid_o == select_valid[4]);
      if (red_depart_valid_o) begin
        assert (red_depart_o.queue == select_q[4].queue);
        assert (red_depart_o.ecn == select_q[4].ecn);
        assert (red_depart_o.red == depart_red_q && red_depart_o.depth == depart_depth_q);
      end
      assert (red_reseed_o == changed[4]);
      if (active[3] || active[4]) assert (red_seed_o == in_force[3].seed);
      // What became of a frame.
      assert (judged_valid_o == frame_q[8].valid);
      if (judged_valid_o) begin
        assert (judged_o.drop == (red_drop_i ? DropRed : frame_q[8].judged.drop));
        assert (judged_o.queue == frame_q[8].judged.queue);
        assert (judged_o.len == frame_q[8].judged.len);
        assert (judged_o.ip_broken == frame_q[8].judged.ip_broken);
        assert (judged_o.ce == frame_q[8].judged.ce && judged_o.mark == red_mark_i);
      end
      // Nothing is in motion where it says so.
      if (!busy_o) begin
        assert (!activate_i && active[3:1] == '0 && select_valid[4:0] == '0);
        assert (snapshot[3:0] == '0 && !arrive_valid_i);
        for (int unsigned i = 3; i < 9; i++) assert (!frame_q[i].valid);
      end
      cover (red_drop_i && red_arrive_valid_o && red_depart_valid_o);
      cover (red_reseed_o && red_arrive_valid_o && active[4] && red_seed_o == 32'd7);
      cover (judged_valid_o && judged_o.drop == DropQueueLimit && judged_o.ce);
    end
  end
endmodule
`default_nettype wire
