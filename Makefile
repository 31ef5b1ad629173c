# Two commands do everything, including set-up: make demo, make test.
SHELL := /bin/bash
# Continuous integration uses ci: the same with warnings as errors.
PRESET ?= release
PYTHON := .venv/bin/python
LINT_FILES = $(wildcard $(foreach module,base core drop io verify,spandrop/$(module)/*.cpp spandrop/$(module)/*/*.cpp))
CXX_FILES = $(shell git ls-files -co --exclude-standard '*.h' '*.cpp')

# Clones in other places share what was compiled.
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1

.PHONY: help demo test build setup setup-build setup-train setup-test setup-python setup-bench test-build unit cli-test \
  report-test memory-test check lint format asan tsan fuzz bench install python python-build python-test wheel abi3 clean
.NOTPARALLEL:
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: setup-train build ## show the main features on the sample corpus
	@scripts/demo

test: setup-python build check lint unit cli-test report-test python-test wheel asan ## build, then run every test and check

build: setup-build ## build build/release/spandrop; with training if `scripts/setup train` ran (PRESET=debug for another preset)
	@cmake --preset $(PRESET) --log-level=NOTICE
	@cmake --build --preset $(PRESET) --target programs

setup: ## install what is missing for LEVEL=build|train|test|python|bench (default: test)
	@scripts/setup $(or $(LEVEL),test)

setup-build setup-train setup-test setup-python setup-bench:
	@scripts/setup $(@:setup-%=%)

test-build: setup-test build
	@cmake --build --preset $(PRESET) --target unit_tests

unit: test-build ## the unit tests
	@GTEST_BRIEF=1 ctest --preset $(PRESET) --verbose

cli-test: setup-test build ## the command-line tests
	@$(PYTHON) -m pytest -q -rs tests/cli

report-test: setup-test ## the report of the experiments, also in a real browser
	@$(PYTHON) -m pytest -q -rs tests/report

memory-test: setup-test build ## memory on an input of 5 GB (a minute or two)
	@$(PYTHON) -m pytest -q -s -m slow tests/cli/test_memory.py

check: setup-test ## formatting of C++ and Python, ruff's checks, and what each module may include
	@.venv/bin/clang-format --dry-run --Werror $(CXX_FILES)
	@.venv/bin/ruff format --quiet --check .
	@.venv/bin/ruff check --quiet .
	@$(PYTHON) scripts/check_includes.py

lint: setup-test ## clang-tidy on the modules that handle memory and files (a minute on two cores)
	@cmake --preset $(PRESET) --log-level=WARNING
	@printf '%s\n' $(LINT_FILES) | xargs -P 2 -n 4 .venv/bin/clang-tidy -p build/release --quiet \
	  2> >(grep -v ' generated\.$$' >&2)

format: setup-test ## format the C++ and Python files
	@.venv/bin/clang-format -i $(CXX_FILES)
	@.venv/bin/ruff check --quiet --fix .
	@.venv/bin/ruff format --quiet .

asan: setup-test ## the unit tests under the address and undefined-behaviour sanitizers
	@cmake --preset asan --log-level=WARNING
	@cmake --build --preset asan --target unit_tests
	@GTEST_BRIEF=1 ctest --preset asan --verbose

tsan: setup-test ## the unit tests under the thread sanitizer
	@cmake --preset tsan --log-level=WARNING
	@cmake --build --preset tsan --target unit_tests
	@GTEST_BRIEF=1 ctest --preset tsan --verbose

fuzz: setup-test ## look for inputs that break a drop or a score, FUZZ_SECONDS=60 for each; needs clang and libclang-rt-14-dev
	@command -v clang++ >/dev/null || { echo "Please install clang and libclang-rt-14-dev." >&2; exit 1; }
	@cmake --preset fuzz --log-level=WARNING
	@cmake --build --preset fuzz
	@mkdir -p build/fuzz/corpus
	@build/fuzz/tests/drop_fuzz -max_total_time=$(or $(FUZZ_SECONDS),60) -timeout=10 -max_len=512 \
	  -artifact_prefix=build/fuzz/ build/fuzz/corpus tests/fuzz/seeds
	@for format in squad hotpotqa multirc docred; do \
	  mkdir -p build/fuzz/corpus-$$format && cp examples/$$format.json build/fuzz/corpus-$$format/example && \
	  build/fuzz/tests/$${format}_fuzz -max_total_time=$(or $(FUZZ_SECONDS),60) -timeout=10 -max_len=4096 \
	    -artifact_prefix=build/fuzz/ build/fuzz/corpus-$$format || exit 1; \
	  mkdir -p build/fuzz/predictions-$$format && cp examples/predictions/$$format.json build/fuzz/predictions-$$format/example && \
	  build/fuzz/tests/$${format}_score_fuzz -max_total_time=$(or $(FUZZ_SECONDS),60) -timeout=10 -max_len=2048 \
	    -artifact_prefix=build/fuzz/ build/fuzz/predictions-$$format || exit 1; \
	done

bench: setup-bench build python-build ## measure against other tools and write docs/benchmarks.md (BENCH="--quick", "--full", or names of questions)
	@cmake --preset $(PRESET) -DSPANDROP_BENCHMARKS=ON --log-level=WARNING
	@cmake --build --preset $(PRESET) --target benchmarks
	@.venv-bench/bin/python benchmarks/run.py $(BENCH)

python: python-test ## build the Python package into build/python/site and test it

# One build of the package serves its tests and the wheel: the tests run on the wheel's files.
python-build: setup-python
	@rm -rf build/wheels build/python/site
	@CXX=$${CXX:-c++} .venv-python/bin/pip wheel -q --no-deps --no-build-isolation --disable-pip-version-check -w build/wheels .
	@.venv-python/bin/pip install -q --no-deps --no-index --disable-pip-version-check --target build/python/site build/wheels/*.whl

python-test: python-build ## the tests of the Python package
	@PYTHONPATH=build/python/site .venv-python/bin/python -m pytest -q -rs --ignore tests/python/test_wheel.py tests/python

wheel: python-build ## build a wheel of the Python package into build/wheels and try it
	@PYTHONPATH=build/python/site .venv-python/bin/python -m pytest -q -rs tests/python/test_wheel.py

abi3: setup-test build ## build the wheel for Python 3.12 and newer, and test it with those of PYTHONS="python3.12 python3.13"
	@scripts/test_abi3 $(PYTHONS)

install: build ## install the program and the library (PREFIX=/usr/local)
	@cmake --install build/$(PRESET) --prefix $(or $(PREFIX),/usr/local)

clean: ## remove what was built
	@rm -rf build
