# Everything a newcomer needs is python3 >= 3.11 and make.
PYTHON ?= python3
RUN := .venv/bin/python
# Tests use both cores of a small machine; more would only fight over them.
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help play demo setup game test format lint types imports tests postgresql long coverage newest bench lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: environment-demo ## run the whole service here, with a local post office and robots to play against
	@$(RUN) manage.py play $(ARGS)

demo: environment-demo ## prove it: three mail clients play a league to the end, by mail alone (GAME=flandern: another game)
	@$(RUN) manage.py demo $(if $(GAME),--game $(GAME)) $(ARGS)

setup: environment-test ## only make the environment in .venv

test: environment-test environment-providers lint types imports tests postgresql ## all checks and tests

game: ## begin a game: a draft of NAME=nim that can be played at once (docs/adding-a-game.md)
	@$(PYTHON) docs/examples/new_game.py "$(NAME)"

format: environment-test ## put the code into its form, and mend what can be mended by itself
	@$(RUN) -m ruff check --fix --quiet .
	@$(RUN) -m ruff format --quiet .

lint: ## look for what is wrong in form
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

types: ## check types
	@$(RUN) -m mypy

imports: ## check who imports whom
	@.venv/bin/lint-imports

# What writes to the database is tested on the one that services have; `pytest` alone runs all on SQLite.
tests: ## all tests on SQLite (ARGS="tests/engine -k undo": some)
	@$(RUN) -m pytest -n $(WORKERS) --rows-elsewhere $(ARGS)

postgresql: ## those that write to the database on PostgreSQL (ARGS as above)
	@$(RUN) -m tests.on_postgresql -n $(WORKERS) $(ARGS)

long: environment-test environment-providers ## tests that take minutes each, of which all others have a short form: before a release
	@$(RUN) -m pytest -n $(WORKERS) --long -m long $(ARGS)

coverage: environment-test environment-coverage ## branch coverage by package (ARGS="tests/engine --of engine": line by line)
	@PYTHONPATH=$$(.venv-coverage/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') \
		$(RUN) -m tests.covered $(ARGS)

# What is plain Python is tested under the newest one too, with nothing of the service near.
NEWEST ?= python3.13
newest: ## test engine and formats under Python 3.13, where it is there
	@if $(NEWEST) -c '' 2>/dev/null; then \
		$(NEWEST) deploy/bootstrap.py newest && $(MAKE) --no-print-directory PYTHON=$(NEWEST) newest-tests; \
	else \
		echo 'NOT TESTED, MISSING PART: Python 3.13: install it as python3.13, or say NEWEST=<path>'; \
	fi

newest-tests: messages
	@.venv-newest/bin/python -W error -m pytest -c /dev/null --rootdir=. --noconftest --import-mode=importlib \
		-p no:cacheprovider -q -n $(WORKERS) tests/engine tests/formats $(ARGS)

bench: environment-bench environment-test ## measure the engine beside others, and letters and papers beside bare ones, a turn on a telephone
	@.venv-bench/bin/python -m tests.bench.engine
	@$(RUN) -m tests.bench.mail
	@$(RUN) -m tests.bench.reports
	@$(RUN) -m tests.bench.telephone

lock: environment-test ## lock the packages anew after a change in requirements/*.in (needs uv)
	@for name in base providers demo traces test bench coverage newest; do uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url requirements/$$name.in --output-file requirements/$$name.txt; done

clean: ## remove the environment and all data of `make play`
	rm -rf .venv .venv-bench .venv-coverage .venv-newest .var static_root

.PHONY: environment-demo environment-test environment-providers environment-bench environment-coverage newest-tests messages catalogues
environment-demo:
	@$(PYTHON) deploy/bootstrap.py demo
	@$(MAKE) --no-print-directory messages
environment-test:
	@$(PYTHON) deploy/bootstrap.py test
	@$(MAKE) --no-print-directory messages
environment-providers: environment-test
	@$(PYTHON) deploy/bootstrap.py providers

# Sentences in other languages: compiled when their catalogues have changed.
CATALOGUES := $(wildcard engine/language/locale/*/*/*.po engine/*/words/locale/*/*/*.po tournaments/language/locale/*/*/*.po)
messages: $(CATALOGUES:.po=.mo)
%.mo: %.po
	@$(RUN) deploy/messages.py $<

catalogues: environment-test ## bring the catalogues of sentences up to what the code and the templates say
	@$(RUN) -m tests.catalogues

environment-bench:
	@$(PYTHON) deploy/bootstrap.py bench
environment-coverage: environment-test
	@$(RUN) deploy/bootstrap.py coverage
