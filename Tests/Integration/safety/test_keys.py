# SPDX-License-Identifier: Apache-2.0
"""Whoever watches the daemon's process from outside learns nothing of the keys of a password.

What is compared are counts for each tick, of which the display shows how many there were, and no times.
"""

import re
import subprocess
import sys
import time

import pytest
from daemon_process import as_nobody, wait_until
from displays.display_daemon import DisplayDaemon, living_to_the_end
from prompts import Question, asked

pytestmark = pytest.mark.root
# Prints the counters that all users may read: voluntary switches, and page faults of both kinds.
WATCHER = """
import re, sys
folder = f"/proc/{sys.argv[1]}/"
for _ in sys.stdin:
    stat = open(folder + "stat").read().rsplit(")", 1)[1].split()
    print(re.search(r"^voluntary_ctxt_switches:\\s*(\\d+)", open(folder + "status").read(), re.M)[1],
          stat[7], stat[9], flush=True)
"""


class Watcher:
    """Another user, who reads what all may read of a process."""

    def __init__(self, pid: int) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", WATCHER, str(pid)], text=True, preexec_fn=as_nobody,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def counters(self) -> list[int]:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return [int(word) for word in self.process.stdout.readline().split()]

    def close(self) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)


@pytest.fixture
def display(person):
    """A daemon with a display, and somebody at its keyboard."""
    with living_to_the_end() as daemons:
        daemons.append(DisplayDaemon(["card 0 1 320x180@60"], "--keyboard", person.path, "--console", "none",
                                     plymouth=None))
        yield daemons[-1]


def changes(daemon, watcher: Watcher, act) -> tuple[list[float], int]:
    """How much the counters change with each frame, while something is done now and then; and how many frames."""
    frames, before = daemon.kms.flips(), watcher.counters()
    for _ in range(12):
        act()
        end = daemon.kms.flips() + 4
        assert wait_until(lambda: daemon.kms.flips() >= end), "nothing is drawn"
    frames, after = daemon.kms.flips() - frames, watcher.counters()
    return [(new - old) / frames for new, old in zip(after, before)], frames


def type_apart(person, keys: str) -> None:
    """Each by itself, some twenty within one tick."""
    for key in keys:
        person.type(key)
        time.sleep(0.001)


@pytest.mark.slow
def test_keys_are_not_in_the_counters_of_the_process(display, person):
    watcher = Watcher(display.pid)
    client = asked(display, "Pass:")
    assert wait_until(lambda: person.is_raw)
    # Until the prompt has appeared, and pages are there.
    changes(display, watcher, lambda: person.type("ab\x15"))
    still, _ = changes(display, watcher, lambda: None)
    typing, _ = changes(display, watcher, lambda: type_apart(person, "p" * 20))
    erasing, _ = changes(display, watcher, lambda: type_apart(person, "\x7f" * 20))
    mixed, _ = changes(display, watcher, lambda: type_apart(person, "a\x7f" * 9 + "\x15"))
    for each in (still, typing, erasing, mixed):
        # It waits for the tick and for the flip, which on a busy machine comes after the next tick: at most three
        # times a frame. Keys that woke it would be another three or more.
        assert each[0] <= 3.1, (still, typing, erasing, mixed)
        assert each[1:] == pytest.approx(still[1:], abs=0.15), (still, each)
    client.close()
    watcher.close()


@pytest.fixture
def traced(start_daemon, person, tmp_path):
    """A daemon with a keyboard, and the file of its system calls."""
    trace = tmp_path / "trace"
    daemon = start_daemon("--keyboard", person.path, wait=False, before=[
        "strace", "-f", "-o", str(trace), "-e", "trace=!clock_gettime,timer_settime"])
    assert wait_until(daemon.answers)
    yield daemon, trace
    # The tracer's exit status is that of the daemon, which ends with it.
    assert daemon.ask("quit") == "ok"
    daemon.is_ended = True
    daemon.process.wait(20)


def turns(lines: list[str]) -> list[tuple[str, ...]]:
    """The names of the calls between one wait and the next."""
    names = [match[1] for line in lines if (match := re.match(r"\d+ +(\w+)\(", line))]
    found, turn = [], []
    for name in names:
        if name == "ppoll":
            found.append(tuple(turn))
            turn = []
        else:
            turn.append(name)
    return found[1:]


def test_each_tick_makes_the_same_calls_with_a_key_and_without(traced, person):
    daemon, trace = traced
    client = asked(daemon, "Pass:")
    assert wait_until(lambda: person.is_raw)

    def count() -> int:
        return len(re.findall(r" read\(\d+, .*", trace.read_text()))

    def during(act) -> set[tuple[str, ...]]:
        time.sleep(0.5)
        start = len(trace.read_text().splitlines())
        for _ in range(10):
            act()
            end = count() + 3
            assert wait_until(lambda: count() >= end), "nothing is read"
        return {turn for turn in turns(trace.read_text().splitlines()[start:]) if "read" in turn}

    still = during(lambda: None)
    assert still
    assert during(lambda: person.type("p")) == still
    client.close()


def test_the_ticks_end_with_the_question(start_daemon, person):
    daemon = start_daemon("--keyboard", person.path)
    watcher = Watcher(daemon.pid)
    question = Question(daemon, "Pass:")
    assert wait_until(lambda: person.is_raw)
    before = watcher.counters()[0]
    assert wait_until(lambda: watcher.counters()[0] > before + 10)
    person.type("secret\r")
    assert question.answer() == b"\2secret"
    question.close()
    assert wait_until(lambda: rests(watcher))
    watcher.close()


def test_a_watch_for_a_key_alone_wakes_nobody(start_daemon, person):
    """It is no secret, and may last as long as a boot does."""
    daemon = start_daemon("--keyboard", person.path)
    watcher, client = Watcher(daemon.pid), daemon.send("K", b"x")
    assert wait_until(lambda: person.is_raw)
    assert wait_until(lambda: rests(watcher))
    person.type("x")
    assert client.recv(16).startswith(b"\2")
    client.close()
    watcher.close()


def rests(watcher: Watcher) -> bool:
    """Whether it does not wake for half a second."""
    before = watcher.counters()[0]
    time.sleep(0.5)
    return watcher.counters()[0] == before
