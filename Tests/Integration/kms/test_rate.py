# SPDX-License-Identifier: Apache-2.0
"""On the drivers that complete a flip at once: the mode's rate is kept all the same.

A driver that copies each frame as a whole may take longer than a refresh for it in a guest: then
frames come at every second refresh, or third, and no later.
"""

import math

import pytest
from kms.bench import Bench
from kms.checks import Checks, demand
from kms.displays import Display
from kms.machine import Clock
from kms.trace import Record

SECONDS = 5


@pytest.mark.seconds(15)
def test_rate(bench: Bench, display: Display, checks: Checks) -> None:
    rate = display.rate
    with bench.machine(display.with_clock(Clock.COUNTED)) as machine:
        machine.sh(
            ". /job/job.sh; daemon_start --animation flow --frames every; daemon_ready",
            timeout=30,
        )
        record = Record(
            machine.sh(
                ". /job/job.sh; trace_start; send progress 50; sleep 1.5; trace_mark moving;"
                f" sleep {SECONDS}; trace_mark failing; send fail; wait_still || exit 1;"
                " trace_mark still; sleep 3; trace_mark end; trace_print"
            )
        )
    moving, still = record.between("moving", "failing"), record.between("still", "end")

    def keeps_the_rate():
        flips = len(moving.flips)
        demand(
            flips <= rate * SECONDS + 1, f"{flips} flips in {SECONDS} s: more than {rate} a second"
        )
        if flips >= rate * SECONDS * 9 // 10:
            return
        possible = bare_rate(bench, display)
        kept = rate / math.ceil(rate / possible)
        checks.figure(f"{flips} flips in {SECONDS} s at {rate} Hz; without drawing {possible:.1f} a second")
        demand(
            flips >= kept * SECONDS * 9 // 10,
            f"{flips} flips in {SECONDS} s: fewer than 90 % of {kept:.0f} a second",
        )

    def never_early():
        times = [commit.microseconds for commit in moving.commits]
        # Ten flips take at least nine periods, however unevenly the guest is scheduled.
        spans = [later - earlier for earlier, later in zip(times, times[10:])]
        least = 9 * 1_000_000 // rate
        demand(min(spans) >= least, f"eleven commits within {min(spans)} µs at {rate} Hz")

    def nothing_when_still():
        demand(not still.of("ioctl"), f"{len(still.of('ioctl'))} ioctls in 3 s of a still frame")
        demand(
            not still.of("sched_switch"),
            f"the daemon woke {len(still.of('sched_switch'))} times in 3 s",
        )

    checks.check("rate", "flips keep the mode's rate", keeps_the_rate)
    checks.check("rate", "commits do not come in bursts", never_early)
    checks.check("still", "a still frame costs nothing", nothing_when_still)


def bare_rate(bench: Bench, display: Display) -> float:
    """The flips per second of a program that draws nothing, and waits only for the driver."""
    with bench.machine(display.with_clock(Clock.COUNTED)) as machine:
        text = machine.sh(
            ". /job/job.sh; kmsclient /dev/dri/card0 flip >/dev/null & echo $! >/tmp/pid; sleep 1;"
            f" trace_start; before=$(flips); sleep {SECONDS}; echo 0 >$tracing/tracing_on;"
            " echo $(($(flips) - before)); kill $(cat /tmp/pid)"
        )
    return int(text.split()[-1]) / SECONDS
