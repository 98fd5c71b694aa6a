#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Regenerates regs/generated from the SystemRDL sources. `regs/generate.sh --check` generates into a
# temporary folder instead and fails (1) where the committed files differ.
set -euo pipefail
cd "$(dirname "$0")/.."
peakrdl=.venv/bin/peakrdl
[ -x "$peakrdl" ] || { echo "regs/generate.sh: $peakrdl not found; run scripts/setup.sh first" >&2; exit 2; }

out=regs/generated
if [ "${1:-}" = --check ]; then
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
elif [ $# -gt 0 ]; then
  echo "regs/generate.sh: unknown argument '$1'; the only one is --check" >&2; exit 2
fi
common=(regs/udps.rdl regs/time.rdl regs/irq.rdl regs/csig.rdl regs/stats.rdl regs/queue.rdl)
mkdir -p "$out"
for block in global port; do
  "$peakrdl" regblock "${common[@]}" "regs/$block.rdl" -o "$out" --cpuif passthrough \
    --default-reset arst_n --err-if-bad-addr --err-if-bad-rw
done
"$peakrdl" c-header "${common[@]}" regs/port.rdl regs/global.rdl regs/sluice.rdl -o "$out/sluice.h"
.venv/bin/python regs/stats_pkg.py "${common[@]}" regs/port.rdl >"$out/stats_index_pkg.sv"
.venv/bin/python regs/html_page.py "${common[@]}" regs/port.rdl regs/global.rdl regs/sluice.rdl >"$out/registers.html"
if [ "$out" != regs/generated ]; then
  if ! diff -r -q "$out" regs/generated; then
    echo "regs/generated is not what the .rdl files give; run regs/generate.sh and commit" >&2
    exit 1
  fi
fi
