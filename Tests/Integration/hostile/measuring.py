# SPDX-License-Identifier: Apache-2.0
"""How long clients wait for answers, how many frames are missed, and what memory a daemon has.

An answer's time is what passes on the wall's clock, less the time for which the daemon or the asking
process was ready to run and had no processor (/proc/PID/schedstat): other work on the machine does not
count, and all that the daemon computes, sleeps or waits for does.
"""

import multiprocessing
import multiprocessing.connection
import time
from pathlib import Path

from daemon_process import TIMEOUT, connected, plymouth_request, received, wait_until

REFRESH = 60  # frames a second of an output in memory
CLIENTS = 250  # of the daemon's 256


def run_delay(process: int | str) -> float:
    """For how many seconds a process with one thread was ready to run and had no processor."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9


class GoodClients:
    """Asks the daemon on both sockets, and measures how long its answers take.

    In a process of its own: a thread would wait for the interpreter, which the bad clients use.
    """

    def __init__(self, daemon) -> None:
        self.daemon = daemon
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=self._run, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def _run(self, pipe: multiprocessing.connection.Connection) -> None:
        times: list[tuple[float, float]] = []
        bad = ""
        while not pipe.poll():
            for ask, start in ((lambda: self.daemon.ask("status"), "ok "),
                               (lambda: self.daemon.request("P"), b"\6")):
                try:
                    duration, answer = self._time(ask)
                except OSError as error:
                    bad = repr(error)
                    continue
                times.append(duration)
                if not answer.startswith(start):
                    bad = repr(answer)
            time.sleep(0.005)
        pipe.send((times, bad))

    def _time(self, ask):
        """How long an answer took, by the wall's clock and without others' work, and the answer."""
        waited = run_delay(self.daemon.pid) + run_delay("self")
        start = time.monotonic()
        answer = ask()
        wall = time.monotonic() - start
        waited = run_delay(self.daemon.pid) + run_delay("self") - waited
        return (wall, max(wall - waited, 0)), answer

    def end(self) -> tuple[list[tuple[float, float]], str]:
        """All times so far, and the last bad answer."""
        self.pipe.send("end")
        result = self.pipe.recv() if self.pipe.poll(TIMEOUT) else ([], "it does not end")
        self.process.join(TIMEOUT)
        return result


class FrameCount:
    """The frames that a daemon shows and misses from now on, and those it had no processor for."""

    def __init__(self, daemon) -> None:
        self.daemon = daemon
        self.start = self._now()

    def _now(self) -> tuple[int, int, float]:
        status = self.daemon.status()
        return int(status["frames"]), int(status["missed"]), run_delay(self.daemon.pid)

    def so_far(self) -> tuple[int, int, float]:
        shown, missed, delay = (now - then for now, then in zip(self._now(), self.start))
        return shown, missed, delay * REFRESH


def wait_until_alone(daemon) -> None:
    """Waits until the asking client is the only one."""
    wait_until(lambda: daemon.status()["clients"] == "1")


def fill(daemon) -> None:
    """Has the daemon allocate the buffers of its clients, which it keeps for the next ones."""
    for name, request in ((daemon.native, b"status\n"), (daemon.plymouth, plymouth_request("P"))):
        clients = [connected(name) for _ in range(CLIENTS)]
        for client in clients:
            client.sendall(request)
        for client in clients:
            received(client, 1)
            client.close()
        wait_until_alone(daemon)


def resident_memory(process: int) -> tuple[int, int]:
    """Resident kilobytes, and those of them that the heap has."""
    whole = heap = 0
    is_heap = False
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        words = line.split()
        if not words[0].endswith(":"):
            is_heap = words[-1] == "[heap]"
        elif words[0] == "Rss:":
            whole += int(words[1])
            heap += int(words[1]) if is_heap else 0
    return whole, heap
