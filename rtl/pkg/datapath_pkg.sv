// SPDX-License-Identifier: Apache-2.0
// What the stages of a port's datapath hand to each other.
`default_nettype none
package datapath_pkg;
  import sluice_pkg::*;

  // Header bytes that the parser keeps: addresses, two VLAN tags, CSIG tag, EtherType behind it, and
  // of an IP header the six that tell codepoint and lengths.
  localparam int unsigned HeaderBytes = 32;

  // Clocks from `start` until the verdict on the frame's tag is there.
  localparam int unsigned LookupClocks = QuantizerLatency + 1;
  // Clocks from `start` until the first beat shows at the wire side: verdict, editor, FIFO,
  // register slice.
  localparam int unsigned StartToWire = LookupClocks + 3;
  // Beats that the output holds. A credit comes back StartToWire clocks after its beat was sent on
  // its way.
  localparam int unsigned OutputDepth = 2 * StartToWire;
  // A frame is selected while fewer beats than this are between `start` and the wire: as few as a
  // bubble-free line needs.
  localparam int unsigned StartWindow = StartToWire;

  // Facts about a frame. Those about the IP header are found with the TPID in force at `arrive`, the
  // others without the configuration. `vlans` also gives the place of the EtherType: byte
  // 12 + 4 * vlans.
  typedef struct packed {
    ip_e             ip;
    logic [1:0]      ip_words;      // of IpV4 and IpV6: the header begins at byte 14 + 4 * ip_words
    logic [5:0]      dscp;          // of IpV4 and IpV6, else 0
    logic [1:0]      ecn;           // of IpV4 and IpV6, else 0
    logic [2:0]      pcp;           // of the outer VLAN tag where vlans is not 0
    logic [1:0]      vlans;         // VLAN tags walked over, at most 2
    logic            type_whole;    // the EtherType is there
    logic [15:0]     ethertype;
    logic            type_foreign;  // an EtherType, and none that the parser knows
    logic            tag_whole;     // four bytes of tag and an EtherType fit from there on
    logic [15:0]     tag;           // word after the EtherType
    logic            next_vlan;     // EtherType behind the tag: a VLAN tag's
    logic            next_ip;       // ... IPv4 or IPv6
    logic            mac_control;
    logic [LenW-1:0] len;           // bytes
    time_t           first_beat;    // `now` of the first beat
    logic [31:0]     frame;         // number at ingress, for observation
  } frame_meta_t;

  // What waits in the buffer beside a frame's bytes.
  typedef struct packed {
    queue_t      queue;
    logic        mark;   // decided at `arrive`
    frame_meta_t meta;
  } stored_meta_t;

  // What the editor does with a frame, and what its counters need when it has been sent.
  typedef struct packed {
    logic            mark;         // the ECN bits become CE: of ECT(0) or ECT(1) alone
    logic            mark_v6;      // in an IPv6 header; else in an IPv4 header, with its checksum
    logic [1:0]      ip_words;     // as in frame_meta_t
    logic [1:0]      ecn;          // as in frame_meta_t
    outcome_e        outcome;
    logic [1:0]      vlans;        // as in frame_meta_t
    logic [15:0]     tag;          // to be written where the outcome is OutcomeUpdated
    logic [LenW-1:0] len;          // as transmitted
    logic            shorter;      // takes one beat less than it came in
    logic [2:0]      signal;
    logic            mac_control;
    queue_t          queue;
  } verdict_t;

  // Goes with the last beat to the wire.
  typedef struct packed {
    outcome_e        outcome;
    logic [LenW-1:0] len;
    logic [2:0]      signal;
    logic            mac_control;
    queue_t          queue;
    logic            marked;
  } sent_t;

  // What admission is told of a frame that has arrived. Where the frame is dropped already, what
  // stands behind `len` is noise.
  typedef struct packed {
    drop_e       drop;
    logic [15:0] len;   // bytes, saturating
    logic        vlan;  // one VLAN tag at least
    logic [2:0]  pcp;   // of the outer tag
    ip_e         ip;
    logic [5:0]  dscp;
    logic [1:0]  ecn;
  } arrival_t;
  // ... and of a frame that is selected, as it came in.
  typedef struct packed {
    queue_t          queue;
    logic [LenW-1:0] len;
    logic [1:0]      ecn;    // EcnNotEct where there is no valid IP header
  } departure_t;
  // A frame that RED may look at, with the configuration of its clock.
  typedef struct packed {
    queue_t      queue;
    depth_t      depth;  // of its queue, the frame included
    logic        first;  // the queue was empty before it arrived
    logic [1:0]  ecn;    // EcnNotEct where there is no valid IP header
    red_config_t red;
  } red_event_t;
  // What became of a frame, JudgeClocks after it arrived. Where it is bad, a runt or oversize, `queue`
  // is noise and the flags are 0.
  typedef struct packed {
    drop_e       drop;
    queue_t      queue;
    logic [15:0] len;
    logic        ip_broken;
    logic        ce;         // came with CE in a valid IP header
    logic        mark;       // CE is to be written when it leaves
  } judged_t;

  // Clocks of RED's pipeline, the last of JudgeClocks.
  localparam int unsigned RedLatency = 4;
  // Clocks from `select`, `leave`, `arrive` until the depths count them.
  localparam int unsigned DepthClocks = 3;

  function automatic logic [1:0] codepoint(input ip_e ip, input logic [1:0] ecn);
    return ip inside {IpV4, IpV6} ? ecn : EcnNotEct;
  endfunction
endpackage
`default_nettype wire
