// SPDX-License-Identifier: Apache-2.0
// The parts of the report's page that are the same for every run.
#pragma once

namespace sluice::tb {

extern const char* const kReportStyle;
extern const char* const kReportScript;

}  // namespace sluice::tb
