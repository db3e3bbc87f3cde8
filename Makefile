# Every command a newcomer or CI needs; `make help` lists them.
# Nothing is installed outside the virtual environments named here, each remade when pyproject.toml changes.

.DEFAULT_GOAL := help

RUNTIME := .venv
DEV := .venv-dev
TRAIN := .venv-train
RAY := .venv-ray
COMPILED := .venv-compiled
AUDIT := .venv-audit
MUTANTS := .venv-mutants
PACKAGES := scorer vision service
SEED := 1
COUNT := 100
PHOTOS := ../shared/photos
START := ../shared/weights
ART := ../shared/art
PAGE := tests/page
SITE := out/site
PIP := -m pip --disable-pip-version-check -qq
# What needs more than the environment of the tests. The rest runs in two processes, a file never in both:
# what a file sets up is set up once, and no two of its tests meet. Files go by their names, so that those with a
# browser follow each other and share it, and those that come last are short.
APART := not train and not ray and not raytrace and not compiled
SPLIT := -n 2 --dist loadfile --no-loadscope-reorder

# The first interpreter that really runs and fits; `make demo PYTHON=/path/to/python3.12` overrides it.
FITS := import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.10 python; do \
	if "$$p" -c '$(FITS)' >/dev/null 2>&1; then echo "$$p"; break; fi; done)

# $(1): the environment, $(2): what to install in it, $(3): how. The marker is written last, so a broken install is redone.
define environment
	@if [ -z "$(PYTHON)" ] || ! "$(PYTHON)" -c '$(FITS)' 2>/dev/null; then \
		echo "make: Paiyan needs Python 3.10 to 3.13 and found none: install one, or name it with 'make PYTHON=/path/to/python3'" >&2; exit 2; fi
	@echo "Setting up $(1) (once; later runs skip this) ..." >&2
	@[ -x $(1)/bin/pip ] || "$(PYTHON)" -m venv --clear $(1)
	@$(1)/bin/python $(PIP) install $(3) -e "$(2)"
	@$(1)/bin/python -c 'import cv2' 2>/dev/null || $(call headless,$(1))
	@touch $@
endef

# $(1): the environment, $(2): the file of requirements/ that it is filled from.
define locked
	@[ -x $(1)/bin/pip ] || "$(PYTHON)" -m venv --clear $(1)
	@$(1)/bin/python $(PIP) install --require-hashes -r requirements/$(2).txt
endef

# $(1): the environment that gets the programs which are compiled when installed, where they can be.
define oracles
	@$(1)/bin/python $(PIP) install -e ".[oracles]" 2>/dev/null || \
		echo "No C++ compiler here: the comparison with PyMahjongGB will be skipped" >&2
endef

# opencv-python opens windows, so it wants the system's libGL; a bare server has none, and the same
# OpenCV comes without windows.
define headless
{ echo "No libGL on this machine: taking opencv-python-headless in place of opencv-python" >&2; \
	$(1)/bin/python $(PIP) uninstall --yes opencv-python && $(1)/bin/python $(PIP) install opencv-python-headless; }
endef

$(RUNTIME)/.ready: pyproject.toml
	$(call environment,$(RUNTIME),.)

# With LOCKED=1, as CI has it, the tests run with exactly the versions and files of requirements/dev.txt.
$(DEV)/.ready: pyproject.toml requirements/dev.txt
	$(if $(LOCKED),$(call locked,$(DEV),dev))
	$(call environment,$(DEV),.[dev],$(if $(LOCKED),--no-deps --no-build-isolation))
	$(call oracles,$(DEV))

$(TRAIN)/.ready: pyproject.toml
	$(call environment,$(TRAIN),.[train$(comma)raytrace$(comma)dev])
	$(call oracles,$(TRAIN))

$(RAY)/.ready: pyproject.toml
	$(call environment,$(RAY),.[ray$(comma)dev])

$(AUDIT)/.ready: requirements/audit.txt
	$(call locked,$(AUDIT),audit)
	@touch $@

$(MUTANTS)/.ready: requirements/mutants.txt
	$(call locked,$(MUTANTS),mutants)
	@touch $@

comma := ,

.PHONY: help
help: ## list these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

.PHONY: demo
demo: $(RUNTIME)/.ready ## read the sample photo, score its hand, draw its boxes (light: no torch)
	@$(RUNTIME)/bin/paiyan score service/samples/hand.jpg --rules guobiao --by self_draw --seat E --draw out/hand-read.jpg

.PHONY: test
test: $(DEV)/.ready ## what a change should pass, in two processes: all but the slow tests (minutes; downloads no torch)
	@$(DEV)/bin/python -m pytest $(SPLIT) -m "$(APART) and not slow"

.PHONY: test-all
test-all: $(DEV)/.ready ## those and the slow ones: kills, hostile requests, many examples, the wheel
	@$(DEV)/bin/python -m pytest $(SPLIT) -m "$(APART)"

