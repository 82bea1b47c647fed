# SPDX-License-Identifier: Apache-2.0
"""Where the daemon cannot have a display: it says so in one line, waits, and costs nothing."""

import re

import pytest
from kms.bench import Bench
from kms.checks import Checks, demand
from kms.displays import Display
from kms.machine import Clock, Guest

COLUMN = "errors"
EXACT = Clock.EXACT
# Each function prepares the trouble and returns the daemon's options; the log must name the trouble.
TROUBLES = {
    "no device": (Guest("virtio_pci"), ":", "", r"device|display"),
    "a device that is not there": (
        Guest("vkms", clock=EXACT),
        ":",
        "--device /dev/dri/card7",
        r"/dev/dri/card7",
    ),
    "no monitor": (
        Guest("vkms", clock=EXACT, options="video=Virtual-1:d"),
        ":",
        "",
        r"connect|display",
    ),
    "another program has the display": (
        Guest("vkms", clock=EXACT),
        "other_start 204060",
        "",
        r"another|master",
    ),
}


@pytest.mark.seconds(15)
def test_errors(bench: Bench, display: Display, checks: Checks) -> None:
    for name, (guest, preparation, options, said) in TROUBLES.items():
        waits(bench, checks, name, guest, preparation, options, said)


def waits(
    bench: Bench, checks: Checks, name: str, guest: Guest, preparation: str, options: str, said: str
) -> None:
    with bench.machine(guest) as machine:
        text = machine.sh(
            f". /job/job.sh; {preparation}; daemon_start {options}; sleep 2; wakes 10;"
            " [ -e /tmp/status ] && cat /tmp/status || echo waits; daemon_stop >/tmp/left;"
            " cat /tmp/left /tmp/errors"
        )
    woken, state, left, *lines = text.strip().splitlines()

    def says_so_and_waits():
        demand(state == "waits", f"it left with status {state}; it said {lines}")
        demand(len(lines) == 1, f"it said {len(lines)} lines: {lines}")
        demand(re.search(said, lines[0], re.I) is not None, f"'{lines[0]}' names nothing of {said}")

    checks.check(COLUMN, f"{name}: one clear line, and it waits", says_so_and_waits)
    checks.check(
        COLUMN,
        f"{name}: it does not spin",
        lambda: demand(int(woken) <= 100, f"it woke {woken} times in 10 s"),
    )
    checks.check(COLUMN, f"{name}: it leaves with status 0", lambda: demand(left == "0", left))
