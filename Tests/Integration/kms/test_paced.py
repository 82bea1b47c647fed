# SPDX-License-Identifier: Apache-2.0
"""On vkms, with a clock that counts instructions: when and how often the daemon flips.

vkms has real vblanks, so a commit is shown at the next one and not before. The guest's time does
not depend on the machine that runs it, so the numbers are exact and the same each time.
"""

import pytest
from kms.bench import Bench
from kms.checks import Checks, demand
from kms.displays import Display
from kms.machine import Clock, Guest
from kms.trace import Checksums, Record, checksum

# The daemon's bar flows endlessly, then fails and is still.
FLOWING = """
. /job/job.sh
daemon_start --animation flow --frames every
daemon_ready || exit 1
trace_start
send progress 50
sleep 1
trace_mark moving
sleep 3
trace_mark failing
send fail
wait_still || exit 1
trace_mark still
sleep 10
trace_mark end
trace_print >/tmp/record
daemon_stop >/tmp/left || exit 1
cat /tmp/record
"""

# Each ends in a frame that does not depend on the times of its commands.
TIMELINES = {
    "flow": ("progress 40", "sleep 0.5", "progress 80", "sleep 2", "fail"),
    "download": (
        "progress 30",
        "sleep 2",
        "progress 70",
        "sleep 0.2",
        "progress unknown",
        "sleep 1",
        "done",
        "sleep 2",
        "fail",
        "sleep 2",
        "reset",
    ),
    "ring": (
        "progress 30",
        "sleep 1",
        "progress 80",
        "sleep 2.5",
        "progress unknown",
        "sleep 1",
        "progress 60",
        "sleep 3",
        "fail",
    ),
}


@pytest.mark.seconds(10)
def test_paced(bench: Bench, display: Display, checks: Checks) -> None:
    rate = display.rate
    with bench.machine(display.guest) as machine:
        record = Record(machine.sh(script(FLOWING), timeout=120))
    moving, still = record.between("moving", "failing"), record.between("still", "end")

    def every_vblank_flips():
        frames = [flip.number("seq") for flip in moving.flips]
        demand(len(frames) >= 3 * rate - 1, f"{len(frames)} flips in 3 s at {rate} Hz")
        skipped = [frame for before, frame in zip(frames, frames[1:]) if frame != before + 1]
        demand(not skipped, f"vblanks without a flip before frames {skipped[:10]}")

    def flips_are_a_period_apart():
        times = {
            vblank.number("seq"): vblank.number("time") for vblank in moving.of("drm_vblank_event")
        }
        shown = [times[flip.number("seq")] for flip in moving.flips if flip.number("seq") in times]
        gaps = sorted({later - earlier for earlier, later in zip(shown, shown[1:])})
        demand(len(shown) >= 3 * rate - 2, f"only {len(shown)} flips have a vblank")
        demand(
            all(abs(gap * rate - 10**9) < 10**9 // 5000 for gap in gaps),
            f"the flips' times are {gaps[:5]} ns apart",
        )

    def one_commit_per_flip():
        demand(
            abs(len(moving.commits) - len(moving.flips)) <= 1,
            f"{len(moving.commits)} commits and {len(moving.flips)} flips",
        )

    def nothing_when_still():
        demand(not still.of("ioctl"), f"{len(still.of('ioctl'))} ioctls in 10 s of a still frame")
        demand(not still.flips, f"{len(still.flips)} flips in 10 s of a still frame")
        demand(
            not still.of("sched_switch"),
            f"the daemon woke {len(still.of('sched_switch'))} times in 10 s",
        )

    checks.check("rate", "every vblank of a moving image has its flip", every_vblank_flips)
    checks.check("rate", "flips are one period apart", flips_are_a_period_apart)
    checks.check("rate", "one commit per flip", one_commit_per_flip)
    checks.check("still", "a still frame costs nothing", nothing_when_still)


@pytest.mark.seconds(30)
def test_checksums(bench: Bench, display: Display, checks: Checks) -> None:
    legacy = ":no_atomic=1" if "no_atomic" in display.guest.modules else ""
    small = Guest(f"vkms:width=240:height=120:rate={display.rate}{legacy}", clock=Clock.EXACT)
    for animation, timeline in TIMELINES.items():
        each_frame(bench, checks, animation, timeline, small, display.rate)


def each_frame(
    bench: Bench, checks: Checks, animation: str, timeline: tuple, guest: Guest, rate: int
) -> None:
    """Compares the frames that differ, as the driver saw them, with the daemon's commits."""
    lines = [
        ". /job/job.sh",
        f"daemon_start --animation {animation}",
        "daemon_ready || exit 1",
        "echo auto >$dri/crtc-0/crc/control",
        "dd if=$dri/crtc-0/crc/data of=/tmp/checksums bs=64 2>/dev/null & reader=$!",
        "sleep 1; trace_start; trace_mark moving",
        *(line if line.startswith("sleep") else f"send {line}" for line in timeline),
        "wait_still || exit 1",
        "trace_mark still; sleep 1; trace_mark end; trace_print >/tmp/record; kill $reader",
        "daemon_stop >/tmp/left || exit 1",
        "cat /tmp/record",
    ]
    with bench.machine(guest) as machine:
        record = Record(machine.sh("; ".join(lines), timeout=120)).between("moving", "end")
        sums = Checksums(machine.sh("cat /tmp/checksums"))

    def commits_are_differences():
        committed = {flip.number("seq") for flip in record.flips}
        differing = set(sums.changes())
        demand(len(committed) > 30, f"only {len(committed)} flips in the whole timeline")
        wasted, lost = sorted(committed - differing), sorted(differing - committed)
        # A change of 1/16 pixel is committed without a comparison of its pixels, which may be equal.
        demand(
            len(wasted) * 50 <= len(committed),
            f"{len(wasted)} of {len(committed)} commits changed nothing: frames {wasted[:10]}",
        )
        demand(not lost, f"{len(lost)} frames differ without a flip: {lost[:10]}")

    def rest_is_as_rendered():
        wanted = bench.expected(animation, timeline, 240, 120)
        shown = sums.of_frame[max(sums.of_frame)]
        demand(
            shown == checksum(wanted),
            f"the frame at rest has the checksum {shown:08x}, not {checksum(wanted):08x}",
        )

    # The reader of the checksums needs milliseconds for each. If it has less than 16, it may come too late, and
    # see a later frame that is already being drawn.
    if rate <= 60:
        checks.check(
            "rate", f"{animation}: one commit per frame that differs", commits_are_differences
        )
    checks.check(
        "pixels",
        f"{animation}: the frame at rest is what flipbook render gives",
        rest_is_as_rendered,
    )


def script(lines: str) -> str:
    return "; ".join(line for line in lines.strip().splitlines())
