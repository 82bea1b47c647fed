# SPDX-License-Identifier: Apache-2.0
# The steps of Scripts/test, and what each needs; make runs two at a time, in the order in which they stand in `quick`
# and `beside`. Tests/step says what each does. If a build fails, the steps that need it do not run.

# In the quick run, which sets `quick`. The builds are first, one beside the other, then what mostly waits.
quick_steps = daemon debug packages wasm format page unit integration hashes
# In the run of all steps, two at a time: what finds most faults first, because a slow machine leaves out the last ones,
# and steps that wait beside steps that keep processors busy.
beside = daemon tools guests integration fuzz sanitize themes wasm embedded page format instructions hashes arch faults site \
  examples pixels reference stores compared
# After all others, whatever failed before, and one at a time: their tests run on all processors, and kms uses the rest
# of a deadline. Scripts/test calls make for them a second time, with `built`.
last = system kms
# On request.
others = unit coverage selected-units selected

.PHONY: quick all displays setup packages debug $(beside) $(last) $(others)
quick: $(quick_steps)
all: $(beside)
displays: $(last)

ifndef built
# Installing: for the builds, and for the tests, beside the builds.
packages: setup

# Building.
daemon tools debug wasm: setup
embedded: packages

# Testing.
format: setup
unit coverage sanitize fuzz examples reference themes selected-units integration page site hashes: packages
unit selected-units: debug
ifdef quick
integration page hashes: daemon debug
else
integration page hashes selected: daemon tools
# The page's themes are made by the shipped tool.
wasm: tools
selected: packages
hashes: embedded sanitize
# First what most tests need: `make` begins whatever it can, and these would take the processors for long.
sanitize themes embedded fuzz examples: tools
endif
page site: wasm
arch faults: daemon packages
pixels instructions stores: embedded
guests kms: daemon tools packages
guests: wasm
system compared: guests
endif

setup packages debug $(beside) $(last) $(others):
	@Tests/step $(options) $@
