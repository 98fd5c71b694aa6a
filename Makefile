# SPDX-License-Identifier: Apache-2.0
# The front door of Sluice: `make help` lists the targets. CMake does the building; every target that
# needs tools calls scripts/setup.sh first, which does nothing when they are there.
#
# Variables: BUILD (build folder, default build), JOBS (default: number of cores),
#            VERILATOR (another Verilator than the pinned one), QUICK (1: `make bench` without waiting for figures).
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

BUILD ?= build
JOBS ?= $(shell nproc)
ifdef VERILATOR
cmake_args := -DVERILATOR=$(VERILATOR)
endif
# make mutate: how many mutants, which ones, of which block (default: all).
N ?= 100
SEED ?= 1
BLOCK ?=
# A shell's own variable SECONDS is not meant.
FUZZ_SECONDS = $(if $(filter command line,$(origin SECONDS)),$(SECONDS),60)
FUZZ ?=
capture := examples/ai-burst.pcap

.PHONY: help setup setup-test setup-slurm configure sluice build run test sanitize bench formal mutate lint format regs regs-check \
        regs-html clean coverage

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install what is needed: Debian packages, pinned Python tools in .venv (nothing to do: returns at once)
	@scripts/setup.sh

setup-test: ## The same, with what tests, coverage, fuzzing and regressions need besides
	@scripts/setup.sh test

setup-slurm: ## A Slurm for the test of `make regress EXECUTOR=slurm` (its packages enable services: not part of setup-test)
	@scripts/setup.sh test slurm

configure: setup
	@mkdir -p $(BUILD)
	@cmake -S . -B $(BUILD) -G Ninja $(cmake_args) >$(BUILD)/configure.log 2>&1 \
	  || { cat $(BUILD)/configure.log >&2; exit 1; }

sluice: configure ## Build the command line alone: build/bin/sluice
	@cmake --build $(BUILD) --target sluice --parallel $(JOBS)

build: configure ## Build everything: verilated models, golden models, driver, command line, tests
	@cmake --build $(BUILD) --parallel $(JOBS)

# The capture is made once, from a fixed seed; delete it to have it made again.
$(capture): | sluice
	$(BUILD)/bin/sluice traffic $@ --seed 1

run: sluice $(capture) ## Main job: a capture through the verilated CSIG port, every bit compared with the golden model
	$(BUILD)/bin/sluice run $(capture) --config examples/srl1.cfg --out $(BUILD)/ai-burst.out.pcap

test: setup-test build ## All tests: blocks, system, registers, lint, quick proofs, sanitizers; ends with ctest's summary
	@ctest --test-dir $(BUILD) --parallel $(JOBS) --output-on-failure

sanitize: setup ## Software parts under AddressSanitizer and UndefinedBehaviorSanitizer (folder build-sanitize)
	@scripts/sanitize.sh $(JOBS)

bench: configure ## Speed and memory: a table, and build/bench.json (docs/benchmarks.md); QUICK=1 takes some seconds
	@cmake --build $(BUILD) --target sluice_bench --parallel $(JOBS)
	@$(BUILD)/bin/sluice_bench $(if $(QUICK),--quick) --sluice $(BUILD)/bin/sluice --config examples/srl1.cfg \
	  --json $(BUILD)/bench.json

.PHONY: fuzz
fuzz: setup-test ## Fuzzing, SECONDS=60 for each target; FUZZ=NAME: that target alone (docs/fuzzing.md)
	@scripts/fuzz.py --seconds $(FUZZ_SECONDS) --jobs $(JOBS) --only "$(FUZZ)"

SEEDS ?= 10
EXECUTOR ?= local
# EXECUTOR: local or slurm. TESTS: names. FIRST: seed. COVERAGE: 1.
.PHONY: regress
regress: setup-test ## Random tests with SEEDS=10 seeds each, JOBS at a time, build/regress/junit.xml (docs/regressions.md)
	@scripts/regress.py --make --seeds $(SEEDS) --jobs $(JOBS) --executor $(EXECUTOR) --tests '$(TESTS)' \
	  --first-seed $(or $(FIRST),1) $(if $(COVERAGE),--coverage)

formal: setup ## All formal proofs, then the bugs that they must catch (docs/formal.md)
	@tests/formal/formal.py --build $(BUILD) run
	@tests/formal/formal.py --build $(BUILD) mutants

coverage: setup-test ## What the tests reach, a page in build/coverage; fails below tests/coverage/goals.toml (docs/coverage.md)
	@scripts/coverage.py run --jobs $(JOBS)

mutate: setup ## Change the RTL in N=100 places, one at a time: a test must fail on each (SEED=1, BLOCK=name; docs/mutation.md)
	@tests/mutation/mutate.py --number $(N) --seed $(SEED) $(addprefix --block ,$(BLOCK)) --jobs $(JOBS) \
	  --report $(BUILD)/mutation.json $(addprefix --define ,$(cmake_args:-D%=%))

lint: build ## Verilator -Wall, Verible, clang-format, clang-tidy, shell syntax, licence headers
	@scripts/lint.sh --build $(BUILD)

format: setup ## Format C++ (clang-format) and SystemVerilog (Verible) in place
	@scripts/format.sh

regs: setup ## Regenerate regs/generated from the SystemRDL sources
	@regs/generate.sh

regs-check: setup ## Fail where regs/generated is not what the SystemRDL sources give
	@regs/generate.sh --check

regs-html: setup ## PeakRDL's HTML pages of the register map in build/regs-html
	@scripts/regs_html.sh $(BUILD)/regs-html

clean: ## Remove build folders and the generated capture (keeps .venv)
	@rm -rf $(BUILD) build build-sanitize build-fuzz build-coverage build-mutate $(capture)
