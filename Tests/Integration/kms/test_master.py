# SPDX-License-Identifier: Apache-2.0
"""Another program is the card's master: when the daemon starts, and later."""

import pytest
from kms.bench import Bench
from kms.checks import Checks
from kms.displays import Display
from kms.image import Image
from kms.splash import Splash, difference
from kms.trace import checksum

COLUMN = "master"
COLOR = "204060"


@pytest.mark.seconds(15)
def test_master(bench: Bench, display: Display, checks: Checks) -> None:
    at_start(bench, display, checks)
    later(bench, display, checks)


def at_start(bench: Bench, display: Display, checks: Checks) -> None:
    with Splash(bench, display, checks) as splash:
        splash.sh(f"other_start {COLOR}")
        splash.sh("daemon_start --animation flow; sleep 1; trace_start")
        splash.animation = "flow"
        checks.demand(COLUMN, "at start: the other's frame stays", foreign_problem(splash))
        checks.demand(COLUMN, "at start: it waits", "" if splash.pid_lives() else splash.death())
        splash.send("progress 50")
        splash.sh("other_stop")
        checks.demand(COLUMN, "at start: it shows when the other has left", splash.is_moving())
        splash.settle()
        checks.demand("pixels", "after another's start: as rendered", splash.frame_problem())
        checks.demand(COLUMN, "at start: it leaves with status 0", splash.stop())


def later(bench: Bench, display: Display, checks: Checks) -> None:
    with Splash(bench, display, checks) as splash:
        console = splash.console()
        splash.start()
        splash.is_moving()
        before = splash.counts()
        splash.request("deactivate")
        splash.sh(f"sleep 0.5; other_start {COLOR}")
        checks.demand(COLUMN, "later: it gives the display away", foreign_problem(splash))
        quiet = splash.sh("wakes 2").strip()
        checks.demand(
            COLUMN,
            "later: it does not spin while it waits",
            "" if int(quiet) <= 20 else f"it woke {quiet} times in 2 s",
        )
        splash.request("reactivate")
        splash.sh("sleep 1")
        checks.demand(COLUMN, "later: asked too early, the other's stays", foreign_problem(splash))
        splash.sh("other_stop")
        checks.demand(COLUMN, "later: it shows when the other has left", splash.is_moving())
        splash.settle()
        checks.demand("pixels", "after another's turn: as rendered", splash.frame_problem())
        checks.demand("leaks", "another's turn: as much held as before", splash.leak_problem(before))
        checks.demand(COLUMN, "later: it leaves with status 0", splash.stop())
        checks.demand(
            "leaving", "after another's turn: the console", splash.console_problem(console)
        )


def foreign_problem(splash: Splash) -> str:
    """Nothing if the display shows only the other program's colour."""
    width, height = splash.display.width, splash.display.height
    wanted = Image(width, height, bytes.fromhex(COLOR) * (width * height))
    if splash.display.counts_vblanks:
        return "" if splash.checksum() == checksum(wanted) else "something else is shown"
    return difference(splash.machine.frame(), wanted, splash.display)
