# SPDX-License-Identifier: Apache-2.0
"""Inputs that stop Plymouth's own daemon."""

import subprocess
import sys

import pytest
from daemon_process import NOBODY, connected, received

UNINVITED = 300  # connections
SCRIPT = """import os, socket, sys, time
os.setuid(int(sys.argv[2]))
clients = [socket.socket(socket.AF_UNIX) for _ in range(int(sys.argv[3]))]
for client in clients:
    client.settimeout(5)
    try:
        client.connect(b"\\0" + sys.argv[1].encode())
        client.sendall(b"M")
    except OSError:
        pass
print("connected", flush=True)
time.sleep(60)
"""


def test_a_message_of_255_bytes(daemon):
    with connected(daemon.plymouth) as client:
        client.sendall(b"M\2\0")
        assert received(client, 1) == b"\6"
    assert daemon.ping()


def test_incomplete_requests(daemon):
    clients = []
    for start in (b"M", b"M\2", b"M\2\x80abc"):
        clients.append(connected(daemon.plymouth))
        clients[-1].sendall(start)
    assert daemon.ping()
    for client in clients:
        client.close()


@pytest.mark.root
def test_many_connections_of_another_user(daemon):
    other = subprocess.Popen([sys.executable, "-c", SCRIPT, daemon.name, str(NOBODY),
                              str(UNINVITED)], stdout=subprocess.PIPE)
    other.stdout.readline()
    assert daemon.ping()
    assert int(daemon.status()["clients"]) < 60
    other.kill()
    other.communicate()
