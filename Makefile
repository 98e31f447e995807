# Every command that a player or a contributor needs. `make help` lists them.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

BIN := .venv/bin
export PYTHON

.PHONY: help play test test-all bench mutation format lock clean screenshots
.PHONY: ready checks web-checks built compiled services

help: ## List these commands
	@echo "Piazzetta: Piazza and C'est Carré! on your computer."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "PYTHON=/path/to/python picks the interpreter; ARGS=... goes to what is run."

play: ## Play both games in your browser
	@scripts/setup server
	@trap : INT; $(BIN)/piazzetta serve --open $(ARGS) || [ $$? -eq 130 ] # Ctrl-C is no failure

test: ready ## Run every check: format, lint, types, tests and coverage
	@$(call run-tests)

test-all: ready ## The same, with the tests that take minutes
	@$(call run-tests,-m "")

# Two more than there are cores, since many tests wait for a server or a browser.
WORKERS = -n $$($(BIN)/python -c "import os; print(2 + (os.cpu_count() or 1))") --dist worksteal

# Counting covered lines makes the rules twice as slow, so only their own tests are run with it.
ifdef ARGS
run-tests = echo "Running the tests $(ARGS) ..." && $(BIN)/pytest $(WORKERS) $(1) $(ARGS)
else
run-tests = echo "Running the tests of the rules, which cover every line ..." && \
	$(BIN)/pytest $(WORKERS) $(1) tests/rules --cov --cov-report=term && \
	echo "Running all other tests ..." && $(BIN)/pytest $(WORKERS) $(1) --ignore=tests/rules
endif

# All at once: each of them leaves a core idle for a while. Where make can, lines are kept whole.
ready:
	@scripts/setup dev
	@$(MAKE) -j4 $(if $(filter output-sync,$(.FEATURES)),-Oline) checks web-checks compiled services

checks:
	@echo "Checking format, lint and types ..."
	@$(BIN)/ruff format --check . || { echo "To fix it: make format"; exit 1; }
	@$(BIN)/ruff check .
	@$(BIN)/mypy src tests $(wildcard bench/*.py)

web-checks: built
	@echo "Checking the web app: format, types, words and its own tests ..."
	@$(BIN)/python scripts/web.py npm run --silent checks

built:
	@scripts/setup web

services:
	@scripts/services

screenshots: ## Take a picture of every page, in both themes and sizes
	@scripts/setup dev
	@scripts/setup web
	@scripts/services
	@$(BIN)/python -m tests.web.screenshots $(ARGS)

# Once for all test processes, which would else each do it.
WARM_UP = from piazzetta.kernels.warm import warm_up; warm_up
compiled:
	@echo "Compiling the kernels, if they have changed ..."
	@$(BIN)/python -c "$(WARM_UP)('piazza')" & $(BIN)/python -c "$(WARM_UP)('carre')" && wait $$!

bench: ## Time the rules and the kernels beside other engines
	@scripts/setup bench
	@echo "Timing the rules ..."
	@$(BIN)/python -m bench.rules
	@echo "Timing the kernels ..."
	@$(BIN)/python -m bench.kernels

mutation: ## Try small wrong changes of the rules: does a test notice? Hours for all of them
	@scripts/mutation $(ARGS)

format: ## Format the code and fix what can be fixed by itself
	@scripts/setup dev
	@scripts/setup web
	@echo "Formatting ..."
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/python scripts/web.py npm run --silent format

lock: ## Renew the locked versions in requirements/
	@scripts/setup lock
	@scripts/lock

clean: ## Remove .venv, caches and what was built
	@echo "Removing .venv, caches and what was built ..."
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.* dist mutants web/node_modules src/piazzetta/server/static
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
