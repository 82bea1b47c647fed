# SPDX-License-Identifier: Apache-2.0
"""What is left behind: when the daemon is asked to leave, and when it is killed."""

from bench import Bench
from displays import Display
from report import Row
from splash import Splash

COLUMN = "leaving"


def run(bench: Bench, display: Display, row: Row) -> None:
    for way in ("SIGTERM", "quit", "kill -9"):
        with Splash(bench, display, row) as splash:
            console = splash.console()
            empty = splash.sh("counts_without")
            splash.start()
            row.demand("pixels", f"{way}: it moves before", splash.is_moving())
            leave(splash, row, way)
            row.demand(
                COLUMN, f"{way}: the console is back as it was", splash.console_problem(console)
            )
            left = splash.sh("counts_without")
            row.demand(
                "leaks",
                f"{way}: nothing of it is left in the kernel",
                "" if left == empty else f"{empty.split()} before, {left.split()} after",
            )


def leave(splash: Splash, row: Row, way: str) -> None:
    if way == "SIGTERM":
        row.demand(COLUMN, f"{way}: it leaves with status 0", splash.stop())
        return
    splash.sh("send quit" if way == "quit" else "kill -9 $(cat /tmp/pid)")
    status = splash.sh("wait_gone").strip()
    wanted = "0" if way == "quit" else "137"
    row.demand(
        COLUMN, f"{way}: it is gone", "" if status == wanted else f"status {status}, not {wanted}"
    )
    splash.sh("sleep 0.5")
