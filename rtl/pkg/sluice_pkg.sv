// SPDX-License-Identifier: Apache-2.0
// Constants and types shared by the blocks. Wire-format constants have their one home here (C++: model/common/wire.hpp).
`default_nettype none
package sluice_pkg;
  // Frame limits in bytes, without FCS.
  localparam int unsigned MinFrame = 14;
  localparam int unsigned PadFrame = 60;
  localparam int unsigned MaxFrame = 9600;
  localparam int unsigned LenW = 14;

  // Time: 48.32 nanoseconds.
  localparam int unsigned TimeW = 80;
  typedef logic [TimeW-1:0] time_t;

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

  localparam int unsigned NumSignals = 3;
  localparam int unsigned NumBuckets = 32;
  typedef enum logic [1:0] { ActionUpdate = 2'd0, ActionPass = 2'd1, ActionStrip = 2'd2 } action_e;
  typedef enum logic [3:0] {
    OutcomeNone, OutcomeUpdated, OutcomeEqual, OutcomeLessSevere, OutcomeUnsupported, OutcomeDSet,
    OutcomePassed, OutcomeStripped, OutcomeTruncated, OutcomeVlanAfter, OutcomeNonIp, OutcomeForeignTpid
  } outcome_e;
endpackage
`default_nettype wire
