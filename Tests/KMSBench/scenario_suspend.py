# SPDX-License-Identifier: Apache-2.0
"""The machine sleeps (S3) and wakes."""

from dataclasses import replace

from bench import Bench
from displays import Display
from machine import Clock
from report import Row
from splash import Splash

COLUMN = "suspend"


def run(bench: Bench, display: Display, row: Row) -> None:
    # Waking goes through the firmware, which knows nothing of a kernel that was started past it.
    guest = replace(display.with_clock(Clock.HOST), has_firmware=True)
    with Splash(bench, display, row, guest) as splash:
        splash.start()
        row.demand("pixels", "suspend: it moves before", splash.is_moving())
        before = splash.counts()
        splash.sh(
            "echo 0 >/sys/class/rtc/rtc0/wakealarm; echo +4 >/sys/class/rtc/rtc0/wakealarm;"
            " echo mem >/sys/power/state",
            60,
        )
        row.demand(COLUMN, "it moves after waking", splash.is_moving())
        splash.settle()
        row.demand("pixels", "after waking: as rendered", splash.frame_problem())
        row.demand("leaks", "suspend: as much held as before", splash.leak_problem(before))
        row.demand(COLUMN, "it leaves with status 0", splash.stop())
