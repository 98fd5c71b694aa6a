#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/sanitize.sh [JOBS]: builds the software parts (golden models, capture readers, driver,
# configuration) in build-sanitize with AddressSanitizer and UndefinedBehaviorSanitizer and runs their tests.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-$(nproc)}
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
cmake -S . -B build-sanitize -G Ninja -DSLUICE_SANITIZE=ON
cmake --build build-sanitize --parallel "$jobs"
# --no-tests=error: a build that registers no test must not pass.
ctest --test-dir build-sanitize --parallel "$jobs" --output-on-failure --no-tests=error
