# SPDX-License-Identifier: Apache-2.0
"""The device goes and comes: its driver, the device itself, a better driver, all of it late."""

from dataclasses import replace

import pytest
from kms.bench import Bench
from kms.checks import Checks, demand
from kms.displays import Display
from kms.machine import Clock
from kms.splash import SLACK, Splash, gains
from kms.trace import Record

COLUMN = "device"
# The shell's words for where the card's device and its driver are.
DEVICE = (
    "device=$(readlink -f /sys/class/drm/card0/device);"
    " driver=$(readlink -f $device/driver); name=${device##*/};"
)


@pytest.mark.seconds(12)
def test_unbind(bench: Bench, display: Display, checks: Checks) -> None:
    """The driver is taken off the device and put on it again."""
    away = f"{DEVICE} echo $name >$driver/unbind"
    back = "echo $name >$driver/bind"
    lost_and_found(bench, display, checks, "unbound", away, back)


@pytest.mark.seconds(12)
def test_remove(bench: Bench, display: Display, checks: Checks) -> None:
    """The device is taken off its bus, which is searched again."""
    bus = "while [ ! -e $device/remove ]; do device=${device%/*}; done;"
    away = f"{DEVICE} {bus} echo 1 >$device/remove"
    lost_and_found(bench, display, checks, "removed", away, "echo 1 >/sys/bus/pci/rescan")


def lost_and_found(
    bench: Bench, display: Display, checks: Checks, what: str, away: str, back: str
) -> None:
    with Splash(bench, display, checks) as splash:
        shared = splash.shared_kib()
        splash.start()
        checks.demand("pixels", f"{what}: it moves before", splash.is_moving())
        before = splash.counts()
        for time in ("once", "twice"):
            splash.sh(f"{away}; echo \"name=$name driver=$driver\" >/tmp/place; sleep 1")
            alive = splash.pid_lives()
            checks.demand(COLUMN, f"{what} {time}: it lives on", "" if alive else splash.death())
            if not alive:
                return
            quiet = int(splash.sh("wakes 2"))
            checks.demand(
                COLUMN,
                f"{what} {time}: it does not spin without a display",
                "" if quiet <= 20 else f"it woke {quiet} times in 2 s",
            )
            splash.sh(f". /tmp/place; {back}; sleep 0.5")
            checks.demand(COLUMN, f"{what} {time}: it is back", splash.is_moving())
        splash.settle()
        checks.demand("pixels", f"{what} twice: as rendered", splash.frame_problem())
        splash.resume()
        splash.is_moving()
        held = splash.settled_counts(before)
        checks.demand(COLUMN, f"{what} twice: it leaves with status 0", splash.stop())
        # Memory that outlives the daemon is no longer the daemon's: virtio-gpu itself may lose a
        # framebuffer with the device, with any program that flips (Linux 6.12).
        lost = splash.shared_kib() - shared
        if lost > SLACK["shared-kib"]:
            checks.figure(f"{what} twice: the driver itself lost {lost} KiB of shared memory")
            held["shared-kib"] -= lost
        checks.demand("leaks", f"{what} twice: as much held as before", gains(before, held))


@pytest.mark.seconds(5)
def test_late(bench: Bench, display: Display, checks: Checks) -> None:
    """The device arrives a minute after the daemon."""
    guest = replace(display.guest, modules="virtio_pci", clock=Clock.EXACT)
    with bench.machine(guest) as machine:
        # One order: while the guest waits for another, its clock would run far ahead.
        text = machine.sh(
            ". /job/job.sh; daemon_start --animation flow; sleep 1; send progress 50;"
            f" sleep 60; [ -e /tmp/status ] && cat /tmp/status /tmp/errors; wakes 10;"
            f" modprobe {display.guest.modules.replace(':', ' ')}; sleep 0.5; trace_start;"
            " wait_moving 5 && echo moving; sleep 2;"
            " send fail; sleep 0.5; wait_still && echo still",
            timeout=120,
        )
        checks.demand(COLUMN, "a minute late: it is used", "" if "moving" in text else text)
        if "still" not in text:
            return
        woken = int(text.split()[0])
        checks.demand(
            "still",
            "no device: no wake-ups",
            "" if woken == 0 else f"{woken} wake-ups in 10 s",
        )
        splash = Splash(bench, display, checks)
        splash.machine, splash.animation = machine, "flow"
        splash.timeline = ("progress 50", "sleep 6", "fail", "sleep 6")
        checks.demand("pixels", "a minute late: as rendered", splash.frame_problem())
        checks.demand(COLUMN, "a minute late: it leaves with status 0", splash.stop())


