# SPDX-License-Identifier: Apache-2.0
"""Examples/Kiosk, a program with an animation of its own on the library FlipbookDisplay."""

import re
import time
from pathlib import Path

import PIL.Image
import pytest
from kms.bench import Bench
from kms.checks import Checks, GuestError, demand
from kms.displays import Display
from kms.image import Image
from kms.machine import Clock
from kms.test_paced import script
from kms.trace import Record

SECONDS = 60
COLOR = "204060"
GOLDEN = Path(__file__).resolve().parents[3] / "Examples/Kiosk/Tests/KioskTests/dashboard.png"
# The record is printed last: that keeps the guest's processor busy, and the kiosk counts vblanks to its end.
PACED = f"""
. /job/job.sh
kiosk_start
sleep 1
trace_mark moving
sleep {SECONDS}
trace_mark end
kill -TERM $(cat /tmp/pid)
[ "$(wait_gone)" = 0 ] || exit 1
trace_print >/tmp/record
grep missed /tmp/events
cat /tmp/record
"""
MISSED = re.compile(r"^(-?\d+) vblanks missed before (\d+) us$", re.M)


class Kiosk:
    """A guest in which the kiosk runs, in the host's time."""

    def __init__(self, bench: Bench, display: Display, checks: Checks):
        self.checks = checks
        self.machine = bench.kiosk_machine(display.with_clock(Clock.HOST))

    def __enter__(self) -> "Kiosk":
        self.machine.__enter__()
        self.sh("chvt 1")
        return self

    def __exit__(self, *_) -> None:
        self.machine.end()

    def sh(self, line: str, timeout: float = 60) -> str:
        return self.machine.sh(f". /job/job.sh; {line}", timeout)

    def start(self, options: str = "") -> None:
        self.sh(f"kiosk_start {options}")

    def events(self) -> str:
        return self.machine.sh("cat /tmp/events /tmp/errors", allow_failure=True)

    def check(self, column: str, what: str, holds: bool) -> None:
        self.checks.demand(column, what, "" if holds else self.events()[-2000:] or "no events")

    def is_moving(self) -> str:
        text, status = self.machine.attempt(". /job/job.sh; wait_moving 30", 60)
        return "" if status == 0 else f"no flips for 30 s: {text.strip()} {self.events()[-2000:]}"

    def stop(self) -> str:
        """Ends it, by a hand-over that nobody takes."""
        return self.sh("kill -TERM $(cat /tmp/pid); wait_gone").strip()


@pytest.mark.seconds(90)
def test_kiosk_paced(bench: Bench, display: Display, checks: Checks) -> None:
    with bench.kiosk_machine(display.guest) as machine:
        text = machine.sh(script(PACED), timeout=900)
    counts = re.search(r"(\d+) frames, (\d+) vblanks missed", text)
    if counts is None:
        raise GuestError(f"the kiosk reports no frames: {text[:500]}")
    moving = Record(text).between("moving", "end")

    def every_vblank_flips():
        frames = [flip.number("seq") for flip in moving.flips]
        least = SECONDS * display.rate - 1
        demand(len(frames) >= least, f"{len(frames)} flips in {SECONDS} s at {display.rate} Hz")
        skipped = [frame for before, frame in zip(frames, frames[1:]) if frame != before + 1]
        demand(not skipped, f"vblanks without a flip before frames {skipped[:10]}")

    def every_flip_is_an_event():
        demand(int(counts[1]) >= len(moving.flips), f"{counts[1]} events of {len(moving.flips)} flips")

    def every_event_follows_the_last():
        first, last = moving.flips[0].microseconds, moving.flips[-1].microseconds
        missed = [found[0] for found in MISSED.finditer(text) if first < int(found[2]) <= last]
        demand(not missed, f"in the minute: {missed[:10]}")

    checks.check("rate", "kiosk: every vblank has its flip for a minute", every_vblank_flips)
    checks.check("rate", "kiosk: every flip is an event", every_flip_is_an_event)
    checks.check("rate", "kiosk: every event has the vblank after that of the last", every_event_follows_the_last)
    start = moving.flips[0].microseconds
    before = sum(int(found[1]) for found in MISSED.finditer(text) if int(found[2]) <= start)
    checks.figure(f"kiosk: {counts[1]} frames in about {SECONDS} s; {counts[2]} vblanks missed, {before} of them at the start")


