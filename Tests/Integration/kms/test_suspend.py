# SPDX-License-Identifier: Apache-2.0
"""The machine sleeps (S3) and wakes."""

from dataclasses import replace

import pytest
from kms.bench import Bench
from kms.checks import Checks
from kms.displays import Display
from kms.machine import Clock
from kms.splash import Splash

COLUMN = "suspend"


@pytest.mark.seconds(10)
def test_suspend(bench: Bench, display: Display, checks: Checks) -> None:
    # Waking goes through the firmware, which does not know a kernel that was started without it.
    guest = replace(display.with_clock(Clock.HOST), has_firmware=True)
    with Splash(bench, display, checks, guest) as splash:
        splash.start()
        checks.demand("pixels", "suspend: it moves before", splash.is_moving())
        before = splash.counts()
        splash.sh(
            "echo 0 >/sys/class/rtc/rtc0/wakealarm; echo +4 >/sys/class/rtc/rtc0/wakealarm;"
            " echo mem >/sys/power/state",
            60,
        )
        checks.demand(COLUMN, "it moves after waking", splash.is_moving())
        splash.settle()
        checks.demand("pixels", "after waking: as rendered", splash.frame_problem())
        checks.demand("leaks", "suspend: as much held as before", splash.leak_problem(before))
        checks.demand(COLUMN, "it leaves with status 0", splash.stop())
