"""What stories look at."""

import re
import time

from machine import Machine


class Wrong(Exception):
    """What the daemon did that it must not."""


def expect(condition, words: str) -> None:
    if not condition:
        raise Wrong(words)


def frames(machine: Machine) -> int:
    return int(re.search(r"\bframes=(\d+)", machine.ask("status"))[1])


def wait_for_frames(machine: Machine, count: int) -> None:
    end = time.monotonic() + 5
    while frames(machine) < count:
        expect(time.monotonic() < end, f"frame {count} did not come")
        time.sleep(0.02)


def wait_for_rest(machine: Machine) -> None:
    """Until the daemon waits for ever, in ppoll without a timeout: nothing moves any more."""
    end = time.monotonic() + 20
    while not machine.waits_for_ever():
        expect(time.monotonic() < end, "the picture does not come to rest")
        time.sleep(0.02)
