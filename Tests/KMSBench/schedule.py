"""In what order stories are told, and which are not when time is short."""

import threading
import time

from report import started
from stories import STORIES

# What takes as long as this comes last where time is short.
LONG = 65


def rank(task, first_series: str) -> int:
    """How telling a story is: 0 is what a short run holds."""
    is_quick = task.story in task.display.quick
    if is_quick and task.series == first_series:
        return 0
    if STORIES[task.story].seconds >= LONG:
        return 3
    return 1 if is_quick else 2


def ordered(tasks: list, first_series: str, is_limited: bool) -> list:
    """The longest first: no core waits for them at the end. Where time is short, by rank before."""
    return sorted(
        tasks,
        key=lambda task: (
            rank(task, first_series) if is_limited else 0,
            -STORIES[task.story].seconds,
        ),
    )


class Schedule:
    """Which stories still end in time, by how long those before took; many threads may ask it."""

    def __init__(self, seconds: float | None):
        self.end = None if seconds is None else started + seconds
        self.expected = self.taken = 0.0
        self.lock = threading.Lock()

    def took(self, task, seconds: float) -> None:
        with self.lock:
            self.expected += STORIES[task.story].seconds
            self.taken += seconds

    def has_time_for(self, task, first_series: str) -> bool:
        if self.end is None or rank(task, first_series) == 0:
            return True
        with self.lock:
            pace = self.taken / self.expected if self.expected else 1
        return time.monotonic() + STORIES[task.story].seconds * pace <= self.end
