# SPDX-License-Identifier: Apache-2.0
"""Somebody switches to another virtual terminal and back, with the kernel's protocol or not."""

from bench import Bench
from displays import Display
from report import Row
from splash import Splash

COLUMN = "terminal"
# With its terminal the daemon is asked before another is shown (VT_PROCESS) and lets the display
# go; without it nobody asks, and the frame stays.
WAYS = {"VT_PROCESS": "", "no protocol": "--no-terminal"}


def expect_mode(splash: Splash, row: Row, what: str, wanted: str, number: int = 1) -> None:
    """Demands that a terminal is in a mode; see guest/kmsclient.c."""
    mode = splash.sh(f"kmsclient /dev/tty{number} mode").strip()
    row.demand(COLUMN, what, "" if mode == wanted else f"it is {mode}, not {wanted}")


def run(bench: Bench, display: Display, row: Row) -> None:
    for way, options in WAYS.items():
        with Splash(bench, display, row) as splash:
            splash.sh("chvt 1")
            console = splash.console()
            splash.start(options)
            row.demand("pixels", f"{way}: it moves before", splash.is_moving())
            before = splash.counts()
            for time in ("once", "twice"):
                splash.sh("timeout 5 chvt 2; sleep 1")
                active = splash.sh("cat /sys/class/tty/tty0/active").strip()
                row.demand(
                    COLUMN,
                    f"{way}, away {time}: the other terminal is active",
                    "" if active == "tty2" else f"{active} is",
                )
                if not options:
                    quiet = int(splash.sh("wakes 2"))
                    row.demand(
                        COLUMN,
                        f"{way}, away {time}: it rests",
                        "" if quiet <= 20 else f"it woke {quiet} times in 2 s",
                    )
                alive = splash.pid_lives()
                row.demand(
                    COLUMN,
                    f"{way}, away {time}: it lives on",
                    "" if alive else splash.death(),
                )
                splash.sh("timeout 5 chvt 1; sleep 0.5")
                row.demand(COLUMN, f"{way}, back {time}: it moves", splash.is_moving())
            splash.settle()
            row.demand("pixels", f"{way}, back: as rendered", splash.frame_problem())
            row.demand("leaks", f"{way}: as much held as before", splash.leak_problem(before))
            row.demand(COLUMN, f"{way}: it leaves with status 0", splash.stop())
            row.demand("leaving", f"{way}: the console", splash.console_problem(console))
    left_behind(bench, display, row)


def left_behind(bench: Bench, display: Display, row: Row) -> None:
    """A daemon is killed, and the next one takes the terminal; then one takes another terminal."""
    with Splash(bench, display, row) as splash:
        splash.sh("chvt 1")
        console = splash.console()
        splash.start()
        # A second one, which is ended again as soon as it waits (in ppoll): the first keeps its
        # terminal.
        splash.sh(
            "flipbookd --no-stdin --socket /run/second </dev/null & second=$!;"
            " for n in $(seq 300); do grep -q '^271 ' /proc/$second/syscall && break; sleep 0.1; done;"
            " kill $second; wait $second"
        )
        expect_mode(splash, row, "a second daemon: the first one's terminal stays", "process text")
        splash.sh("kill -9 $(cat /tmp/pid); wait_gone")
        expect_mode(splash, row, "kill -9: it leaves the terminal behind", "process text")
        splash.start()
        row.demand(COLUMN, "after kill -9: it leaves with status 0", splash.stop())
        expect_mode(splash, row, "after kill -9: the terminal is given back", "auto text")
        row.demand("leaving", "after kill -9: the console", splash.console_problem(console))
        splash.start("--tty /dev/tty3")
        row.demand(COLUMN, "--tty: it moves", splash.is_moving())
        active = splash.sh("cat /sys/class/tty/tty0/active").strip()
        row.demand(COLUMN, "--tty: its terminal is shown", "" if active == "tty3" else active)
        expect_mode(splash, row, "--tty: its terminal is taken", "process text", 3)
        expect_mode(splash, row, "--tty: no other is", "auto text")
        row.demand(COLUMN, "--tty: it leaves with status 0", splash.stop())
        splash.sh(
            "for n in $(seq 50); do grep -qx tty1 /sys/class/tty/tty0/active && break;"
            " sleep 0.1; done"
        )
        active = splash.sh("cat /sys/class/tty/tty0/active").strip()
        row.demand(
            COLUMN, "--tty: the earlier terminal is shown again", "" if active == "tty1" else active
        )
