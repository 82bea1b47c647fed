# SPDX-License-Identifier: Apache-2.0
"""What was found by fuzzers, and what bad clients send: nothing of it ends a daemon of another architecture.

On 32 bits the same sources have traps that they have not on 64. The inputs come as a whole and in pieces
of one byte, at the sockets that they are for; those that hold a quit may end the daemon, in good order. The
corpora that are left out are of what installers print, which the tool reads and not the daemon.
"""

import contextlib
import os
import random
import socket

from arch.architectures import Build
from daemon_process import ROOT, connected, wait_until
from hostile.bad_clients import LINES, REQUESTS, BadClient, write_to_pipe

ARMHF = Build("armhf")
CORPORA = ROOT / "Fuzzing/Corpora"
BAD_CLIENTS = 300
SLOWLY = 256  # bytes of an input that are sent one by one


def inputs(*folders: str) -> list[bytes]:
    files = [file for name in folders for file in sorted((CORPORA / name).iterdir())]
    assert files
    return [file.read_bytes() for file in files]


class Target:
    """A daemon that is started again after a normal end."""

    def __init__(self, start) -> None:
        self._start = start
        self.daemon = start()

    def check(self, cause: bytes) -> None:
        """Fails if the last input has ended the daemon by a signal, or by an error."""
        try:
            alive = self.daemon.answers()
        except OSError:
            alive = False
        if not alive:
            status = self.daemon.wait_for_end()
            assert status == 0, (status, cause, self.daemon.log)
            self.daemon = self._start()

    def feed(self, name, data: bytes) -> None:
        """Sends bytes at once, and again one by one."""
        for pieces in ([data], [data[index:index + 1] for index in range(min(len(data), SLOWLY))]):
            with contextlib.suppress(OSError), connected(name, 2) as client:
                for piece in pieces:
                    client.sendall(piece)
                client.shutdown(socket.SHUT_WR)
                while client.recv(4096):
                    pass
            self.check(data)


def test_corpora_of_sockets(start_foreign_daemon):
    target = Target(lambda: start_foreign_daemon(ARMHF))
    for data in inputs("native", "request", "reply"):
        target.feed(target.daemon.native, data)
    for data in inputs("plymouth", "ask"):
        target.feed(target.daemon.plymouth, data)


def test_corpora_of_pipes(start_foreign_daemon, tmp_path):
    pipe = tmp_path / "fifo"
    target = Target(lambda: start_foreign_daemon(ARMHF, "--psplash", str(pipe)))
    for data in inputs("psplash"):
        writer = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        with contextlib.suppress(BlockingIOError):
            os.write(writer, data)
        os.close(writer)
        target.check(data)


def test_corpus_of_keys(start_foreign_daemon, person):
    """Keys of a person while each kind of prompt is open."""
    target = Target(lambda: start_foreign_daemon(ARMHF, "--keyboard", person.path))
    shown = 0
    for data in inputs("keys"):
        for code, text in (("*", b"Pass:"), ("W", b"Name:"), ("K", b"yn")):
            with target.daemon.send(code, text):
                # Surplus keys for the last prompt may answer this prompt at once.
                shown += wait_until(lambda: target.daemon.message() != "", 1)
                os.write(person.master, data[:SLOWLY])
                target.check(data)
            assert wait_until(lambda: target.daemon.message() == "")
            person.read()
    assert shown > len(inputs("keys"))


def test_bad_clients(start_foreign_daemon, tmp_path):
    pipe = tmp_path / "fifo"
    daemon = start_foreign_daemon(ARMHF, "--psplash", str(pipe))
    generator = random.Random(14)
    clients = []
    for number in range(BAD_CLIENTS):
        clients.append(BadClient(daemon, number))
        if number % 10 == 0:
            write_to_pipe(pipe, generator)
        clients = [client for client in clients if client.turn()]
    while clients:
        clients = [client for client in clients if client.turn()]
    for name, messages in ((daemon.native, LINES), (daemon.plymouth, REQUESTS)):
        for message in messages:
            with contextlib.suppress(OSError), connected(name, 2) as client:
                client.sendall(message)
                client.shutdown(socket.SHUT_WR)
                client.recv(4096)
    assert daemon.ask("status").startswith("ok ")
