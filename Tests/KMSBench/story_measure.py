"""What the daemon costs, in instructions of the guest: from its start to the first picture, for ten
seconds of each animation, and whether a vblank is missed in ten minutes.

Limits, as parts of what plymouthd's spinner takes on the same guest and clock: 149.6 ms to its
first picture, 98.9 ms of processor time over ten seconds.
"""

from bench import Bench
from displays import Display
from report import Row, demand

COLUMN = "cost"
FIRST_PICTURE_LIMIT = 7_500  # µs; a twentieth
PROCESSOR_LIMIT = 9_890  # µs in ten seconds; a tenth
# What moves without end.
ENDLESS = {
    "flow": "progress 50",
    "download": "progress unknown",
    "ring": "progress unknown",
}
MINUTES = 10


def costs(bench: Bench, display: Display, row: Row) -> None:
    for animation, command in ENDLESS.items():
        with bench.machine(display.guest) as machine:
            text = machine.sh(
                f". /job/job.sh; warm_up; measured_start --animation {animation}; sleep 1;"
                f" tell {command}; sleep 3; processor_time >/tmp/before; sleep 10;"
                " processor_time >/tmp/after; first_picture; cat /tmp/before /tmp/after;"
                " daemon_stop >/dev/null",
                timeout=120,
            )
        first, flip, before, after = (int(line) for line in text.split())
        spent = (after - before) // 1000
        row.figure(f"{animation}: first commit {first} µs after exec, first flip {flip} µs")
        row.figure(f"{animation}: {spent} µs of processor time in 10 s")
        row.check(
            COLUMN,
            f"{animation}: at most {FIRST_PICTURE_LIMIT} µs from exec to the first commit",
            lambda: demand(first <= FIRST_PICTURE_LIMIT, f"{first} µs"),
        )
        row.check(
            COLUMN,
            f"{animation}: at most {PROCESSOR_LIMIT} µs of processor time in 10 s",
            lambda: demand(spent <= PROCESSOR_LIMIT, f"{spent} µs"),
        )


def endless(bench: Bench, display: Display, row: Row) -> None:
    for animation, command in ENDLESS.items():
        with bench.machine(display.guest) as machine:
            text = machine.sh(
                f". /job/job.sh; daemon_start --animation {animation}; daemon_ready || exit 1;"
                f" tell {command}; sleep 3; count_start; sleep {MINUTES * 60}; count_print;"
                " tell status; sleep 0.1; tail -n 1 /tmp/answers; daemon_stop >/dev/null",
                timeout=230,
            )
        counted, status = text.strip().splitlines()
        flips, missing = (int(word) for word in counted.split())
        row.figure(f"{animation}: {flips} flips in {MINUTES} minutes, {missing} vblanks missed")

        def no_vblank_missed():
            wanted = MINUTES * 60 * display.rate
            demand(abs(flips - wanted) <= 5, f"{flips} flips, not {wanted}")
            demand(missing == 0, f"{missing} vblanks without a flip")

        row.check(
            "rate", f"{animation}: no vblank missed in {MINUTES} minutes", no_vblank_missed
        )
        row.check(
            "rate",
            f"{animation}: the daemon missed none either",
            lambda: demand("missed=0 " in f"{status} ", f"it says: {status}"),
        )
