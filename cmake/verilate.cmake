# SPDX-License-Identifier: Apache-2.0
# sluice_verilate(TARGET name TOP module [FLAVOUR test|speed] [PREFIX class] [FILES sv...] [PARAMS -GName=Value ...] [ARGS ...])
#
# Verilates `TOP` with the file list SLUICE_FILE_LIST (order matters: packages first) and makes the static
# library `name`, whose header is "<PREFIX>.h" (default V<name>). FST tracing is compiled in; it costs
# next to nothing until it is opened. A user brings another Verilator with -DVERILATOR=/path/to/verilator.
#
# test (default): assertions are checked, and what a reset leaves alone or nobody drives starts with bits
# from the context's seed (randReset(2), randSeed): whoever uses such a value is seen.
# speed: none of that; what `sluice` is made of.

# The widths that are built and tested: those of tb/sim/bus_widths.hpp.
set(SLUICE_BUS_WIDTHS 64 128 256 512 1024)

set(SLUICE_VERILATE_test --assert --x-assign unique --x-initial unique)
set(SLUICE_VERILATE_speed --no-assert --x-assign fast --x-initial fast)
if(SLUICE_COVERAGE)  # bits that a reset takes back from a random start would count as toggles that a test made
  set(SLUICE_VERILATE_test --assert --x-assign fast --x-initial fast)
endif()
set(SLUICE_COMPILE_test -O1)
set(SLUICE_COMPILE_speed -O2)

file(GLOB _verilator_candidates ${CMAKE_SOURCE_DIR}/.venv/lib/python3*/site-packages/verilator/bin/verilator)
list(APPEND _verilator_candidates "verilator")
list(GET _verilator_candidates 0 _verilator_default)
set(VERILATOR ${_verilator_default} CACHE STRING "Verilator to call")
execute_process(COMMAND ${VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE VERILATOR_ROOT
                OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE _rc)
if(NOT _rc EQUAL 0)
  message(FATAL_ERROR "Verilator not found at '${VERILATOR}': run scripts/setup.sh, or pass -DVERILATOR=PATH")
endif()

# What is verilated: the sources, or (make mutate) the same design with mutants in it.
set(SLUICE_FILE_LIST ${CMAKE_SOURCE_DIR}/rtl/sluice.f CACHE FILEPATH "File list of the design that is verilated")

if(SLUICE_SANITIZE)
  function(sluice_verilate)
  endfunction()
  return()
endif()

add_library(verilated_runtime STATIC
  ${VERILATOR_ROOT}/include/verilated.cpp
  ${VERILATOR_ROOT}/include/verilated_threads.cpp
  ${VERILATOR_ROOT}/include/verilated_fst_c.cpp)
target_include_directories(verilated_runtime SYSTEM PUBLIC ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
target_compile_definitions(verilated_runtime PUBLIC VM_COVERAGE=$<BOOL:${SLUICE_COVERAGE}> VM_SC=0 VM_TRACE=1 VM_TRACE_FST=1 VM_TIMING=0)
target_link_libraries(verilated_runtime PUBLIC Threads::Threads ZLIB::ZLIB lz4)
# A coverage build's models give their counts at their end (docs/coverage.md). Not --coverage: it crashes.
set(coverage_args)
set(coverage_hook)
if(SLUICE_COVERAGE)
  set(coverage_args --coverage-line --coverage-toggle --coverage-user)
  set(coverage_hook ${CMAKE_SOURCE_DIR}/cmake/coverage_hook.sh)
  target_sources(verilated_runtime PRIVATE
                 ${CMAKE_SOURCE_DIR}/tb/coverage/output.cpp ${CMAKE_SOURCE_DIR}/tb/coverage/rtl_counts.cpp)
  target_include_directories(verilated_runtime PUBLIC ${CMAKE_SOURCE_DIR})
endif()

function(sluice_verilate)
  cmake_parse_arguments(A "" "TARGET;TOP;PREFIX;FLAVOUR" "FILES;PARAMS;ARGS" ${ARGN})
  if(NOT A_PREFIX)
    set(A_PREFIX V${A_TARGET})
  endif()
  if(NOT A_FLAVOUR)
    set(A_FLAVOUR test)
  endif()
  if(NOT DEFINED SLUICE_VERILATE_${A_FLAVOUR})
    message(FATAL_ERROR "sluice_verilate(${A_TARGET}): FLAVOUR is ${A_FLAVOUR}, expected test or speed")
  endif()
  set(dir ${CMAKE_BINARY_DIR}/verilated/${A_TARGET})
  file(GLOB_RECURSE rtl_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rtl/*.sv ${CMAKE_SOURCE_DIR}/rtl/*.f
       ${CMAKE_SOURCE_DIR}/rtl/*.vlt ${CMAKE_SOURCE_DIR}/regs/generated/*.sv)
  # The number of generated files is not known before Verilator has run, so they are gathered in two
  # units: what runs each clock, and what runs once (not worth optimizing, and half of the text).
  set(hot ${dir}/${A_PREFIX}__all_hot.cpp)
  set(cold ${dir}/${A_PREFIX}__all_cold.cpp)
  set(coverage_command true)
  if(SLUICE_COVERAGE)
    set(coverage_command ${coverage_hook} ${dir} ${A_PREFIX} ${A_TARGET})
  endif()
  add_custom_command(
    OUTPUT ${hot} ${cold} ${dir}/${A_PREFIX}.h
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${dir}
    COMMAND ${VERILATOR} --cc --trace-fst --trace-structs -O3 ${SLUICE_VERILATE_${A_FLAVOUR}}
            --top-module ${A_TOP} --prefix ${A_PREFIX} --Mdir ${dir} --output-split 0
            -Wall -Wno-fatal -Werror-USERFATAL --timescale 1ps/1ps
            ${coverage_args} ${A_PARAMS} ${A_ARGS} -f ${SLUICE_FILE_LIST} ${A_FILES}
    COMMAND ${coverage_command}
    COMMAND sh ${CMAKE_SOURCE_DIR}/cmake/gather.sh ${dir} ${A_PREFIX} ${hot} ${cold}
    DEPENDS ${rtl_sources} ${SLUICE_FILE_LIST} ${A_FILES} ${CMAKE_SOURCE_DIR}/cmake/gather.sh ${coverage_hook}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMENT "Verilating ${A_TARGET}" VERBATIM)
  add_library(${A_TARGET} STATIC ${hot} ${cold} ${dir}/${A_PREFIX}.h)
  set_source_files_properties(${cold} PROPERTIES COMPILE_OPTIONS -O0)
  target_include_directories(${A_TARGET} SYSTEM PUBLIC ${dir})
  target_compile_options(${A_TARGET} PRIVATE ${SLUICE_COMPILE_${A_FLAVOUR}} -w -fno-profile-arcs -fno-test-coverage)
  target_link_libraries(${A_TARGET} PUBLIC verilated_runtime)
endfunction()
