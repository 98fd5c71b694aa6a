#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/sources.sh KIND: the hand-written files of a kind (cpp, cc, sv, sh, py, all), one a line,
# relative to the repository root. Walks the tree, so it needs no git and sees files not yet committed.
set -euo pipefail
cd "$(dirname "$0")/.."

list() {
  find . \( -path ./.git -o -path ./.venv -o -path './build*' -o -path ./regs/generated -o -name __pycache__ \) \
    -prune -o -type f \( "$@" \) -printf '%P\n' | LC_ALL=C sort
}
case "${1:-}" in
  cpp) list -name '*.cpp' -o -name '*.hpp' ;;
  cc) list -name '*.cpp' ;;
  sv) list -name '*.sv' -o -name '*.svh' ;;
  sh) list -name '*.sh' -o -path './.ci/run' ;;
  py) list -name '*.py' ;;
  all)
    list -name '*.cpp' -o -name '*.hpp' -o -name '*.sv' -o -name '*.svh' -o -name '*.vlt' -o -name '*.f' \
      -o -name '*.rdl' -o -name '*.yang' -o -name '*.py' -o -name '*.lua' -o -name '*.sh' -o -name '*.sby' -o -name '*.cmake' \
      -o -name 'CMakeLists.txt' -o -name Makefile -o -path './.ci/run'
    ;;
  *)
    echo "scripts/sources.sh: found '${1:-}', expected cpp, cc, sv, sh, py or all" >&2
    exit 2
    ;;
esac
