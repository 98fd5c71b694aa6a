#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/lint.sh [--build FOLDER] [CHECK...]: the checks verilator, verible, format, tidy, shell, spdx
# (default: all); tidy-product is tidy without the tests. Exit status: 0 clean, 1 findings, 2 cannot run.
set -uo pipefail
cd "$(dirname "$0")/.."

build=build
if [ "${1:-}" = --build ]; then build=${2:?"lint: --build needs a folder"}; shift 2; fi
checks=("$@")
if [ $# -eq 0 ]; then checks=(spdx shell format verible verilator tidy); fi

need() {
  command -v "$1" >/dev/null || { echo "lint: $1 not found; run scripts/setup.sh" >&2; exit 2; }
}

lint_verilator() {
  local verilator=${VERILATOR:-}
  if [ -z "$verilator" ]; then
    # The package's command verilator-cli would call a Verilator on PATH instead of its own.
    for verilator in .venv/lib/python3*/site-packages/verilator/bin/verilator; do :; done
  fi
  need "$verilator"
  local vlt=() status=0 params
  mapfile -t vlt < <(find rtl -name '*.vlt' | LC_ALL=C sort)
  for params in "DataW=64 NumPorts=1" "DataW=512 NumPorts=1" "DataW=1024 NumPorts=2"; do
    # shellcheck disable=SC2086
    "$verilator" --lint-only --quiet -Wall --timescale 1ps/1ps --top-module sluice_top $(printf -- '-G%s ' $params) \
      "${vlt[@]}" -f rtl/sluice.f || { echo "lint: Verilator, $params" >&2; status=1; }
  done
  return $status
}

lint_verible() {
  local files
  mapfile -t files < <(scripts/sources.sh sv)
  need .venv/bin/verible-verilog-lint
  .venv/bin/verible-verilog-lint --rules_config=.rules.verible_lint "${files[@]}"
}

lint_format() { scripts/format.sh --check; }

lint_tidy() { scripts/tidy.py "$build"; }

lint_tidy-product() { scripts/tidy.py "$build" model tb sw-driver; }

lint_shell() {
  local status=0 f
  while read -r f; do bash -n "$f" || status=1; done < <(scripts/sources.sh sh)
  return $status
}

lint_spdx() {
  local status=0 f
  while read -r f; do
    if ! head -n 3 "$f" | grep -q 'SPDX-License-Identifier: Apache-2.0'; then
      echo "$f:1: found no licence header, expected 'SPDX-License-Identifier: Apache-2.0' in the first 3 lines"
      status=1
    fi
  done < <(scripts/sources.sh all)
  return $status
}

bad=()
for check in "${checks[@]}"; do
  case "$check" in
    verilator | verible | format | tidy | tidy-product | shell | spdx)
      "lint_$check"
      case $? in
        0) echo "lint: $check: clean" ;;
        2) exit 2 ;;
        *) bad+=("$check") ;;
      esac
      ;;
    *)
      echo "lint: found '$check', expected verilator, verible, format, tidy, tidy-product, shell or spdx" >&2
      exit 2
      ;;
  esac
done
if [ ${#bad[@]} -gt 0 ]; then
  echo "lint: not clean: ${bad[*]}" >&2
  exit 1
fi
