# SPDX-License-Identifier: Apache-2.0
"""The state after the daemon's end: after a request to quit, and after a kill."""

import pytest
from kms.bench import Bench
from kms.checks import Checks
from kms.displays import Display
from kms.splash import Splash

COLUMN = "leaving"


@pytest.mark.seconds(20)
def test_leaving(bench: Bench, display: Display, checks: Checks) -> None:
    for way in ("SIGTERM", "quit", "kill -9"):
        with Splash(bench, display, checks) as splash:
            console = splash.console()
            empty = splash.sh("counts_without")
            splash.start()
            checks.demand("pixels", f"{way}: it moves before", splash.is_moving())
            leave(splash, checks, way)
            checks.demand(
                COLUMN, f"{way}: the console is back as it was", splash.console_problem(console)
            )
            left = splash.sh("counts_without")
            checks.demand(
                "leaks",
                f"{way}: nothing of it is left in the kernel",
                "" if left == empty else f"{empty.split()} before, {left.split()} after",
            )


def leave(splash: Splash, checks: Checks, way: str) -> None:
    if way == "SIGTERM":
        checks.demand(COLUMN, f"{way}: it leaves with status 0", splash.stop())
        return
    splash.sh("send quit" if way == "quit" else "kill -9 $(cat /tmp/pid)")
    status = splash.sh("wait_gone").strip()
    wanted = "0" if way == "quit" else "137"
    checks.demand(
        COLUMN, f"{way}: it is gone", "" if status == wanted else f"status {status}, not {wanted}"
    )
    splash.sh("sleep 0.5")
