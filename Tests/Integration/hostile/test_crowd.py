# SPDX-License-Identifier: Apache-2.0
"""Ten thousand bad clients, 200 at a time, while the daemon animates and good clients ask.

The memory and descriptors at the end are compared with those at half time. The figures are printed:
`pytest -rP` shows them.
"""

import os
import random
import signal
import statistics
import time
from dataclasses import dataclass

import pytest
from daemon_process import Daemon, connected
from hostile.bad_clients import BadClient, write_to_pipe
from hostile.measuring import FrameCount, GoodClients, fill, resident_memory, wait_until_alone

pytestmark = pytest.mark.xdist_group("hostile crowd")

COUNT = 10_000
AT_ONCE = 200
LIMIT = 0.1  # seconds that a good client waits for its answer at most
MESSAGE = 304  # bytes of the heap for the longest message
GONE = 120  # clients that close, as many as wait at a socket
GONE_SECONDS = 1.5  # of the processor; a debug build takes a seventh of that
STOP = 0.3  # seconds for which the daemon is stopped when the measure itself is tested


@dataclass
class Result:
    """The measurements."""

    lives: bool
    times: list[tuple[float, float]]
    bad_answer: str
    shown: int
    missed: int
    delayed: float
    idle_shown: int
    idle_missed: int
    early: tuple[tuple[int, int], int]
    late: tuple[tuple[int, int], int]
    statuses: tuple[int, int]

    @property
    def worst(self) -> float:
        return max(answer for _, answer in self.times)


def held(daemon) -> tuple[tuple[int, int], int]:
    return resident_memory(daemon.pid), daemon.descriptors()


def quit_status(daemon) -> int:
    daemon.ask("quit")
    return daemon.wait_for_end()


def attack(daemon, pipe) -> tuple[tuple[int, int], int]:
    """Runs all bad clients; returns the daemon's resources at half time."""
    generator = random.Random(11)
    clients: list[BadClient] = []
    started = 0
    early = ((0, 0), 0)
    while started < COUNT or clients:
        while started < COUNT and len(clients) < AT_ONCE:
            clients.append(BadClient(daemon, started))
            started += 1
            if started % 20 == 0:
                write_to_pipe(pipe, generator)
                daemon.ask("progress unknown")
            # All one-time allocations have been made by then.
            if started == COUNT // 2:
                early = held(daemon)
        clients = [client for client in clients if client.turn()]
        # The clients share the machine's processors with the daemon.
        time.sleep(0.0005)
    return early


@pytest.fixture(scope="module")
def crowd(tmp_path_factory) -> Result:
    pipe = tmp_path_factory.mktemp("hostile") / "psplash_fifo"
    daemon = Daemon("--psplash", pipe)
    # A daemon that is not attacked, at the same time on the same machine.
    idle = Daemon()
    try:
        daemon.ask("progress unknown")
        idle.ask("progress unknown")
        fill(daemon)
        good = GoodClients(daemon)
        attacked, quiet = FrameCount(daemon), FrameCount(idle)
        early = attack(daemon, pipe)
        shown, missed, delayed = attacked.so_far()
        idle_shown, idle_missed, _ = quiet.so_far()
        times, bad_answer = good.end()
        daemon.ask("progress unknown")
        wait_until_alone(daemon)
        result = Result(
            lives=daemon.process.poll() is None, times=times, bad_answer=bad_answer, shown=shown,
            missed=missed, delayed=delayed, idle_shown=idle_shown, idle_missed=idle_missed,
            early=early, late=held(daemon), statuses=(quit_status(daemon), quit_status(idle)))
    finally:
        daemon.stop()
        idle.stop()
    report(result)
    return result


def report(result: Result) -> None:
    walls, answers = (sorted(column) for column in zip(*result.times))
    print(f"{COUNT} clients, {len(answers)} good answers: median "
          f"{statistics.median(answers) * 1000:.1f} ms, 99 % within "
          f"{answers[len(answers) * 99 // 100] * 1000:.1f} ms, worst {answers[-1] * 1000:.1f} ms "
          f"(limit {LIMIT * 1000:.0f}); with others' work {walls[-1] * 1000:.1f} ms")
    print(f"frames missed: {result.idle_missed} of {result.idle_shown} idle, {result.missed} of "
          f"{result.shown} under attack, where others' work took the time of {result.delayed:.1f}; "
          f"memory {result.early[0][0]} then {result.late[0][0]} KB, heap {result.early[0][1]} then "
          f"{result.late[0][1]}; descriptors {result.early[1]} then {result.late[1]}")


def test_the_measure_finds_a_slow_daemon(start_daemon):
    """A stopped daemon is found to be slow, with any load."""
    daemon = start_daemon()
    good = GoodClients(daemon)
    time.sleep(0.5)
    os.kill(daemon.pid, signal.SIGSTOP)
    time.sleep(STOP)
    os.kill(daemon.pid, signal.SIGCONT)
    time.sleep(0.2)
    times, bad_answer = good.end()
    assert not bad_answer
    assert max(answer for _, answer in times) > LIMIT


def test_what_clients_have_queued_that_have_gone_is_not_obeyed(start_daemon):
    """Some 20 MB of `mode` lines of 120 clients that have closed cost what one client may take up."""
    daemon = start_daemon()
    fill(daemon)
    os.kill(daemon.pid, signal.SIGSTOP)
    queued = 0
    lines = b"mode system-upgrade\nmode shutdown\n" * 1000
    for _ in range(GONE):
        with connected(daemon.native) as client:
            client.setblocking(False)
            try:
                while True:
                    queued += client.send(lines)
            except BlockingIOError:
                pass
    worked = daemon.seconds_worked()
    os.kill(daemon.pid, signal.SIGCONT)
    wait_until_alone(daemon)
    worked = daemon.seconds_worked() - worked
    print(f"{queued / 1e6:.1f} MB queued: {worked:.2f} s")
    assert queued > GONE * 100_000
    assert worked < GONE_SECONDS
    # The first lines are obeyed, as those of a client that sends a command and goes at once.
    assert daemon.status()["mode"] in ("system-upgrade", "shutdown")


def test_the_daemon_lives(crowd):
    assert crowd.lives


def test_good_clients_are_answered(crowd):
    assert not crowd.bad_answer
    assert len(crowd.times) >= 20


def test_good_clients_do_not_wait(crowd):
    assert crowd.worst < LIMIT


def test_frames_are_shown(crowd):
    assert crowd.shown > 0
    assert crowd.idle_shown > 0


def test_no_frame_is_missed_that_an_idle_daemon_shows(crowd):
    assert crowd.missed <= crowd.idle_missed + int(crowd.delayed) + 1


def test_the_heap_does_not_grow(crowd):
    # A client's message stays until the next one.
    assert 0 < crowd.late[0][1] <= crowd.early[0][1] + 136 + MESSAGE


def test_resident_memory_is_bounded(crowd):
    # The renderer's tables have been there from the start, and are touched as frames need them.
    assert crowd.late[0][0] <= crowd.early[0][0] + 1024


def test_descriptors_are_closed(crowd):
    assert crowd.late[1] <= 12 + 2


def test_both_daemons_end_well(crowd):
    assert crowd.statuses == (0, 0)
