# Every target works as the first command in a fresh clone: it needs Python 3.11 or later and make.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 5000
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help install serve test check coverage docs format bench screenshots clean

help: ## Say what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: $(READY) ## Make the virtual environment and install the package into it

$(READY): setup.cfg pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
		"Name one: make PYTHON=python3.12 ..." >&2; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

serve: $(READY) ## Serve the Web API on HOST and PORT
	@echo "The Canada Job Grant's Web API: http://$(HOST):$(PORT)/spec (Ctrl-C stops it)"
	$(BIN)/jobgrant serve --host $(HOST) --port $(PORT)

test: $(READY) ## Run every test
	$(BIN)/python -m pytest

check: $(READY) ## Check style, types and the law's files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/yamllint --strict .
	$(BIN)/mypy
	$(BIN)/python -m openfisca_jobgrant.law_check
	$(BIN)/python -m openfisca_jobgrant.programme_page --check
	$(BIN)/python -m openfisca_jobgrant.languages --check

coverage: $(READY) ## Change the law, and name what no test notices (minutes)
	$(BIN)/jobgrant coverage tests --no-solver --figures-at-least 60 --formulas-at-least 90

docs: $(READY) ## Write what is made from the law: pages of docs/, the French catalogue
	$(BIN)/python -m openfisca_jobgrant.programme_page
	$(BIN)/python -m openfisca_jobgrant.languages
	$(BIN)/python docs/session.py

format: $(READY) ## Put the code into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## Measure, as ratios against rivals in the same run
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/api.py
	$(BIN)/python benchmarks/load.py
	$(BIN)/python benchmarks/population.py
	$(BIN)/python benchmarks/proofs.py
	$(BIN)/python benchmarks/workbench.py

screenshots: $(READY) ## Write the README's pictures of the workbench (needs Chromium)
	$(BIN)/python docs/screenshots.py

clean: ## Remove what was made
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
