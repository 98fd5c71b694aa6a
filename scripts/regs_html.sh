#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/regs_html.sh FOLDER: PeakRDL's browsable HTML of the register map.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:?"usage: scripts/regs_html.sh FOLDER"}
mkdir -p "$out"
.venv/bin/peakrdl html regs/udps.rdl regs/time.rdl regs/irq.rdl regs/csig.rdl regs/stats.rdl regs/queue.rdl regs/port.rdl \
  regs/global.rdl regs/sluice.rdl -o "$out"
echo "$out/index.html"
