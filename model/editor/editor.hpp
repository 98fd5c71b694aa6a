// SPDX-License-Identifier: Apache-2.0
// Golden model of the editor: the two things that can be done to a tag, and the ECN mark.
// Source: "CSIG lifecycle" (transit; egress toward next hop); padding: docs/architecture.md; mark:
// RFC 3168; checksum: RFC 1624, equation 3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/parser/parser.hpp"

namespace sluice::model {

/// Replaces the word of the compact tag whose TPID is at `offset`; every other byte stays.
/// Precondition: offset + 4 <= frame.size().
void update_tag(std::vector<std::uint8_t>& frame, std::size_t offset, std::uint16_t word);

/// Removes the compact tag whose TPID is at `offset`. A frame of 60 bytes or more that gets shorter
/// than 60 is padded to 60 with zeros. Precondition: offset + 4 <= frame.size().
void strip_tag(std::vector<std::uint8_t>& frame, std::size_t offset);

/// Makes ECT(0) or ECT(1) CE in a valid header, and corrects an IPv4 header's checksum by that
/// change (so a wrong checksum stays as wrong as it was). `ip` as parse_ip() found it in this very
/// frame: mark before strip. Any other codepoint, or no valid header: nothing changes.
void mark_ce(std::vector<std::uint8_t>& frame, const IpHeader& ip);

/// Checksum after a word of the header grew by `delta`: ~(~checksum +' delta), RFC 1624 eqn. 3.
std::uint16_t checksum_after(std::uint16_t checksum, std::uint16_t delta);

}  // namespace sluice::model
