# SPDX-License-Identifier: Apache-2.0
"""Another program is the card's master: when the daemon starts, and later."""

from bench import Bench
from displays import Display
from image import Image
from report import Row
from splash import Splash, difference
from trace import checksum

COLUMN = "master"
COLOR = "204060"


def run(bench: Bench, display: Display, row: Row) -> None:
    at_start(bench, display, row)
    later(bench, display, row)


def at_start(bench: Bench, display: Display, row: Row) -> None:
    with Splash(bench, display, row) as splash:
        splash.sh(f"other_start {COLOR}")
        splash.sh("daemon_start --animation flow; sleep 1; trace_start")
        splash.animation = "flow"
        row.demand(COLUMN, "at start: the other's frame stays", foreign_problem(splash))
        row.demand(COLUMN, "at start: it waits", "" if splash.pid_lives() else splash.death())
        splash.send("progress 50")
        splash.sh("other_stop")
        row.demand(COLUMN, "at start: it shows when the other has left", splash.is_moving())
        splash.settle()
        row.demand("pixels", "after another's start: as rendered", splash.frame_problem())
        row.demand(COLUMN, "at start: it leaves with status 0", splash.stop())


def later(bench: Bench, display: Display, row: Row) -> None:
    with Splash(bench, display, row) as splash:
        console = splash.console()
        splash.start()
        splash.is_moving()
        before = splash.counts()
        splash.request("deactivate")
        splash.sh(f"sleep 0.5; other_start {COLOR}")
        row.demand(COLUMN, "later: it gives the display away", foreign_problem(splash))
        quiet = splash.sh("wakes 2").strip()
        row.demand(
            COLUMN,
            "later: it does not spin while it waits",
            "" if int(quiet) <= 20 else f"it woke {quiet} times in 2 s",
        )
        splash.request("reactivate")
        splash.sh("sleep 1")
        row.demand(COLUMN, "later: asked too early, the other's stays", foreign_problem(splash))
        splash.sh("other_stop")
        row.demand(COLUMN, "later: it shows when the other has left", splash.is_moving())
        splash.settle()
        row.demand("pixels", "after another's turn: as rendered", splash.frame_problem())
        row.demand("leaks", "another's turn: as much held as before", splash.leak_problem(before))
        row.demand(COLUMN, "later: it leaves with status 0", splash.stop())
        row.demand(
            "leaving", "after another's turn: the console", splash.console_problem(console)
        )


def foreign_problem(splash: Splash) -> str:
    """Nothing when the other program's colour is all that is shown."""
    width, height = splash.display.width, splash.display.height
    wanted = Image(width, height, bytes.fromhex(COLOR) * (width * height))
    if splash.display.counts_vblanks:
        return "" if splash.checksum() == checksum(wanted) else "something else is shown"
    return difference(splash.machine.frame(), wanted, splash.display)
