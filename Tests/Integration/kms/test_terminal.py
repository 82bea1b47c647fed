# SPDX-License-Identifier: Apache-2.0
"""A person switches to another virtual terminal and back, with the kernel's protocol or not."""

import pytest
from kms.bench import Bench
from kms.checks import Checks
from kms.displays import Display
from kms.splash import Splash

COLUMN = "terminal"
# With its terminal the daemon is asked before another terminal is shown (VT_PROCESS), and releases the
# display. Without it there is no such request, and the frame stays.
WAYS = {"VT_PROCESS": "", "no protocol": "--no-vt"}


@pytest.mark.seconds(25)
def test_terminal(bench: Bench, display: Display, checks: Checks) -> None:
    for way, options in WAYS.items():
        with Splash(bench, display, checks) as splash:
            splash.sh("chvt 1")
            console = splash.console()
            splash.start(options)
            checks.demand("pixels", f"{way}: it moves before", splash.is_moving())
            before = splash.counts()
            for time in ("once", "twice"):
                splash.sh("timeout 5 chvt 2; sleep 1")
                active = splash.sh("cat /sys/class/tty/tty0/active").strip()
                checks.demand(
                    COLUMN,
                    f"{way}, away {time}: the other terminal is active",
                    "" if active == "tty2" else f"{active} is",
                )
                if not options:
                    quiet = int(splash.sh("wakes 2"))
                    checks.demand(
                        COLUMN,
                        f"{way}, away {time}: it rests",
                        "" if quiet <= 20 else f"it woke {quiet} times in 2 s",
                    )
                alive = splash.pid_lives()
                checks.demand(
                    COLUMN,
                    f"{way}, away {time}: it lives on",
                    "" if alive else splash.death(),
                )
                splash.sh("timeout 5 chvt 1; sleep 0.5")
                checks.demand(COLUMN, f"{way}, back {time}: it moves", splash.is_moving())
            splash.settle()
            checks.demand("pixels", f"{way}, back: as rendered", splash.frame_problem())
            checks.demand("leaks", f"{way}: as much held as before", splash.leak_problem(before))
            checks.demand(COLUMN, f"{way}: it leaves with status 0", splash.stop())
            checks.demand("leaving", f"{way}: the console", splash.console_problem(console))
    left_behind(bench, display, checks)


def left_behind(bench: Bench, display: Display, checks: Checks) -> None:
    """A daemon is killed, and the next one takes the terminal; then one takes another terminal."""
    with Splash(bench, display, checks) as splash:
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
        splash.expect_mode("a second daemon: the first one's terminal stays", "process text")
        splash.sh("kill -9 $(cat /tmp/pid); wait_gone")
        splash.expect_mode("kill -9: it leaves the terminal behind", "process text")
        splash.start()
        checks.demand(COLUMN, "after kill -9: it leaves with status 0", splash.stop())
        splash.expect_mode("after kill -9: the terminal is given back", "auto text")
        checks.demand("leaving", "after kill -9: the console", splash.console_problem(console))
        splash.start("--tty /dev/tty3")
        checks.demand(COLUMN, "--tty: it moves", splash.is_moving())
        active = splash.sh("cat /sys/class/tty/tty0/active").strip()
        checks.demand(COLUMN, "--tty: its terminal is shown", "" if active == "tty3" else active)
        splash.expect_mode("--tty: its terminal is taken, and shows no text", "process graphics", 3)
        splash.expect_mode("--tty: no other is", "auto text")
        checks.demand(COLUMN, "--tty: it leaves with status 0", splash.stop())
        splash.sh(
            "for n in $(seq 50); do grep -qx tty1 /sys/class/tty/tty0/active && break;"
            " sleep 0.1; done"
        )
        active = splash.sh("cat /sys/class/tty/tty0/active").strip()
        checks.demand(
            COLUMN, "--tty: the earlier terminal is shown again", "" if active == "tty1" else active
        )
        not_yet_active(splash, checks)


def not_yet_active(splash: Splash, checks: Checks) -> None:
    """The terminal of --tty is not active as long as another program keeps its own."""
    splash.sh("kmsclient /dev/tty1 keep >/tmp/kept & echo $! >/tmp/keeper; sleep 0.5")
    splash.start("--tty /dev/tty3")
    answer = splash.sh("send has-active-terminal; sleep 0.5; tail -n 1 /tmp/answers").strip()
    checks.demand(
        COLUMN,
        "--tty behind another program: it is not active",
        "" if answer == "error: not on the active VT" else answer,
    )
    splash.sh(
        "kill $(cat /tmp/keeper); for n in $(seq 50); do"
        " grep -qx tty3 /sys/class/tty/tty0/active && break; sleep 0.1; done"
    )
    active = splash.sh("cat /sys/class/tty/tty0/active").strip()
    checks.demand(COLUMN, "--tty behind a program that ends: it is active", "" if active == "tty3" else active)
    checks.demand(COLUMN, "--tty behind another program: it leaves", splash.stop())
