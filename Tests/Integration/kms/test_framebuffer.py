# SPDX-License-Identifier: Apache-2.0
"""No DRM device at all: the kernel's old framebuffer, in a mode that the firmware has set."""

import pytest
from kms.bench import Bench
from kms.checks import Checks
from kms.displays import Display
from kms.machine import Clock
from kms.splash import Splash

COLUMN = "pixels"
SECONDS = 5


@pytest.mark.seconds(15)
def test_framebuffer(bench: Bench, display: Display, checks: Checks) -> None:
    paced_by_a_timer(bench, display, checks)
    with Splash(bench, display, checks) as splash:
        console = splash.console()
        splash.sh("daemon_start --animation flow; sleep 1")
        splash.animation = "flow"
        splash.send("progress 50")
        splash.sh("sleep 1")
        alive = splash.pid_lives()
        checks.demand("device", "the framebuffer is used", "" if alive else splash.death())
        if not alive:
            return
        before = splash.counts()
        for _ in range(2):
            splash.sh("sleep 2")
            splash.timeline += ("sleep 6",)
            splash.send("fail")
            splash.timeline += ("sleep 6",)
            splash.sh("sleep 3")
            checks.demand(COLUMN, "at rest: as rendered", splash.frame_problem())
            quiet = int(splash.sh("wakes 3"))
            checks.demand(
                "still", "no wake-ups", "" if quiet == 0 else f"{quiet} wake-ups in 3 s"
            )
            splash.resume()
        checks.demand("leaks", "framebuffer: as much held as before", splash.leak_problem(before))
        checks.demand("leaving", "framebuffer: it leaves with status 0", splash.stop())
        checks.demand("leaving", "framebuffer: the console", splash.console_problem(console))
        late_and_killed(splash, checks)
        checks.demand(
            "leaving", "killed and started again: the console", splash.console_problem(console)
        )


@pytest.mark.seconds(5)
def test_emulated(bench: Bench, display: Display, checks: Checks) -> None:
    """The framebuffer device that a DRM driver emulates is not used in place of its card."""
    with Splash(bench, display, checks) as splash:
        splash.sh(
            "mv /dev/dri/card0 /dev/hidden; daemon_start --animation flow; sleep 1;"
            " send progress 50; sleep 1"
        )
        mapped = splash.sh("grep -c /dev/fb /proc/$(cat /tmp/pid)/maps", allow_failure=True).strip()
        checks.demand(
            COLUMN, "an emulated framebuffer is not mapped", "" if mapped == "0" else mapped
        )
        splash.expect_mode("an emulated framebuffer: the terminal's text is drawn", "process text")
        splash.sh("mv /dev/hidden /dev/dri/card0; echo add >/sys/class/drm/card0/uevent")
        splash.animation = "flow"
        splash.sh("trace_start")
        checks.demand("device", "its card is used", splash.is_moving())
        checks.demand("leaving", "on the card: it leaves with status 0", splash.stop())


def paced_by_a_timer(bench: Bench, display: Display, checks: Checks) -> None:
    """A flowing bar's frames and wake-ups, by a clock that counts instructions."""
    with bench.machine(display.with_clock(Clock.EXACT)) as machine:
        words = machine.sh(
            ". /job/job.sh; daemon_start --animation flow; sleep 1; send progress 50; sleep 1;"
            f" frames; wakes {SECONDS} >/tmp/woken; frames; cat /tmp/woken;"
            " sed -n 's/.* refresh=\\([0-9.]*\\).*/\\1/p' /tmp/answers | tail -n 1",
            90,
        ).split()
    before, after, woken = (int(word) for word in words[:3])
    # What vesafb's made-up pixel clock says.
    rate, shown = float(words[3]), after - before
    checks.figure(f"{shown} frames and {woken} wake-ups in {SECONDS} s at {rate} Hz")
    checks.demand("rate", "the pixel clock's rate", "" if 20 <= rate <= 120 else f"{rate} Hz")
    checks.demand(
        "rate",
        "paced by a timer",
        # Printing the number takes a moment, too.
        "" if rate * SECONDS - 1 <= shown <= rate * (SECONDS + 0.3)
        else f"{shown} frames in {SECONDS} s at {rate} Hz",
    )
    checks.demand(
        "rate",
        "a wake-up for each frame",
        # And sometimes it is pushed aside by another program.
        "" if woken <= 1.1 * shown + 10 else f"it woke {woken} times for {shown} frames",
    )


def late_and_killed(splash: Splash, checks: Checks) -> None:
    """The device comes late; the daemon is killed, and the next one leaves in good order."""
    splash.sh("mv /dev/fb0 /dev/hidden; daemon_start --animation flow; sleep 1; send progress 50")
    splash.expect_mode("no framebuffer yet: the terminal's text is drawn", "process text")
    splash.sh("mv /dev/hidden /dev/fb0; echo add >/sys/class/graphics/fb0/uevent; sleep 2")
    splash.expect_mode("a late framebuffer: the text is not drawn", "process graphics")
    splash.sh("kill -9 $(cat /tmp/pid); wait_gone")
    splash.sh("daemon_start --animation flow; sleep 1; send progress 50; sleep 2")
    splash.expect_mode("started after kill -9: the terminal is taken", "process graphics")
    checks.demand("leaving", "started after kill -9: it leaves with status 0", splash.stop())
    splash.expect_mode("started after kill -9: the terminal is given back", "auto text")