@pytest.mark.seconds(40)
def test_kiosk(bench: Bench, display: Display, checks: Checks) -> None:
    with Kiosk(bench, display, checks) as kiosk:
        still(kiosk)
        kiosk.start()
        checks.demand("pixels", "kiosk: it moves", kiosk.is_moving())
        switch(kiosk)
        hand_over(kiosk, display)


def still(kiosk: Kiosk) -> None:
    with PIL.Image.open(GOLDEN) as file:
        golden = Image(*file.size, file.convert("RGB").tobytes())
    kiosk.start("--still")
    kiosk.sh("sleep 0.5; wait_still")
    shown = kiosk.machine.frame()
    kiosk.checks.demand("pixels", "kiosk: the still dashboard is as in the golden file", shown.difference(golden))
    kiosk.sh("kill -KILL $(cat /tmp/pid); wait_gone")


def switch(kiosk: Kiosk) -> None:
    """To another virtual terminal and back."""
    for what in ("once", "twice"):
        kiosk.sh("timeout 5 chvt 2; sleep 1")
        active = kiosk.sh("cat /sys/class/tty/tty0/active").strip()
        kiosk.check("terminal", f"kiosk, away {what}: the other terminal is active", active == "tty2")
        kiosk.check("terminal", f"kiosk, away {what}: it is reported", "terminalGiven" in kiosk.events())
        kiosk.sh("timeout 5 chvt 1; sleep 0.5")
        kiosk.checks.demand("terminal", f"kiosk, back {what}: it moves", kiosk.is_moving())
        kiosk.check("terminal", f"kiosk, back {what}: it is reported", "terminalTaken" in kiosk.events())


def hand_over(kiosk: Kiosk, display: Display) -> None:
    """Another client takes the display; the screendumps show one or the other, all of it."""
    theirs = Image(display.width, display.height, bytes.fromhex(COLOR) * (display.width * display.height))
    kiosk.sh("kill -TERM $(cat /tmp/pid); sleep 0.5")
    stage = kiosk.machine.frame()
    kiosk.sh(f"(sleep 1; exec kmsclient /dev/dri/card0 {COLOR}) >/tmp/other 2>&1 &")
    foreign, looks, shown = 0, 0, False
    end = time.monotonic() + 20
    while time.monotonic() < end and not shown:
        frame = kiosk.machine.frame()
        looks += 1
        shown = frame.pixels == theirs.pixels
        foreign += not shown and frame.pixels != stage.pixels
        time.sleep(0.005)
    kiosk.check("handover", "kiosk: its last frame has colours", len(set(stage.pixels)) > 8)
    kiosk.checks.demand("handover", "kiosk: the next program shows its frame", "" if shown else kiosk.sh("cat /tmp/other"))
    kiosk.checks.demand(
        "handover", "kiosk: until then its last frame stays",
        "" if foreign == 0 else f"{foreign} of {looks} screendumps are neither")
    kiosk.checks.figure(f"kiosk: {looks} screendumps during the hand-over, {foreign} of them foreign")
    kiosk.check("handover", "kiosk: then it leaves with status 0", kiosk.sh("wait_gone").strip() == "0")
    kiosk.check("handover", "kiosk: it reports who has the display", "isTakenOver: true" in kiosk.events())


@pytest.mark.seconds(30)
def test_kiosk_unplug(bench: Bench, display: Display, checks: Checks) -> None:
    """vkms's monitor, as in test_unplug."""
    status, mode = "/sys/class/drm/card0-Virtual-1/status", "/sys/module/vkms/parameters"
    with Kiosk(bench, display, checks) as kiosk:
        kiosk.start()
        checks.demand("pixels", "kiosk, unplug: it moves before", kiosk.is_moving())
        for width, height in ((640, 480), (800, 600)):
            kiosk.sh(f"echo off >{status}; sleep 1")
            kiosk.check("monitor", "kiosk, unplugged: it is reported", "outputRemoved" in kiosk.events())
            kiosk.sh(f"echo {width} >{mode}/width; echo {height} >{mode}/height; echo on >{status}")
            checks.demand("monitor", f"kiosk, a monitor of {width}x{height} plugged: it moves", kiosk.is_moving())
            size = f"width: {width}, height: {height}"
            kiosk.check("monitor", f"kiosk, a monitor of {width}x{height} plugged: it is reported", size in kiosk.events())
        kiosk.checks.demand("monitor", "kiosk, monitors: it leaves with status 0", "" if kiosk.stop() == "0" else kiosk.events()[-2000:])
