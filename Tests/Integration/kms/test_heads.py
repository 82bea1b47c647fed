# SPDX-License-Identifier: Apache-2.0
"""Two heads of one driver that has what real machines have (heads.py)."""

import re
from dataclasses import dataclass

import pytest
from kms.bench import Bench
from kms.checks import Checks, demand
from kms.displays import Display
from kms.splash import Splash
from kms.trace import checksum

MODULE = "/sys/module/vkmsheads/parameters"
FLIP = 0x201  # PAGE_FLIP_EVENT, NONBLOCK
TEST_ONLY = 0x100
# Kilohertz of a head in its best mode, 1024x768 at 60 Hz.
BEST = 1024 * 768 * 60 // 1000


@pytest.mark.one_kernel
@pytest.mark.seconds(12)
def test_sum(bench: Bench, display: Display, checks: Checks) -> None:
    """The driver refuses the sum of both heads, as for want of bandwidth."""
    with Splash(bench, display, checks) as splash:
        splash.sh(f"echo {BEST + 640 * 480 * 60 // 1000 + 1} >{MODULE}/bandwidth")
        splash.start()
        checks.demand("monitor", "too much for two: they move", splash.is_moving())
        first, second = sizes(splash)
        checks.demand(
            "monitor",
            "too much for two: the first has its best mode, the second a lower one",
            "" if first == (1024, 768) and second and second < first else f"{first} {second}",
        )
        said = splash.errors()
        checks.demand(
            "errors",
            "too much for two: what was given up is logged, of one head alone",
            "" if said.count("refused the best mode") == 1 and "Virtual-2: " in said else said,
        )
        splash.settle()
        for head, size in enumerate((first, second)):
            checks.demand("pixels", f"head {head} is as rendered", head_problem(splash, head, size))
        splash.resume()
        checks.demand("leaving", "it leaves with status 0", splash.stop())
        # For one head alone: the second stays dark, and nothing is tried again and again.
        splash.sh(f"echo {BEST + 1} >{MODULE}/bandwidth")
        splash.timeline = ()
        splash.start()
        checks.demand("monitor", "enough for one: it moves", splash.is_moving())
        shown = sizes(splash)
        checks.demand(
            "monitor",
            "enough for one: the second is dark",
            "" if shown == [(1024, 768), None] else f"{shown}",
        )
        said = splash.errors()
        checks.demand(
            "errors",
            "enough for one: that is logged once",
            "" if said.count("beside the other displays") == 1 else said,
        )
        checks.demand("leaving", "it leaves with status 0 again", splash.stop())


