#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cmake/coverage_hook.sh FOLDER PREFIX NAME: makes the verilated class PREFIX hand its points and counters to
# sluice::coverage (tb/coverage/rtl_counts.hpp), under NAME and a checksum of the code. Verilator's own way
# to write them needs a call in every test, and adds up points that it cannot tell apart.
set -euo pipefail
folder=$1 prefix=$2 name=$3
sum=$(cat "$folder/$prefix"*.cpp | sha256sum | cut -c 1-12)
cat >"$folder/coverage_hook.h" <<END
#include "verilated_cov.h"
#include "tb/coverage/rtl_counts.hpp"
#define SLUICE_COUNTERS ::sluice::coverage::Counters{"$name-$sum", vlSymsp->__Vcoverage}
#undef VL_COVER_INSERT
#define VL_COVER_INSERT(context, hierarchy, counter, ...) \\
  ::sluice::coverage::insert(SLUICE_COUNTERS, counter, __VA_ARGS__)
END
call='::sluice::coverage::retire(SLUICE_COUNTERS);'
sed -i -e "s|^$prefix::~$prefix() {\$|&\n    $call|" "$folder/$prefix.cpp"
sed -i '1i #include "coverage_hook.h"' "$folder/$prefix"*.cpp
grep -qF "$call" "$folder/$prefix.cpp" || {
  echo "coverage: $folder/$prefix.cpp: found no destructor of $prefix to put a call into" >&2
  exit 1
}
