# SPDX-License-Identifier: Apache-2.0
# The front door of Sluice: `make help` lists the targets. CMake does the building; every target that
# needs tools calls scripts/setup.sh first, which does nothing when they are there.
#
# Variables: BUILD (build folder, default build: new, empty or a build already), JOBS (default: number of cores),
#            VERILATOR (another Verilator than the pinned one), QUICK (1: `make bench` without waiting for figures).
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

BUILD ?= build
JOBS ?= $(shell nproc)
# make mutate: how many mutants, which ones, of which block (default: all).
N ?= 100
SEED ?= 1
BLOCK ?=
# A shell's own variable SECONDS is not meant.
FUZZ_SECONDS = $(if $(filter command line,$(origin SECONDS)),$(SECONDS),60)
FUZZ ?=
SEEDS ?= 10
EXECUTOR ?= local
FIRST ?= 1
capture := examples/ai-burst.pcap

# A variable's value goes to a shell as one word, whatever is in it, but for what no recipe can hold.
define newline


endef
q = '$(subst ','\'',$(1))'
$(foreach v,BUILD JOBS VERILATOR N SEED BLOCK FUZZ FUZZ_SECONDS SEEDS EXECUTOR FIRST TESTS,\
  $(if $(findstring $(newline),$($(v))),$(error $v: found a line break, expected one line)))
ifeq ($(strip $(BUILD)),)
$(error BUILD: found nothing, expected a folder)
endif
ifneq ($(filter -%,$(firstword $(BUILD))),)
$(error BUILD: found '$(BUILD)', expected a folder (./$(BUILD)))
endif
ifneq ($(shell [[ $(call q,$(JOBS)) =~ ^[1-9][0-9]{0,4}$$ ]] && echo fine),fine)
$(error JOBS: found '$(JOBS)', expected 1 to 99999)
endif
build := $(call q,$(BUILD))

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
	@scripts/build_folder.sh make $(build)
	@cmake -S . -B $(build) -G Ninja $(if $(VERILATOR),$(call q,-DVERILATOR=$(VERILATOR))) >$(build)/configure.log 2>&1 \
	  || { cat $(build)/configure.log >&2; exit 1; }

sluice: configure ## Build the command line alone: build/bin/sluice
	@cmake --build $(build) --target sluice --parallel $(JOBS)

build: configure ## Build everything: verilated models, golden models, driver, command line, tests
	@cmake --build $(build) --parallel $(JOBS)

# The capture is made once, from a fixed seed; delete it to have it made again.
$(capture): | sluice
	$(build)/bin/sluice traffic $@ --seed 1

run: sluice $(capture) ## Main job: a capture through the verilated CSIG port, every bit compared with the golden model
	$(build)/bin/sluice run $(capture) --config examples/srl1.cfg --out $(build)/ai-burst.out.pcap

test: setup-test build ## All tests: blocks, system, registers, lint, quick proofs, sanitizers; ends with ctest's summary
	@ctest --test-dir $(build) --parallel $(JOBS) --output-on-failure

sanitize: setup ## Software parts under AddressSanitizer and UndefinedBehaviorSanitizer (folder build-sanitize)
	@scripts/sanitize.sh $(JOBS)

bench: configure ## Speed and memory: a table, and build/bench.json (docs/benchmarks.md); QUICK=1 takes some seconds
	@cmake --build $(build) --target sluice_bench --parallel $(JOBS)
	@$(build)/bin/sluice_bench $(if $(QUICK),--quick) --sluice $(build)/bin/sluice --config examples/srl1.cfg \
	  --json $(build)/bench.json

.PHONY: fuzz
fuzz: setup-test ## Fuzzing, SECONDS=60 for each target; FUZZ=NAME: that target alone (docs/fuzzing.md)
	@scripts/fuzz.py --seconds=$(call q,$(FUZZ_SECONDS)) --jobs $(JOBS) --only=$(call q,$(FUZZ))

# EXECUTOR: local or slurm. TESTS: names. FIRST: seed. COVERAGE: 1.
.PHONY: regress
regress: setup-test ## Random tests with SEEDS=10 seeds each, JOBS at a time, build/regress/junit.xml (docs/regressions.md)
	@scripts/regress.py --make --seeds=$(call q,$(SEEDS)) --jobs $(JOBS) --executor=$(call q,$(EXECUTOR)) \
	  --tests=$(call q,$(TESTS)) --first-seed=$(call q,$(or $(FIRST),1)) $(if $(COVERAGE),--coverage)

formal: setup ## All formal proofs, then the bugs that they must catch (docs/formal.md)
	@tests/formal/formal.py --build $(build) run
	@tests/formal/formal.py --build $(build) mutants

coverage: setup-test ## What the tests reach, a page in build/coverage; fails below tests/coverage/goals.toml (docs/coverage.md)
	@scripts/coverage.py run --jobs $(JOBS)

mutate: setup ## Change the RTL in N=100 places, one at a time: a test must fail on each (SEED=1, BLOCK=name; docs/mutation.md)
	@tests/mutation/mutate.py --number=$(call q,$(N)) --seed=$(call q,$(SEED)) $(foreach b,$(BLOCK),--block=$(call q,$b)) --jobs $(JOBS) \
	  --report $(build)/mutation.json $(if $(VERILATOR),--define=$(call q,VERILATOR=$(VERILATOR)))

lint: build ## Verilator -Wall, Verible, clang-format, clang-tidy, shell syntax, licence headers
	@scripts/lint.sh --build $(build)

format: setup ## Format C++ (clang-format) and SystemVerilog (Verible) in place
	@scripts/format.sh

regs: setup ## Regenerate regs/generated from the SystemRDL sources
	@regs/generate.sh

regs-check: setup ## Fail where regs/generated is not what the SystemRDL sources give
	@regs/generate.sh --check

regs-html: setup ## PeakRDL's HTML pages of the register map in build/regs-html
	@scripts/regs_html.sh $(build)/regs-html

clean: ## Remove build folders that make made, and the generated capture (keeps .venv)
	@rm -f $(capture)
	@scripts/build_folder.sh clean $(build)
