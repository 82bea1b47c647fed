# SPDX-License-Identifier: Apache-2.0
# The steps of Scripts/test, and what each needs; make runs two at a time, in the order in which they stand in `quick`
# and `beside`. Tests/step says what each does. If a build fails, the steps that need it do not run.

# In the quick run, which sets `quick`. The builds are first, one beside the other, then what mostly waits.
quick_steps = daemon debug wasm format page unit integration hashes
# In the run of all steps, two at a time: long ones first, ones that wait beside ones that keep processors busy.
beside = daemon tools embedded wasm arch sanitize guests integration faults fuzz examples themes hashes pixels reference \
  instructions page stores format
# After all others, one at a time: their tests run on all processors, and kms uses the rest of a deadline.
last = system kms
# On request.
others = unit coverage selected-units selected

.PHONY: quick all setup packages debug $(beside) $(last) $(others)
quick: $(quick_steps)
all: $(beside) $(last)

# Installing: for the quick run, and for all others.
packages: setup

# Building.
daemon tools debug wasm: setup
embedded: packages

# Testing.
format unit coverage sanitize fuzz examples reference themes selected-units: setup
unit selected-units: debug
ifdef quick
integration page hashes: daemon debug
else
integration page hashes selected: daemon tools packages
hashes: embedded sanitize
endif
page: wasm
themes: packages
arch faults: daemon packages
pixels instructions stores: embedded
guests kms: daemon tools packages
system: guests
ifneq ($(filter all,$(MAKECMDGOALS)),)
system: $(beside)
kms: system
endif

setup packages debug $(beside) $(last) $(others):
	@Tests/step $(options) $@
