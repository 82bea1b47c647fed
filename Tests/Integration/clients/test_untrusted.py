# SPDX-License-Identifier: Apache-2.0
"""Clients of the daemon's own protocol, and a listener of another user at the daemon's name.

The agent's test is in `Tests/Integration/agent/test_daemons.py`.
"""

import os
import subprocess
import sys

import pytest
from daemon_process import TIMEOUT, tool

LISTENER = """
import os, socket, sys
listener = socket.socket(socket.AF_UNIX)
os.setuid(65534)
listener.bind("\\0" + sys.argv[1])
listener.listen(8)
print("ready", flush=True)
while True:
    print(listener.accept()[0].recv(100), flush=True)
"""
UNTRUSTED = "the daemon at {}: neither root nor you run what listens there"


class Listener:
    """A process of another user, which prints what each of its clients sends first."""

    def __init__(self) -> None:
        self.name = f"@flipbook-untrusted-{os.getpid()}"
        self.process = subprocess.Popen(
            [sys.executable, "-c", LISTENER, self.name[1:]], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n"

    def received(self) -> str:
        return self.process.stdout.readline().strip()


@pytest.fixture
def listener():
    made = Listener()
    yield made
    made.process.kill()
    made.process.wait()


@pytest.mark.root
def test_flipbookctl_refuses_it(clients, listener):
    status, _, err = clients.run("flipbookctl", "progress", "50", socket_name=listener.name)
    assert status == 3 and err == f"flipbookctl: {UNTRUSTED.format(listener.name)}\n"
    assert listener.received() == "b''"


@pytest.mark.root
@pytest.mark.parametrize("words", [["status"], ["subscribe"], ["progress", "50"], ["quit"]])
def test_the_tool_refuses_it(listener, words):
    run = subprocess.run([tool(), *words, "--socket", listener.name], capture_output=True, text=True,
                         timeout=TIMEOUT, check=False)
    assert run.returncode == 3 and run.stderr == f"flipbook: {UNTRUSTED.format(listener.name)}\n"
    assert listener.received() == "b''"


@pytest.mark.root
def test_a_follower_refuses_it_and_goes_on(listener):
    run = subprocess.run([tool(), "follow", "stdin", "--socket", listener.name], input="progress 50\ndone\n",
                         capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert run.returncode == 0
    assert run.stderr == f"flipbook: {UNTRUSTED.format(listener.name)}; going on without\n"
    assert listener.received() == "b''"
