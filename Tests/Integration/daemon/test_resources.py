# SPDX-License-Identifier: Apache-2.0
"""The daemon with few descriptors, or without memory."""

import pty
import os
from pathlib import Path
from resource import RLIMIT_AS, RLIMIT_NOFILE, prlimit, setrlimit

import pytest
from daemon_process import connected, wait_until


def limited_to(count):
    return lambda: setrlimit(RLIMIT_NOFILE, (count, count))


@pytest.mark.parametrize("limit", [32, 64, 128, 272])
def test_a_prompt_with_few_descriptors(start_daemon, limit):
    master, terminal = pty.openpty()
    daemon = start_daemon("--plymouth-user", str(os.geteuid()), "--keyboard", os.ttyname(terminal),
                          preexec=limited_to(limit))
    with daemon.send("*", b"Password") as client:
        assert wait_until(lambda: "Password" in daemon.ask("status"))
        os.write(master, b"secret\r")
        assert client.recv(11) == b"\2\6\0\0\0secret"
    os.close(terminal)
    os.close(master)


@pytest.mark.parametrize("limit", [40, 64, 128, 256])
def test_more_clients_than_descriptors(start_daemon, limit):
    daemon = start_daemon(preexec=limited_to(limit))
    clients = [connected(daemon.native) for _ in range(100)]
    for client in clients[:20]:
        client.sendall(b"status\n")
        assert client.recv(4096).startswith(b"ok ")
    for client in clients:
        client.close()
    assert wait_until(daemon.answers)


def size_of(daemon):
    for line in Path(f"/proc/{daemon.pid}/status").read_text().splitlines():
        if line.startswith("VmSize:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no size")


def test_no_memory_for_a_client_is_that_clients_problem(start_daemon):
    daemon = start_daemon()
    first = connected(daemon.native)
    first.sendall(b"status\n")
    assert first.recv(4096).startswith(b"ok ")
    limit = size_of(daemon) + 64 * 1024
    prlimit(daemon.pid, RLIMIT_AS, (limit, limit))
    clients = [connected(daemon.native) for _ in range(120)]
    refused = 0
    for client in clients:
        try:
            client.sendall(b"status\n")
            refused += client.recv(4096) == b""
        except (BrokenPipeError, ConnectionResetError):
            refused += 1
    assert 0 < refused < len(clients)
    first.sendall(b"progress 20\n")
    assert first.recv(64) == b"ok\n"
    for _ in range(20):
        first.sendall(b"message " + 200 * b"x" + b"\n")
        assert first.recv(64) in (b"ok\n", b"error: message: not enough memory\n")
    for client in (first, *clients):
        client.close()
    assert wait_until(daemon.answers)


def test_the_daemon_survives_its_return_to_rest(start_daemon):
    """At rest the daemon gives the unused part of its stack back: where the stack lies differs by start.

    An address taken in the wrong frame once discarded what was in use in one start of twenty.
    """
    daemons = [start_daemon() for _ in range(40)]
    for daemon in daemons:
        assert wait_until(daemon.answers)
        assert daemon.process.poll() is None, daemon.log
