# SPDX-License-Identifier: Apache-2.0
"""Monitors are plugged, unplugged, and replaced."""

import pytest
from kms.bench import Bench
from kms.checks import Checks
from kms.displays import Display
from kms.machine import Clock
from kms.splash import Splash

COLUMN = "monitor"


@pytest.mark.seconds(15)
def test_unplug(bench: Bench, display: Display, checks: Checks) -> None:
    """vkms's monitor, by its connector's file; the module's parameters say what the next one is."""
    status = "/sys/class/drm/card0-Virtual-1/status"
    mode = "/sys/module/vkms/parameters"
    with Splash(bench, display, checks) as splash:
        splash.start()
        checks.demand("pixels", "unplug: it moves before", splash.is_moving())
        before = splash.counts()
        for size in ((display.width, display.height), (640, 480), (800, 600)):
            name = f"{size[0]}x{size[1]}"
            splash.sh(f"echo off >{status}; sleep 1")
            alive = splash.pid_lives()
            checks.demand(COLUMN, "unplugged: it lives on", "" if alive else splash.death())
            if not alive:
                return
            quiet = int(splash.sh("wakes 2"))
            checks.demand(
                COLUMN,
                "unplugged: it does not spin",
                "" if quiet <= 20 else f"it woke {quiet} times in 2 s",
            )
            splash.sh(
                f"echo {size[0]} >{mode}/width; echo {size[1]} >{mode}/height; echo on >{status}"
            )
            checks.demand(COLUMN, f"a monitor of {name} plugged: it shows", splash.is_moving())
            splash.settle()
            checks.demand(
                "pixels", f"a monitor of {name}: as rendered", splash.frame_problem(size=size)
            )
            splash.resume()
        splash.sh(
            f"echo off >{status}; sleep 0.5; echo {display.width} >{mode}/width;"
            f" echo {display.height} >{mode}/height; echo on >{status}; sleep 1"
        )
        splash.resume()
        splash.is_moving()
        checks.demand("leaks", "monitors: as much held as before", splash.leak_problem(before))
        checks.demand(COLUMN, "monitors: it leaves with status 0", splash.stop())


@pytest.mark.seconds(25)
def test_heads(bench: Bench, display: Display, checks: Checks) -> None:
    """virtio-gpu's heads, which a viewer resizes, plugs and unplugs."""
    sizes = [(1024, 768), (800, 600), (1152, 864)][: display.guest.heads]
    with Splash(bench, display, checks, display.with_clock(Clock.HOST)) as splash:
        splash.start()
        checks.demand("pixels", "heads: it moves before", splash.is_moving())
        before = splash.counts()
        viewers = [splash.machine.viewer(head) for head in range(len(sizes))]
        for head, size in enumerate(sizes):
            viewers[head].resize(*size)
        splash.sh("sleep 2")
        look(splash, checks, "resized", sizes)
        if len(sizes) == 1:
            viewers[0].resize(0, 0)
            splash.sh("sleep 1")
            alive = splash.pid_lives()
            checks.demand(COLUMN, "the only one unplugged: it lives on", "" if alive else splash.death())
            viewers[0].resize(800, 600)
            splash.sh("sleep 1")
            look(splash, checks, "the only one plugged with another size", [(800, 600)])
        else:
            viewers[1].resize(0, 0)
            splash.sh("sleep 1")
            look(splash, checks, "one unplugged", [sizes[0], None, sizes[2]])
            viewers[1].resize(*sizes[2])
            splash.sh("sleep 1")
            look(splash, checks, "plugged with another size", [sizes[0], sizes[2], sizes[2]])
            viewers[1].resize(0, 0)
            viewers[2].resize(0, 0)
        viewers[0].resize(display.width, display.height)
        splash.sh("sleep 2")
        look(splash, checks, "as at first", [(display.width, display.height)])
        splash.resume()
        splash.is_moving()
        checks.demand("leaks", "heads: as much held as before", splash.leak_problem(before))
        checks.demand(COLUMN, "heads: it leaves with status 0", splash.stop())


def look(splash: Splash, checks: Checks, what: str, sizes: list) -> None:
    """Every head that is there shows the stage laid out for its size."""
    splash.settle()
    for head, size in enumerate(sizes):
        if size:
            checks.demand(
                COLUMN,
                f"{what}: head {head} of {size[0]}x{size[1]} as rendered",
                splash.frame_problem(head=head, size=size),
            )
    splash.resume()
