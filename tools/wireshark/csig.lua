-- SPDX-License-Identifier: Apache-2.0
-- Wireshark dissector of the congestion-signaling (CSIG) tag, compact and wide.
--
--   tshark -X lua_script:tools/wireshark/csig.lua -r out.pcapng -Y 'csig.type == 2 && csig.value > 5'
--
-- In Wireshark: copy it into the folder "Personal Lua Plugins" (Help, About, Folders).
-- A tag stands right before the EtherType, behind any VLAN tags. Layout after its TPID, network order:
--   compact  t[3] r[1] s[5] lm[6] d[1]
--   wide     lm[15] d[1], then t[4] s[20] r[8]
-- The TPID alone tells them apart, so each format has a preference of its own: values and ranges, such as
-- -o csig.compact_tpid:0x0600,0x88b5 ; empty: none. A TPID in both is taken for compact.

local csig = Proto("csig", "Congestion Signaling Tag")
local wide_entry = Proto("csig_wide", "Congestion Signaling Tag (wide)")

csig.prefs.compact_tpid = Pref.range("TPIDs of compact tags", "0x0600",
  "EtherTypes that a compact tag (4 bytes) begins with", 0xFFFF)
csig.prefs.wide_tpid = Pref.range("TPIDs of wide tags", "",
  "EtherTypes that a wide tag (8 bytes) begins with", 0xFFFF)

local formats = { [0] = "compact", [1] = "wide" }
local types = {
  [0] = "min(ABW), available bandwidth",
  [1] = "min(ABW/C), available bandwidth in percent",
  [2] = "max(Delay), delay of a hop",
}
local kSignals = 3
local yes_no = { [0] = "may be updated", [1] = "do not update" }

local f = csig.fields
f.format = ProtoField.uint8("csig.format", "Format", base.DEC, formats)
f.type = ProtoField.uint8("csig.type", "Signal type", base.DEC, types)
f.reserved = ProtoField.uint8("csig.reserved", "Reserved", base.HEX)
f.value = ProtoField.uint32("csig.value", "Signal value", base.DEC)
f.locator = ProtoField.uint16("csig.locator", "Locator", base.DEC)
f.d = ProtoField.uint8("csig.d", "D", base.DEC, yes_no)
f.ethertype = ProtoField.uint16("csig.ethertype", "EtherType", base.HEX)
f.trailer = ProtoField.bytes("csig.trailer", "Padding")

local truncated = ProtoExpert.new("csig.truncated", "The frame ends inside of the tag",
  expert.group.MALFORMED, expert.severity.ERROR)
local reserved_set = ProtoExpert.new("csig.reserved.set", "Reserved bits are not 0",
  expert.group.PROTOCOL, expert.severity.NOTE)
local unassigned = ProtoExpert.new("csig.type.unassigned", "Signal type that switches leave alone",
  expert.group.PROTOCOL, expert.severity.NOTE)
local vlan_after = ProtoExpert.new("csig.vlan_after", "A VLAN tag follows: the tag is not the last one",
  expert.group.PROTOCOL, expert.severity.WARN)
local not_ip = ProtoExpert.new("csig.not_ip", "No IP packet follows: switches leave the tag alone",
  expert.group.PROTOCOL, expert.severity.NOTE)
csig.experts = { truncated, reserved_set, unassigned, vlan_after, not_ip }

local ethertypes = DissectorTable.get("ethertype")
local raw = Dissector.get("data")
local kFirstEtherType = 0x0600
local vlan_types = { [0x8100] = true, [0x88A8] = true, [0x9100] = true }
local ip_types = { [0x0800] = true, [0x86DD] = true }

--- Fields of a whole compact tag; each value with the bytes that it lies in.
local function read_compact(buf)
  local word = buf(0, 2)
  return {
    type = { word:bitfield(0, 3), buf(0, 1) },
    reserved = { word:bitfield(3, 1), buf(0, 1) },
    value = { word:bitfield(4, 5), word },
    locator = { word:bitfield(9, 6), buf(1, 1) },
    d = { word:bitfield(15, 1), buf(1, 1) },
  }
end

local function read_wide(buf)
  local upper, lower = buf(0, 2), buf(2, 4)
  return {
    type = { lower:bitfield(0, 4), buf(2, 1) },
    reserved = { lower:bitfield(24, 8), buf(5, 1) },
    value = { lower:bitfield(4, 20), buf(2, 3) },
    locator = { upper:bitfield(0, 15), upper },
    d = { upper:bitfield(15, 1), buf(1, 1) },
  }
end

local order = { "type", "reserved", "value", "locator", "d" }

local function show_tag(tag, item)
  local items = {}
  for _, name in ipairs(order) do
    items[name] = item:add(f[name], tag[name][2], tag[name][1])
  end
  if tag.reserved[1] ~= 0 then items.reserved:add_proto_expert_info(reserved_set) end
  if tag.type[1] >= kSignals then items.type:add_proto_expert_info(unassigned) end
  item:append_text(string.format(", type %d, value %d, locator %d, D %d",
    tag.type[1], tag.value[1], tag.locator[1], tag.d[1]))
end

--- What stands behind the tag: by its EtherType where Wireshark knows it, else bytes.
local function show_payload(buf, ethertype, pinfo, item, tree)
  if buf:len() == 0 then return end
  local inner = buf:tvb()
  local known = ethertype >= kFirstEtherType and ethertypes:try(ethertype, inner, pinfo, tree) ~= 0
  if not known then
    raw:call(inner, pinfo, tree)
    return
  end
  -- A dissector that knows its length has cut the buffer to it; the rest is the padding of a short frame.
  local used = inner:reported_len()
  if used < buf:len() then item:add(f.trailer, buf(used)) end
end

local function dissect(buf, pinfo, tree, wide)
  local tag_bytes = wide and 6 or 2
  local size = tag_bytes + 2  -- with the EtherType behind the tag
  pinfo.cols.protocol = "CSIG"
  local item = tree:add(csig, buf(0, math.min(buf:len(), size)))
  item:add(f.format, buf(0, 0), wide and 1 or 0):set_generated()
  if buf:len() < size then
    item:add_proto_expert_info(truncated)
    pinfo.cols.info = "CSIG tag, truncated"
    return math.max(buf:len(), 1)  -- 0 would mean: not mine
  end
  local tag = (wide and read_wide or read_compact)(buf)
  show_tag(tag, item)
  local ethertype = buf(tag_bytes, 2):uint()
  local type_item = item:add(f.ethertype, buf(tag_bytes, 2))
  if vlan_types[ethertype] then
    type_item:add_proto_expert_info(vlan_after)
  elseif not ip_types[ethertype] then
    type_item:add_proto_expert_info(not_ip)
  end
  pinfo.cols.info = string.format("CSIG tag, EtherType 0x%04x", ethertype)
  if buf:len() > size then show_payload(buf(size), ethertype, pinfo, item, tree) end
  return buf:len()
end

function csig.dissector(buf, pinfo, tree) return dissect(buf, pinfo, tree, false) end
function wide_entry.dissector(buf, pinfo, tree) return dissect(buf, pinfo, tree, true) end

local compact_now, wide_now = "", ""

local function register()
  if compact_now ~= "" then ethertypes:remove(compact_now, csig) end
  if wide_now ~= "" then ethertypes:remove(wide_now, wide_entry) end
  compact_now, wide_now = csig.prefs.compact_tpid, csig.prefs.wide_tpid
  if wide_now ~= "" then ethertypes:add(wide_now, wide_entry) end
  if compact_now ~= "" then ethertypes:add(compact_now, csig) end
end

csig.prefs_changed = register
register()
