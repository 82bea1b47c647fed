# SPDX-License-Identifier: Apache-2.0
"""What the daemon costs, in instructions of the guest: from its start to the first frame, for ten
seconds of each animation, and whether a vblank is missed in ten minutes.

The limits are parts of what plymouthd's spinner takes on the same display and clock: 149.6 ms to
its first frame, 98.9 ms of processor time over ten seconds. What comes out is printed beside
them; what is checked are the numbers that were reached, so that they are not lost again.
"""

from pathlib import Path

from bench import Bench
from displays import Display
from report import BenchError, Row, demand

COLUMN = "cost"
FIRST_FRAME_LIMIT = 7_500  # µs; a twentieth
PROCESSOR_LIMIT = 9_890  # µs in ten seconds; a tenth
# What moves without end.
ENDLESS = {
    "flow": "progress 50",
    "download": "progress unknown",
    "ring": "progress unknown",
}
REACHED = Path(__file__).resolve().parent / "costs.txt"
LONGEST = 1200  # seconds that a guest may take, also where others take the processors
# The same program costs a little more or less after another boot.
TOLERANCE = 1.05


def costs(bench: Bench, display: Display, row: Row) -> None:
    flipping(bench, display, row)
    for animation in ENDLESS:
        first, _, spent, *_ = measured(bench, display, animation, 2)
        figure(row, f"{animation}: first commit after exec", first, FIRST_FRAME_LIMIT)
        figure(row, f"{animation}: processor time in 10 s", spent, PROCESSOR_LIMIT)
        for name, cost in (("first", first), ("spent", spent)):
            row.check(
                COLUMN,
                f"{animation}: {name} as reached before",
                lambda: not_more(f"{bench.kernel.series} {animation} {name}", cost),
            )


def figure(row: Row, what: str, cost: int, limit: int) -> None:
    row.figure(f"{what}: {cost} µs (limit {limit}: {'OVER' if cost > limit else 'ok'})")


def not_more(name: str, cost: int) -> None:
    reached = {}
    for line in REACHED.read_text().splitlines():
        if line and not line.startswith("#"):
            key, _, number = line.rpartition(" ")
            reached[key] = int(number)
    demand(name in reached, f"{cost} µs; {REACHED.name} has no '{name}'")
    demand(cost <= reached[name] * TOLERANCE, f"{cost} µs; it was {reached[name]} µs")


def flipping(bench: Bench, display: Display, row: Row) -> None:
    """What the kernel alone takes: a program that draws nothing, and flips at every vblank."""
    with bench.machine(display.guest) as machine:
        text = machine.sh(
            ". /job/job.sh; kmsclient /dev/dri/card0 flip >/dev/null & echo $! >/tmp/pid; sleep 2;"
            " before=$(processor_time); sleep 10; echo $((($(processor_time) - before) / 1000));"
            " kill $(cat /tmp/pid)",
        )
    row.figure(f"a program that only flips: {text.strip()} µs of processor time in 10 s")


def endless(animation: str):
    """The scenario of ten minutes of an animation."""
    minutes = 10

    def run(bench: Bench, display: Display, row: Row) -> None:
        *_, flips, empty, missed = measured(bench, display, animation, minutes * 60)
        row.figure(
            f"{animation}: {flips} flips in {minutes} minutes, {empty} vblanks without,"
            f" {missed} missed"
        )

        def no_vblank_missed():
            wanted = minutes * 60 * display.rate
            demand(abs(flips + empty - wanted) <= 5, f"{flips} and {empty} vblanks, not {wanted}")
            demand(missed == 0, f"{missed} vblanks missed")
            # The dot rests where it turns: frames that are equal have no flip.
            allowed = wanted // 100 if animation == "download" else 0
            demand(empty <= allowed, f"{empty} vblanks without a flip")

        row.check("rate", f"{animation}: no vblank missed in {minutes} minutes", no_vblank_missed)

    return run


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
        raise BenchError(f"a measurement gave {text!r}")
    return numbers