@pytest.mark.one_kernel
@pytest.mark.seconds(4)
def test_joint(bench: Bench, display: Display, checks: Checks) -> None:
    """The first frames of both heads are one commit, and each is reported."""
    with bench.machine(display.guest) as machine:
        calls, flips = record(machine.sh(". /job/job.sh; first_frames", timeout=120))
        said, status = machine.sh("cat /tmp/errors"), machine.sh(". /job/job.sh; daemon_stop")
    begin = [min((time for time, head in flips if head == index), default=0) for index in (0, 1)]
    first = [call for call in calls if call.begin < max(begin) and not call.is_test]

    def is_one_commit():
        demand(len(first) == 1 and first[0].result == 0, f"until both are lit: {first} {said}")

    def are_reported():
        # Each head's vblanks begin when the driver's worker switches it on, and between the two the guest's one
        # processor may be the daemon's for some milliseconds.
        demand(min(begin) > 0 and max(begin) - min(begin) < 1_000_000 // 60, f"reported at {begin} µs")

    checks.check("rate", "two heads: one commit sets both modes", is_one_commit)
    checks.check("rate", "two heads: each reports its first frame", are_reported)
    checks.demand("leaving", "two heads: status 0", "" if status.strip() == "0" else status)


@pytest.mark.one_kernel
@pytest.mark.seconds(8)
def test_tiles(bench: Bench, display: Display, checks: Checks) -> None:
    """Both heads are one display: one stage, of which each shows its half."""
    with Splash(bench, display, checks) as splash:
        splash.start()
        checks.demand("rate", "tiles: they move", splash.is_moving())
        splash.settle()
        whole = bench.expected(splash.animation, splash.timeline, 2048, 768)
        for head in (0, 1):
            wanted = checksum(whole.columns(1024 * head, 1024))
            shown = splash.checksum(head=head)
            checks.demand(
                "pixels",
                f"tiles: half {head} is as rendered",
                "" if shown == wanted else f"checksum {shown:08x} instead of {wanted:08x}",
            )
        splash.resume()
        splash.is_moving()
        checks.demand("leaving", "tiles: it leaves with status 0", splash.stop())


@pytest.mark.one_kernel
@pytest.mark.seconds(10)
def test_lost(bench: Bench, display: Display, checks: Checks) -> None:
    """The driver never reports a flip: the kernel refuses all commits that do not wait for it."""
    # The guest's own time: a wait there takes no time here.
    with bench.machine(display.guest) as machine:
        calls, flips = record(machine.sh(". /job/job.sh; lose_flip", timeout=120))
        said, status = machine.sh("cat /tmp/errors"), machine.sh(". /job/job.sh; daemon_stop")
    heads = sorted({call.crtc for call in calls if call.is_flip})
    # Of each head the flip after which the next one came last.
    gaps = {head: longest_gap([call for call in calls if call.is_flip and call.crtc == head]) for head in heads}
    head, (gap, begin) = max(gaps.items(), key=lambda item: item[1])
    tried = [call for call in calls if not call.is_flip and begin < call.begin < begin + gap]
    waits = [call for call in calls if call.length > 100_000]

    def recovers():
        demand(gap > 20_000_000, f"no head was without flips: at most for {gap} µs")
        end = max(time for time, _ in flips) - 2_000_000
        counts = [sum(1 for time, crtc in flips if crtc == index and time > end) for index in (0, 1)]
        demand(min(counts) >= 110, f"{counts} flips in the last 2 s")

    def is_tried_seldom():
        demand(len(tried) <= 50, f"{len(tried)} commits in {gap} µs")

    def waits_once():
        lengths = [call.length for call in waits]
        demand(len(waits) == 1 and 18_000_000 < lengths[0] < 22_000_000, f"{lengths} µs")

    def other_goes_on():
        index = 1 - heads.index(head)
        first, last = begin + 1_000_000, waits[0].begin
        count = sum(1 for time, crtc in flips if crtc == index and first < time < last)
        demand(count > 58 * (last - first) // 1_000_000, f"{count} flips in {last - first} µs")

    checks.check("rate", "a lost flip: both heads move in the end", recovers)
    checks.check("rate", "a lost flip: it is not tried at each vblank", is_tried_seldom)
    checks.check("rate", "a lost flip: one call waits, for 20 s", waits_once)
    if waits:
        checks.check("rate", "a lost flip: until then the other head goes on", other_goes_on)
    checks.demand("errors", "a lost flip is logged once", "" if said.count("EBUSY") == 1 else said)
    checks.demand("leaving", "after a lost flip: status 0", "" if status.strip() == "0" else status)


@pytest.mark.one_kernel
@pytest.mark.seconds(8)
def test_colours(bench: Bench, display: Display, checks: Checks) -> None:
    """Another client leaves HDR and a colour matrix: they are neutral for the splash, and given back."""
    left = "CTM 72 GAMMA_LUT 2048 HDR_OUTPUT_METADATA 32"
    with Splash(bench, display, checks) as splash:
        splash.sh("kmsclient /dev/dri/card0 colours >/tmp/other 2>&1 & sleep 0.5; cat /tmp/other")
        checks.demand("master", "the other has set them", properties_problem(splash, left))
        splash.start()
        checks.demand("master", "with another's colours: it moves", splash.is_moving())
        neutral = "CTM 0 GAMMA_LUT 0 HDR_OUTPUT_METADATA 0"
        checks.demand("pixels", "the colours are neutral", properties_problem(splash, neutral))
        splash.settle()
        checks.demand("pixels", "without them it is as rendered", head_problem(splash, 0))
        checks.demand("leaving", "with another's colours: status 0", splash.stop())
        checks.demand("leaving", "they are given back", properties_problem(splash, left))


@pytest.mark.one_kernel
@pytest.mark.seconds(10)
def test_lease(bench: Bench, display: Display, checks: Checks) -> None:
    """A lessor hands one connector over: the daemon shows on it, and on nothing else."""
    with Splash(bench, display, checks) as splash:
        splash.sh("kmsclient /dev/dri/card0 lease >/tmp/other 2>&1 & sleep 0.5; cat /tmp/other")
        splash.start("--lease /tmp/lease")
        checks.demand("master", "leased: it moves", splash.is_moving())
        splash.settle()
        checks.demand("pixels", "leased: as rendered", head_problem(splash, 1))
        owner = splash.sh(
            "grep -c 'allocated by = flipbookd' /sys/kernel/debug/dri/0/state"
        ).strip()
        checks.demand("master", "leased: the other head is the lessor's", "" if owner == "1" else owner)
        splash.resume()
        splash.is_moving()
        # The lease is revoked, and granted again at the next request.
        splash.sh("kill -USR1 $(cat /tmp/lessor); sleep 3")
        checks.demand("master", "revoked: it lives on", "" if splash.pid_lives() else splash.death())
        splash.sh("sleep 5")
        checks.demand("master", "leased again: it moves", splash.is_moving())
        checks.demand("leaving", "leased: it leaves with status 0", splash.stop())


@pytest.mark.seconds(6)
def test_sound(bench: Bench, display: Display, checks: Checks) -> None:
    """A sound card, which is called card0 as well, is plugged: no display is looked for."""
    with Splash(bench, display, checks) as splash:
        splash.start()
        splash.is_moving()
        splash.sh("sleep 2")
        splash.sh(
            "echo 'p:probe drm_mode_getconnector' >>$tracing/kprobe_events;"
            " echo 1 >$tracing/events/kprobes/probe/enable"
        )
        # The second has a number that no display device has.
        splash.sh("modprobe snd-dummy enable=1,1; sleep 1; ls -d /sys/class/sound/card1")
        checks.demand("monitor", "a sound card is plugged: no probe", probes_problem(splash, 0))
        splash.sh("echo off >/sys/class/drm/card0-Virtual-1/status; sleep 1")
        checks.demand("monitor", "a monitor goes: it is looked for", probes_problem(splash, 1))
        splash.sh("echo on >/sys/class/drm/card0-Virtual-1/status; sleep 1")
        checks.demand("leaving", "beside a sound card it leaves with status 0", splash.stop())


@dataclass(frozen=True)
class Commit:
    """A commit as the kernel got it."""

    begin: int  # in µs
    length: int
    flags: int
    data: int
    result: int

    @property
    def is_flip(self) -> bool:
        return self.flags == FLIP and self.result == 0

    @property
    def is_test(self) -> bool:
        return self.flags & TEST_ONLY != 0

    @property
    def crtc(self) -> int:
        """The CRTC that the daemon has put into what the flip is recognised by."""
        return self.data >> 32


def record(text: str) -> tuple[list[Commit], list[tuple[int, int]]]:
    """What `print_commits` prints: commits, and when a flip of which head was reported."""
    lines = [(line.split()[0], tuple(map(int, line.split()[1:]))) for line in text.splitlines() if line]
    return (
        [Commit(*numbers) for name, numbers in lines if name == "commit"],
        [numbers for name, numbers in lines if name == "flip"],
    )


def longest_gap(commits: list[Commit]) -> tuple[int, int]:
    """The longest time from one commit to the next, and when it began."""
    return max((after.begin - before.begin, before.begin) for before, after in zip(commits, commits[1:]))


def sizes(splash: Splash) -> list[tuple[int, int] | None]:
    """What each head's CRTC shows; nothing where it is off."""
    state = splash.sh("cat /sys/kernel/debug/dri/0/state")
    found = []
    for part in re.split(r"^crtc\[", state, flags=re.M)[1:]:
        mode = re.search(r'mode: "(\d+)x(\d+)', part)
        active = re.search(r"active=(\d)", part)[1] == "1"
        found.append((int(mode[1]), int(mode[2])) if active and mode else None)
    return found


def head_problem(splash: Splash, head: int, size: tuple[int, int] = (1024, 768)) -> str:
    """Nothing if a head shows the required frame at rest."""
    wanted = checksum(splash.bench.expected(splash.animation, splash.timeline, *size))
    shown = splash.checksum(head=head)
    return "" if shown == wanted else f"checksum {shown:08x} instead of {wanted:08x}"


def properties_problem(splash: Splash, wanted: str) -> str:
    """Nothing when the first head's properties have blobs of these lengths."""
    found = splash.sh("kmsclient /dev/dri/card0 blobs").strip()
    return "" if found == wanted else f"{found} instead of {wanted}"


def probes_problem(splash: Splash, least: int) -> str:
    found = int(splash.sh("grep -c ' probe: ' $tracing/trace", allow_failure=True).strip() or 0)
    return "" if found == 0 and least == 0 or found >= least > 0 else f"{found} probes"
