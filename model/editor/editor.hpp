// SPDX-License-Identifier: Apache-2.0
// Golden model of the editor: the two things that can be done to a tag.
// Source: "CSIG lifecycle" (transit; egress toward next hop); padding: docs/architecture.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::model {

/// Replaces the word of the compact tag whose TPID is at `offset`; every other byte stays.
/// Precondition: offset + 4 <= frame.size().
void update_tag(std::vector<std::uint8_t>& frame, std::size_t offset, std::uint16_t word);

/// Removes the compact tag whose TPID is at `offset`. A frame of 60 bytes or more that gets shorter
/// than 60 is padded to 60 with zeros. Precondition: offset + 4 <= frame.size().
void strip_tag(std::vector<std::uint8_t>& frame, std::size_t offset);

}  // namespace sluice::model
