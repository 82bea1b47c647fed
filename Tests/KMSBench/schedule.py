# SPDX-License-Identifier: Apache-2.0
"""In what order scenarios are run, and which are skipped when time is short."""

import threading
import time

from report import started
from scenarios import SCENARIOS

# What takes as long as this comes last where time is short.
LONG = 65


def rank(task, first_series: str) -> int:
    """How important a scenario is: 0 is what a short run holds."""
    is_quick = task.scenario in task.display.quick
    if is_quick and task.series == first_series:
        return 0
    if SCENARIOS[task.scenario].seconds >= LONG:
        return 3
    return 1 if is_quick else 2


def ordered(tasks: list, first_series: str, is_limited: bool) -> list:
    """The longest first: no core waits for them at the end. Where time is short, by rank before."""
    return sorted(
        tasks,
        key=lambda task: (
            rank(task, first_series) if is_limited else 0,
            -SCENARIOS[task.scenario].seconds,
        ),
    )


class Schedule:
    """Which scenarios still end in time, by how long those before took; many threads may ask it."""

    def __init__(self, seconds: float | None):
        self.end = None if seconds is None else started + seconds
        self.expected = self.taken = 0.0
        self.lock = threading.Lock()

    def took(self, task, seconds: float) -> None:
        with self.lock:
            self.expected += SCENARIOS[task.scenario].seconds
            self.taken += seconds

    def has_time_for(self, task, first_series: str) -> bool:
        if self.end is None or rank(task, first_series) == 0:
            return True
        with self.lock:
            pace = self.taken / self.expected if self.expected else 1
        return time.monotonic() + SCENARIOS[task.scenario].seconds * pace <= self.end