.PHONY: test-train
test-train: $(TRAIN)/.ready ## training, export and ray-traced scenes, with torch, ultralytics and mitsuba
	@$(TRAIN)/bin/python -m pytest -m "train or raytrace"

.PHONY: test-ray
test-ray: $(RAY)/.ready ## the same evaluation and service on Ray, on this machine
	@$(RAY)/bin/python -m pytest -m ray

.PHONY: test-compiled
test-compiled: $(DEV)/.ready ## the scorer compiled gives the answers of the plain one (needs a C compiler; minutes)
	@$(DEV)/bin/python -m pytest -m compiled

.PHONY: mutants
mutants: $(DEV)/.ready $(MUTANTS)/.ready ## small changes to the code by SEED, COUNT in each of PACKAGES: how many the tests notice (an hour)
	@mkdir -p out
	@for package in $(PACKAGES); do $(MUTANTS)/bin/python tests/mutants/sample.py $$package \
		--seed $(SEED) --count $(COUNT) > out/mutants-$$package.jsonl || exit 1; done
	@$(DEV)/bin/python -m tests.mutants $(PACKAGES:%=out/mutants-%.jsonl)

.PHONY: check
check: $(DEV)/.ready ## format, lint, types, import directions
	@$(DEV)/bin/ruff format --check .
	@$(DEV)/bin/ruff check .
	@$(DEV)/bin/pyright --pythonpath $(DEV)/bin/python
	@$(DEV)/bin/lint-imports
	@if command -v npm >/dev/null; then $(MAKE) -s check-page; else echo "No Node here: the page's types and lint were not checked" >&2; fi

$(PAGE)/node_modules/.ready: $(PAGE)/package.json $(PAGE)/package-lock.json
	@cd $(PAGE) && npm ci --no-audit --no-fund --silent
	@touch $@

.PHONY: check-page
check-page: $(PAGE)/node_modules/.ready ## types and lint of the page's scripts (needs Node)
	@cd $(PAGE) && npm run --silent check

.PHONY: page-engine
page-engine: $(DEV)/.ready $(PAGE)/node_modules/.ready ## scorer and reader for the browser: with them the page works without a network (needs Node; 25 MB)
	@$(DEV)/bin/python -m paiyan.service.browser_engine $(PAGE)/node_modules/pyodide $(PAGE)/node_modules/onnxruntime-web

.PHONY: site
site: $(DEV)/.ready $(PAGE)/node_modules/.ready ## the page as static files in SITE, which reads and scores on the phone alone (needs Node; 25 MB)
	@$(DEV)/bin/python -m paiyan.service.site $(SITE) $(PAGE)/node_modules/pyodide $(PAGE)/node_modules/onnxruntime-web

.PHONY: site-differences
site-differences: $(DEV)/.ready $(PAGE)/node_modules/.ready ## read all photos of PHOTOS in a browser alone and here, and report each difference (needs Chromium; half an hour)
	@$(DEV)/bin/python -m tests.e2e.phone $(PHOTOS)

.PHONY: bench-phone
bench-phone: $(DEV)/.ready $(PAGE)/node_modules/.ready ## the page on the phone alone: what it fetches, starts, photos, memory; writes docs/page.md (needs Chromium; minutes)
	@$(DEV)/bin/python -m bench.phone --write

.PHONY: format
format: $(DEV)/.ready ## put the code into shape
	@$(DEV)/bin/ruff check --fix --quiet . || true
	@$(DEV)/bin/ruff format .

.PHONY: readme
readme: $(DEV)/.ready ## write the present output of the commands into README and the tutorial
	@$(DEV)/bin/python tests/service/test_readme.py

.PHONY: docs
docs: $(DEV)/.ready ## write the pages that come from the code: rule sets, divergences, settings, the command line
	@$(DEV)/bin/python -m paiyan.scorer.report.rule_pages tests/hands docs/rules
	@$(DEV)/bin/python -m paiyan.scorer.report.rule_pages > docs/divergences.md
	@$(DEV)/bin/python -m paiyan.service.documentation docs
	@$(DEV)/bin/python -m paiyan.scorer.house.keys docs/house-file.schema.json

.PHONY: container
container: $(DEV)/.ready ## what the Containerfile installs, made without a daemon: its size, no torch, and it reads (minutes)
	@$(DEV)/bin/python -m tests.service.container

LOCK := $(AUDIT)/bin/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-annotate --custom-compile-command "make lock" --python-version 3.10

.PHONY: lock
lock: $(AUDIT)/.ready ## write requirements/: every dependency of image, tests and tools with its version and hashes
	@$(LOCK) --group build -o requirements/build.txt
	@$(LOCK) --group build --group audit -o requirements/audit.txt
	@$(LOCK) --group mutants -o requirements/mutants.txt
	@$(LOCK) --group build --extra dev pyproject.toml -o requirements/dev.txt
	@$(LOCK) --group headless --extra heic --extra postgresql --no-emit-package opencv-python pyproject.toml \
		-o requirements/container.txt