@pytest.mark.seconds(12)
def test_take_over(bench: Bench, display: Display, checks: Checks) -> None:
    """The adapter's own driver takes it over from the firmware's framebuffer.

    The guest has one processor, which the new driver's start, the kernel's console on it and the
    daemon share. What counts is how long the daemon ran or slept, not how long it stood in line.
    """
    with Splash(bench, display, checks, display.with_clock(Clock.EXACT)) as splash:
        splash.start()
        checks.demand("pixels", "before the hand-over: it moves", splash.is_moving())
        before = splash.counts()
        text = splash.sh(
            "trace_start; probe_processor; probe_registration; trace_mark taken; modprobe bochs;"
            " sleep 1; trace_mark end; trace_print",
            90,
        )
        record = Record(text).between("taken", "end")

        def is_soon_used():
            registered = record.of("registered")
            demand(bool(registered), "the kernel registered no new card")
            first = [c for c in record.commits if c.microseconds > registered[0].microseconds]
            demand(bool(first), f"no commit on the new card; it said: {splash.errors()}")
            start, end = registered[0].microseconds, first[0].microseconds
            own = record.own_time("flipbookd", start, end)
            checks.figure(
                f"first commit {end - start} µs after the new driver's registration,"
                f" {own} µs of them the daemon's own"
            )
            demand(own <= 2_000_000 // 60, f"{own} µs until the first commit: over two refreshes")

        checks.check(COLUMN, "hand-over: on the new card within two refreshes", is_soon_used)
        splash.sh("trace_start")
        checks.demand(COLUMN, "hand-over: it moves on the new card", splash.is_moving())
        splash.settle()
        checks.demand(
            "pixels", "after the hand-over: as rendered", splash.frame_problem(size=(1280, 800))
        )
        splash.resume()
        splash.is_moving()
        held = {**splash.counts()}
        checks.demand(
            "leaks",
            "hand-over: as many descriptors and framebuffers as before",
            "" if all(held[k] == before[k] for k in ("descriptors", "framebuffers")) else f"{held}",
        )
        checks.demand(COLUMN, "hand-over: it leaves with status 0", splash.stop())


@pytest.mark.seconds(20)
def test_hot_plug(bench: Bench, display: Display, checks: Checks) -> None:
    """A card is plugged into a machine without one, pulled out while it flips, plugged again."""
    card = {"driver": "secondary-vga", "id": "display", "bus": "rootport"}
    with Splash(bench, display, checks) as splash:
        splash.sh("daemon_start --animation flow; sleep 0.5; trace_start")
        splash.animation = "flow"
        checks.demand(COLUMN, "no card yet: it waits", "" if splash.pid_lives() else splash.death())
        splash.send("progress 50")
        before = None
        for time in ("once", "twice", "three times"):
            splash.machine.monitor.ask("device_add", **card)
            moving = splash.is_moving()
            checks.demand(COLUMN, f"plugged {time}: it shows", moving)
            if moving:
                return
            before = before or splash.counts()
            if time == "three times":
                break
            splash.machine.monitor.ask("device_del", id="display")
            splash.sh("sleep 2")
            alive = splash.pid_lives()
            checks.demand(COLUMN, f"pulled {time}: it lives on", "" if alive else splash.death())
            if not alive:
                return
        checks.demand("leaks", "hot-plug: as much held as at first", splash.leak_problem(before))
        splash.settle()
        checks.demand("pixels", "plugged three times: as rendered", splash.frame_problem())
        checks.demand(COLUMN, "hot-plug: it leaves with status 0", splash.stop())
