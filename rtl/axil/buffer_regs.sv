// SPDX-License-Identifier: Apache-2.0
// Configuration of a port's buffer and queues at the bus: holds what is staged, shows what is in force.
// Kept outside of the generated block because it is one record that is handed on whole.
//
// Interface:  req_i: one clock, a bit a part (buffer, queues, and the same in force); addr_i: the word in
//             the part, which must have a register there; write_i only to the staged parts. The answer
//             is ack_o with rdata_o, or ack_o alone for a write. staged_o: what was written; active_i:
//             in force.
// Latency:    1 clock from req_i to ack_o; a written value is in staged_o in that clock.
// Throughput: one access at a time.
// Source:     regs/queue.rdl.
`default_nettype none
module buffer_regs
  import sluice_pkg::*;
(
  input  wire                        clk_i,
  input  wire                        rst_ni,
  input  wire                 [ 3:0] req_i,
  input  wire                        write_i,
  input  wire                 [ 5:0] addr_i,
  input  wire                 [31:0] wdata_i,
  input  wire                 [31:0] biten_i,
  output logic                [ 3:0] ack_o,
  output logic                       ack_write_o,
  output logic                [31:0] rdata_o,
  output buffer_config_t             staged_o,
  input  wire buffer_config_t        active_i
);
  localparam int unsigned PartBuffer = 0;
  localparam int unsigned PartQueues = 1;
  localparam int unsigned PartActiveBuffer = 2;
  localparam int unsigned EntryW = 4;  // of a map, in its word
  localparam int unsigned EntriesAWord = 8;

  // Words of the buffer's part.
  localparam logic [3:0] WordLimit = 4'd0;
  localparam logic [3:0] WordDefaultQueue = 4'd1;
  localparam logic [3:0] WordSeed = 4'd2;
  localparam logic [3:0] WordPcpMap = 4'd3;
  localparam logic [3:0] WordDscpMap = 4'd4;
  // Words of a queue.
  localparam logic [2:0] WordQueueLimit = 3'd0;
  localparam logic [2:0] WordSchedule = 3'd1;
  localparam logic [2:0] WordRedMin = 3'd2;
  localparam logic [2:0] WordRedMax = 3'd3;

  typedef struct packed {
    logic [31:29]            unused_top;
    logic                    departure;
    logic                    not_ect_drop;
    logic                    above_drop;
    logic                    ecn;
    logic                    enable;
    logic [3:0]              weight;
    logic [19:17]            unused_middle;
    logic [ProbabilityW-1:0] probability;
  } red_word_t;
  typedef struct packed {
    logic                strict;
    logic [30:QuantumW]  unused_middle;
    logic [QuantumW-1:0] quantum;
  } schedule_word_t;

  function automatic logic [31:0] map_word(input queue_t [EntriesAWord-1:0] map);
    logic [31:0] word;
    word = '0;
    for (int unsigned i = 0; i < EntriesAWord; i++) word[EntryW*i+:QueueW] = map[i];
    return word;
  endfunction
  function automatic queue_t [EntriesAWord-1:0] map_of(input logic [31:0] word);
    queue_t [EntriesAWord-1:0] map;
    for (int unsigned i = 0; i < EntriesAWord; i++) map[i] = word[EntryW*i+:QueueW];
    return map;
  endfunction

  function automatic logic [31:0] buffer_word(input buffer_config_t c, input logic [3:0] at);
    logic [2:0] part;
    part = 3'(at - WordDscpMap);
    unique case (at)
      WordLimit:        return 32'(c.limit);
      WordDefaultQueue: return 32'(c.default_queue);
      WordSeed:         return c.seed;
      WordPcpMap:       return map_word(c.pcp_map);
      default:          return map_word(c.dscp_map[EntriesAWord*part+:EntriesAWord]);
    endcase
  endfunction
  function automatic logic [31:0] queue_word(input queue_config_t c, input logic [2:0] at);
    schedule_word_t schedule;
    red_word_t red;
    schedule         = '0;
    schedule.strict  = c.strict;
    schedule.quantum = c.quantum;
    red              = '0;
    red.departure    = c.red.departure;
    red.not_ect_drop = c.red.not_ect_drop;
    red.above_drop   = c.red.above_drop;
    red.ecn          = c.red.ecn;
    red.enable       = c.red.enable;
    red.weight       = c.red.weight;
    red.probability  = c.red.probability;
    unique case (at)
      WordQueueLimit: return 32'(c.limit);
      WordSchedule:   return schedule;
      WordRedMin:     return 32'(c.red.min);
      WordRedMax:     return 32'(c.red.max);
      default:        return red;
    endcase
  endfunction

  // Some tools take an assignment to a member `min` for a call of the method.
  function automatic red_config_t with_thresholds(input red_config_t old_red, input depth_t lower,
                                                  input depth_t upper);
    return
    '{
        enable: old_red.enable,
        ecn: old_red.ecn,
        above_drop: old_red.above_drop,
        not_ect_drop: old_red.not_ect_drop,
        departure: old_red.departure,
        weight: old_red.weight,
        probability: old_red.probability,
        min: lower,
        max: upper
    }
    ;
  endfunction

  buffer_config_t staged_q;
  logic [3:0] ack_q;
  logic write_q;
  logic [31:0] rdata_q, old, merged;
  queue_t queue;
  logic [3:0] buffer_at;
  logic [2:0] queue_at, map_at;
  schedule_word_t schedule;
  red_word_t red;

  assign queue     = addr_i[5:3];
  assign queue_at  = addr_i[2:0];
  assign buffer_at = addr_i[3:0];
  assign map_at    = 3'(buffer_at - WordDscpMap);
  assign merged    = (old & ~biten_i) | (wdata_i & biten_i);
  assign schedule  = merged;
  assign red       = merged;

  // Worked out only where somebody asks.
  always_comb begin
    old = '0;
    if (req_i[PartBuffer]) old = buffer_word(staged_q, buffer_at);
    else if (req_i[PartQueues]) old = queue_word(staged_q.queue[queue], queue_at);
    else if (req_i[PartActiveBuffer]) old = buffer_word(active_i, buffer_at);
    else if (req_i != '0) old = queue_word(active_i.queue[queue], queue_at);
  end

  // Bits of a word that no field has.
  logic unused_bits;
  assign unused_bits = ^{schedule.unused_middle, red.unused_top, red.unused_middle};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      staged_q <= BufferConfigReset;
    end else if (write_i && req_i[PartBuffer]) begin
      unique case (buffer_at)
        WordLimit:        staged_q.limit <= merged[DepthW-1:0];
        WordDefaultQueue: staged_q.default_queue <= merged[QueueW-1:0];
        WordSeed:         staged_q.seed <= merged;
        WordPcpMap:       staged_q.pcp_map <= map_of(merged);
        default:          staged_q.dscp_map[EntriesAWord*map_at+:EntriesAWord] <= map_of(merged);
      endcase
    end else if (write_i && req_i[PartQueues]) begin
      unique case (queue_at)
        WordQueueLimit: staged_q.queue[queue].limit <= merged[DepthW-1:0];
        WordSchedule: begin
          staged_q.queue[queue].strict  <= schedule.strict;
          staged_q.queue[queue].quantum <= schedule.quantum;
        end
        WordRedMin: begin
          staged_q.queue[queue].red <= with_thresholds(
              staged_q.queue[queue].red, merged[DepthW-1:0], staged_q.queue[queue].red.max);
        end
        WordRedMax: begin
          staged_q.queue[queue].red <= with_thresholds(
              staged_q.queue[queue].red, staged_q.queue[queue].red.min, merged[DepthW-1:0]);
        end
        default: begin
          staged_q.queue[queue].red.departure    <= red.departure;
          staged_q.queue[queue].red.not_ect_drop <= red.not_ect_drop;
          staged_q.queue[queue].red.above_drop   <= red.above_drop;
          staged_q.queue[queue].red.ecn          <= red.ecn;
          staged_q.queue[queue].red.enable       <= red.enable;
          staged_q.queue[queue].red.weight       <= red.weight;
          staged_q.queue[queue].red.probability  <= red.probability;
        end
      endcase
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ack_q <= '0;
    else ack_q <= req_i;
  end
  always_ff @(posedge clk_i) begin
    if (req_i != '0) begin
      write_q <= write_i;
      rdata_q <= old;
    end
  end

  assign ack_o       = ack_q;
  assign ack_write_o = write_q;
  assign rdata_o     = rdata_q;
  assign staged_o    = staged_q;
endmodule
`default_nettype wire
