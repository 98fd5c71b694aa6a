#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gather.sh DIR PREFIX HOT COLD: two files that include what Verilator made in DIR. HOT runs each clock;
# COLD (Verilator's name ends in Slow) runs once.
set -eu
for file in "$1/$2"*.cpp; do
  case $file in
    *__all_*) ;;
    *Slow.cpp) echo "#include \"$file\"" >>"$4.tmp" ;;
    *) echo "#include \"$file\"" >>"$3.tmp" ;;
  esac
done
for unit in "$3" "$4"; do
  touch "$unit.tmp"
  mv "$unit.tmp" "$unit"
done
