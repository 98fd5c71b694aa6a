// SPDX-License-Identifier: Apache-2.0
// Constants and types shared by the blocks. Wire-format constants have their one home here (C++: model/common/wire.hpp).
`default_nettype none
package sluice_pkg;
  // Frame limits in bytes, without FCS.
  localparam int unsigned MinFrame = 14;
  localparam int unsigned PadFrame = 60;
  localparam int unsigned MaxFrame = 9600;
  localparam int unsigned LenW = 14;

  // Queues of a port; a depth and a limit in bytes; a quantum of the round robin in bytes.
  localparam int unsigned NumQueues = 8;
  localparam int unsigned QueueW = 3;
  localparam int unsigned DepthW = 24;
  localparam int unsigned QuantumW = 20;

  // Time: 48.32 nanoseconds.
  localparam int unsigned TimeW = 80;
  typedef logic [TimeW-1:0] time_t;

  localparam logic [15:0] EtherFirst = 16'h0600;  // below: a length
  localparam logic [15:0] EtherIpv4 = 16'h0800;
  localparam logic [15:0] EtherIpv6 = 16'h86DD;
  localparam logic [15:0] EtherArp = 16'h0806;
  localparam logic [15:0] EtherCtag = 16'h8100;
  localparam logic [15:0] EtherStag = 16'h88A8;
  localparam logic [15:0] EtherQinq = 16'h9100;
  localparam logic [15:0] EtherMacControl = 16'h8808;
  localparam logic [15:0] EtherLldp = 16'h88CC;
  localparam logic [15:0] EtherCnTag = 16'h22E9;
  localparam logic [15:0] EtherCnm = 16'h22E7;

  function automatic logic is_vlan(input logic [15:0] ethertype);
    return ethertype == EtherCtag || ethertype == EtherStag || ethertype == EtherQinq;
  endfunction
  function automatic logic is_ip(input logic [15:0] ethertype);
    return ethertype == EtherIpv4 || ethertype == EtherIpv6;
  endfunction

  // K: clocks from `arrive` to the first clock in which the frame may be selected; an idle port selects
  // it exactly then.
  localparam int unsigned K = 5;
  // Clocks from `select` to `start`, always.
  localparam int unsigned SelectToStart = 1;

  localparam int unsigned NumSignals = 3;
  localparam int unsigned NumBuckets = 32;
  typedef enum logic [1:0] {
    ActionUpdate = 2'd0,
    ActionPass   = 2'd1,
    ActionStrip  = 2'd2
  } action_e;
  typedef enum logic [3:0] {
    OutcomeNone,
    OutcomeUpdated,
    OutcomeEqual,
    OutcomeLessSevere,
    OutcomeUnsupported,
    OutcomeDSet,
    OutcomePassed,
    OutcomeStripped,
    OutcomeTruncated,
    OutcomeVlanAfter,
    OutcomeNonIp,
    OutcomeForeignTpid
  } outcome_e;

  // Configuration in force (docs/architecture.md, "Configuration"); staged values have the same shape.
  localparam int unsigned CapacityW = 40;
  localparam int unsigned NumIntervals = 5;  // 1, 100, 1000, 10000, 100000 us
  typedef struct packed {
    logic        enable;
    logic        wide;
    logic [15:0] tpid;
    logic [14:0] node_locator;
    logic [2:0]  interval_sel;
  } csig_config_t;
  typedef struct packed {
    logic [CapacityW-1:0] capacity;       // bytes a second
    logic [5:0]           overhead;       // bytes a frame
    logic [14:0]          locator;
    logic                 locator_valid;
    logic [1:0]           action;         // action_e; 3 is never in force
  } port_config_t;

  localparam csig_config_t CsigConfigReset = '{
      enable: 1'b0,
      wide: 1'b0,
      tpid: 16'h0600,
      node_locator: '0,
      interval_sel: 3'd1
  };
  localparam port_config_t PortConfigReset = '{
      capacity: '0,
      overhead: 6'd24,
      locator: '0,
      locator_valid: 1'b0,
      action: ActionUpdate
  };

  // Clocks from the boundary that closes a slot until its result may be taken at the next one: a slot
  // must last at least this long (100 ns at an interval of 1 us).
  localparam int unsigned MeterClocks = 11;
  // Clocks of a bucket lookup, and the most that may pass between `start` and the lookup's begin. Table
  // writes wait that long after a swap, so that no lookup sees a table half old and half new.
  localparam int unsigned QuantizerLatency = 6;
  localparam int unsigned StartToLookup = 4;

  // Accesses to the parts of the register map that lie outside the generated blocks. `req` is one clock;
  // the answer, one clock of rd_ack or wr_ack, comes any number of clocks later.
  typedef struct packed {
    logic        req;
    logic        write;
    logic [9:0]  addr;   // bytes, from the start of the part
    logic [31:0] wdata;
    logic [31:0] biten;
  } ext_req_t;
  typedef struct packed {
    logic        rd_ack;
    logic        wr_ack;
    logic [31:0] rdata;
  } ext_rsp_t;

  // Outcome of an activation, as csig.status shows it.
  typedef struct packed {
    logic       busy;
    logic [2:0] result;  // sluice_global_pkg::csig_result_e_e
    logic [1:0] tbl;
    logic [4:0] bucket;
    logic [5:0] port;
  } csig_status_t;

  // Broadcast write port of the bucket tables: one 32-bit half of one maximum.
  typedef struct packed {
    logic        en;
    logic        bank;
    logic [1:0]  tbl;
    logic [4:0]  bucket;
    logic        high;
    logic [31:0] data;
    logic [31:0] biten;
  } table_write_t;

  // What the port tells its counters, and when (docs/architecture.md, "Clocks and events").
  typedef enum logic [1:0] {
    DropNone,
    DropBad,
    DropRunt,
    DropOversize
  } drop_e;
  typedef struct packed {
    logic            arrive;            // a last beat is accepted in this cycle
    logic [15:0]     arrive_len;        // bytes, saturating
    drop_e           arrive_drop;
    logic            sent;              // a last beat leaves in this cycle
    logic [LenW-1:0] sent_len;          // as transmitted
    outcome_e        sent_outcome;
    logic [2:0]      sent_signal;
    logic            sent_mac_control;
  } port_events_t;
endpackage
`default_nettype wire
