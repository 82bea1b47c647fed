# SPDX-License-Identifier: Apache-2.0
"""What the daemon costs, in instructions of the guest: from its start to the first frame, for ten
seconds of each animation, and whether a vblank is missed in ten minutes.

What comes out is printed; what is checked are the numbers that were reached, so that they are not lost
again. On the same display and clock plymouthd's spinner takes 149.6 ms to its first frame, and 98.9 ms of processor
time over ten seconds.
"""

from pathlib import Path

import pytest
from kms.bench import Bench
from kms.checks import Checks, GuestError, demand
from kms.displays import Display

COLUMN = "cost"
# Endless motion.
ENDLESS = {
    "flow": "progress 50",
    "download": "progress unknown",
    "ring": "progress unknown",
}
REACHED = Path(__file__).resolve().parent / "costs.txt"
LONGEST = 1200  # seconds that a guest may take, also where others take the processors
# The cost of the same program varies a little from boot to boot.
TOLERANCE = 1.05


@pytest.mark.seconds(35)
def test_costs(bench: Bench, display: Display, checks: Checks) -> None:
    flipping(bench, display, checks)
    for animation in ENDLESS:
        first, _, spent, *_ = measured(bench, display, animation, 2)
        checks.figure(f"{animation}: first commit after exec: {first} µs")
        checks.figure(f"{animation}: processor time in 10 s: {spent} µs")
        with bench.machine(display.guest) as machine:
            halved = int(machine.sh(
                f". /job/job.sh; warm_up; measure_halved {animation} {ENDLESS[animation]};"
                " daemon_stop >/dev/null", timeout=LONGEST))
        checks.figure(f"{animation}: processor time in 10 s at 30 frames a second: {halved} µs")
        for name, cost in (("first", first), ("spent", spent), ("halved", halved)):
            checks.check(
                COLUMN,
                f"{animation}: {name} as reached before",
                lambda: not_more(f"{bench.kernel.series} {animation} {name}", cost),
            )


MEMORY_LIMIT = 2_000  # kB on a display of 1024 by 768, beside the kernel's buffers


@pytest.mark.seconds(8)
@pytest.mark.one_kernel  # it shows the daemon, not the kernel
def test_memory(bench: Bench, display: Display, checks: Checks) -> None:
    """The daemon's memory. A framebuffer's mapping has no pages of its own."""
    for animation in ENDLESS:
        with bench.machine(display.guest) as machine:
            text = machine.sh(
                f". /job/job.sh; measure_memory {animation}; daemon_stop >/dev/null", timeout=LONGEST)
        everything, libraries = (int(line) for line in text.split())
        checks.figure(
            f"{animation}: PSS {everything} kB, {libraries} of them the C library's, which other"
            f" programs of a system share (limit without it {MEMORY_LIMIT})")
        own = everything - libraries
        checks.check(
            COLUMN,
            f"{animation}: memory",
            lambda: demand(own <= MEMORY_LIMIT, f"{own} kB, not {MEMORY_LIMIT}"),
        )
        checks.check(
            COLUMN,
            f"{animation}: memory as reached before",
            lambda: not_more(f"{bench.kernel.series} {animation} memory", own, "kB"),
        )


def not_more(name: str, cost: int, unit: str = "µs") -> None:
    reached = {}
    for line in REACHED.read_text().splitlines():
        if line and not line.startswith("#"):
            key, _, number = line.rpartition(" ")
            reached[key] = int(number)
    demand(name in reached, f"{cost} {unit}; {REACHED.name} has no '{name}'")
    demand(cost <= reached[name] * TOLERANCE, f"{cost} {unit}; it was {reached[name]} {unit}")


def flipping(bench: Bench, display: Display, checks: Checks) -> None:
    """The kernel's own cost: a program that draws nothing, and flips at every vblank."""
    with bench.machine(display.guest) as machine:
        text = machine.sh(
            ". /job/job.sh; kmsclient /dev/dri/card0 flip >/dev/null & echo $! >/tmp/pid; sleep 2;"
            " before=$(processor_time); sleep 10; echo $((($(processor_time) - before) / 1000));"
            " kill $(cat /tmp/pid)",
        )
    checks.figure(f"a program that only flips: {text.strip()} µs of processor time in 10 s")


# The cost of each flip in a program that only flips; see `flipping`.
FLIP = 88_000 / 600  # µs
# A frame for each sixteenth of a pixel of an arc of 625 pixels: a command alone needs none.
SLOW_FLIPS = 100


@pytest.mark.seconds(45)
@pytest.mark.one_kernel  # it shows the daemon, not the kernel
def test_slow(bench: Bench, display: Display, checks: Checks) -> None:
    """Ten seconds of progress at 0.1 % a second: frames with invisible changes are skipped."""
    for animation in ENDLESS:
        with bench.machine(display.guest) as machine:
            text = machine.sh(
                f". /job/job.sh; warm_up; measure_slow {animation}; daemon_stop >/dev/null",
                timeout=LONGEST,
            )
        spent, flips = (int(line) for line in text.split())
        checks.figure(
            f"{animation}: {flips} flips in 10 s of slow progress, {spent} µs,"
            f" {round(spent - flips * FLIP)} µs beyond the flips"
        )
        checks.check(
            COLUMN,
            f"{animation}: slow as reached before",
            lambda: not_more(f"{bench.kernel.series} {animation} slow", spent),
        )
        # The colours of a flow bar differ by more than two levels from one vblank to the next.
        if animation != "flow":
            checks.check(
                "rate",
                f"{animation}: few flips for a slow progress",
                lambda: demand(flips <= SLOW_FLIPS, f"{flips} flips, not {SLOW_FLIPS}"),
            )


@pytest.mark.rank(3)
@pytest.mark.one_kernel  # it shows the daemon, not the kernel
@pytest.mark.parametrize(
    "animation",
    [
        pytest.param("flow", marks=pytest.mark.seconds(65)),
        pytest.param("download", marks=pytest.mark.seconds(110)),
        pytest.param("ring", marks=pytest.mark.seconds(130)),
    ],
)
def test_endless(bench: Bench, display: Display, checks: Checks, animation: str) -> None:
    """Ten minutes of an animation, in the guest's time."""
    minutes = 10
    *_, flips, empty, missed = measured(bench, display, animation, minutes * 60)
    checks.figure(
        f"{animation}: {flips} flips in {minutes} minutes, {empty} vblanks without,"
        f" {missed} missed"
    )

    def no_vblank_missed():
        wanted = minutes * 60 * display.rate
        demand(abs(flips + empty - wanted) <= 5, f"{flips} and {empty} vblanks, not {wanted}")
        demand(missed == 0, f"{missed} vblanks missed")
        # The dot pauses where it turns: equal frames have no flip.
        allowed = wanted // 100 if animation == "download" else 0
        demand(empty <= allowed, f"{empty} vblanks without a flip")

    checks.check("rate", f"{animation}: no vblank missed in {minutes} minutes", no_vblank_missed)


def measured(bench: Bench, display: Display, animation: str, seconds: int) -> list[int]:
    """See `measure` in guest/measure.sh."""
    with bench.machine(display.guest) as machine:
        text = machine.sh(
            f". /job/job.sh; warm_up; measure {animation} {seconds} {ENDLESS[animation]};"
            " daemon_stop >/dev/null",
            timeout=LONGEST,
        )
    numbers = [int(line) for line in text.split()]
    if len(numbers) != 6:
        raise GuestError(f"a measurement gave {text!r}")
    return numbers