.PHONY: audit
audit: $(AUDIT)/.ready ## look for known weaknesses in what image and tests install (needs a network)
	@mkdir -p out && rm -f out/audit.json
	@for set in container dev; do \
		$(AUDIT)/bin/pip-audit --disable-pip --require-hashes -r requirements/$$set.txt --progress-spinner off \
			--format json --output out/audit.json 2>out/audit.log && echo "$$set: no known weakness" && continue; \
		[ -s out/audit.json ] && cat out/audit.log out/audit.json && exit 1; \
		echo "The lists of known weaknesses cannot be reached from here, so nothing was audited: out/audit.log" >&2; \
		exit 2; done

.PHONY: hostile
hostile: $(DEV)/.ready ## ten minutes of hostile requests to the service, on SQLite and PostgreSQL
	@$(DEV)/bin/python -m tests.hostile --minutes 10
	@$(DEV)/bin/python -m tests.hostile.long_tables

.PHONY: screens
screens: $(DEV)/.ready ## take the pictures of the page for the docs and its manifest (needs Chromium)
	@$(DEV)/bin/python -m pytest -q tests/e2e/screens.py

.PHONY: bench
bench: $(DEV)/.ready ## how fast it is beside what one would pick instead, in one table (ten minutes; BENCH="score photo" names some)
	@$$([ -f $(TRAIN)/.ready ] && echo $(TRAIN) || echo $(DEV))/bin/python -m bench $(BENCH)

.PHONY: bench-compiled
bench-compiled: ## hands scored by the scorer compiled, installed into .venv-compiled (needs a C compiler; minutes)
	@[ -x $(COMPILED)/bin/pip ] || "$(PYTHON)" -m venv --clear $(COMPILED)
	@PAIYAN_COMPILE=1 $(COMPILED)/bin/python $(PIP) install ".[oracles]" mahjong
	@mkdir -p $(COMPILED)/first && ln -sfn $(CURDIR)/$(COMPILED)/lib/python3.*/site-packages/paiyan $(COMPILED)/first/paiyan
	@cd $(COMPILED)/first && PYTHONPATH=$(CURDIR) ../bin/python -m bench score $(if $(WRITE),--write)

.PHONY: bench-page
bench-page: $(DEV)/.ready ## the page on a slow phone: time to first use, weight, the scorer in the browser; writes docs/page.md (needs Chromium)
	@$(DEV)/bin/python -m bench.page --write

.PHONY: bench-reading
bench-reading: $(DEV)/.ready ## structure and decoding on 504 scenes of known truth and the photos of PHOTOS; writes docs/reading.md (ten minutes of a core)
	@$(DEV)/bin/python -m paiyan.datasets.hand_scenes bench $(if $(wildcard $(PHOTOS)),--photos $(PHOTOS))
	@$(DEV)/bin/python -m paiyan.models.pages.figures

.PHONY: train
train: $(TRAIN)/.ready ## train the detector by its recipe: PHOTOS, START and ART name the folders of data, start weights and tile faces
	@$(TRAIN)/bin/paiyan train --photos $(PHOTOS) --start $(START) $(if $(wildcard $(ART)),--art $(ART))
	@$(TRAIN)/bin/python -m paiyan.models.training.quantise $(PHOTOS)
	@$(TRAIN)/bin/python -m paiyan.models.training.box_refinement out/train/sets

.PHONY: evaluate
evaluate: $(DEV)/.ready ## measure boxes and whole hands on the held-out photos of PHOTOS
	@$(DEV)/bin/paiyan evaluate $(PHOTOS)/zh_clean --regions models/sets/clean_regions.json
	@$(DEV)/bin/paiyan evaluate $(PHOTOS) --hands tests/data/hands_real.jsonl
	@$(DEV)/bin/paiyan evaluate $(PHOTOS) --hands tests/data/hands_unseen.jsonl
	@$(DEV)/bin/paiyan evaluate $(PHOTOS)/wild --hands datasets/benchmark/hands.jsonl

.PHONY: measure
measure: $(DEV)/.ready ## measure the weights again (models/results, the benchmark) and write the pages that show figures (minutes)
	@$(DEV)/bin/python -m paiyan.models.measuring.measure $(PHOTOS) $(if $(wildcard $(ART)),--art $(ART))

.PHONY: compare
compare: $(DEV)/.ready ## measure what else was tried: one stage, other ways to run (comparison.json; half an hour)
	@$$([ -f $(TRAIN)/.ready ] && echo $(TRAIN) || echo $(DEV))/bin/python -m paiyan.models.measuring.compare $(PHOTOS) $(if $(wildcard $(ART)),--art $(ART))

.PHONY: figures
figures: $(DEV)/.ready ## write every measured figure of README, card, comparison and docs from the committed results (seconds)
	@$(DEV)/bin/python -m paiyan.models.pages.figures

.PHONY: clean
clean: ## remove the environments and what runs left behind
	rm -rf $(RUNTIME) $(DEV) $(TRAIN) $(RAY) $(COMPILED) $(MUTANTS) $(PAGE)/node_modules service/web/engine out build *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache
