# SPDX-License-Identifier: Apache-2.0
"""systemd-fsckd reports a check of the disks to Plymouth's name; control-C cancels it."""

import os
import pathlib
import signal
import socket
import subprocess
import sys

import pytest
from daemon_process import TIMEOUT, wait_until

pytestmark = pytest.mark.root

FSCKD = "/lib/systemd/systemd-fsckd"
PROGRESS = "/run/systemd/fsck.progress"
FSCK = """import socket, sys
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
for line in sys.stdin:
    client.sendall(line.encode())
"""


class Check:
    """systemd-fsckd with one client in fsck's place."""

    def __init__(self, daemon, start, listener: socket.socket) -> None:
        self.daemon = daemon
        number = listener.fileno()
        self.fsckd = start(
            "bash", "-c", f"exec 3<&{number}; export LISTEN_PID=$$ LISTEN_FDS=1; exec {FSCKD}",
            pass_fds=[number], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        reader, self.writer = os.pipe()
        self.fsck = start(sys.executable, "-c", FSCK, PROGRESS, stdin=reader)
        os.close(reader)

    def report(self, line: str, shown: str) -> None:
        """Reports progress, and waits until the message ends with a text."""
        os.write(self.writer, line.encode() + b"\n")
        assert wait_until(lambda: shown in self.daemon.message()), self.daemon.message()
        # It reads six bytes at a time, and takes a key only where that is at their beginning: acknowledgements
        # that it has not read yet would hide it.
        assert wait_until(self.has_read_replies)

    def has_read_replies(self) -> bool:
        """Whether systemd-fsckd sleeps, which it does when nothing is left to read."""
        return pathlib.Path(f"/proc/{self.fsckd.pid}/stat").read_text().split()[2] == "S"


@pytest.fixture
def check(daemon, start):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(PROGRESS)
        listener.listen()
        made = Check(daemon, start, listener)
        made.report("1 50 100 /dev/sda1", "Checking in progress on 1 disk (35.0% complete)")
        yield made
        os.close(made.writer)


def test_a_check_is_shown(check):
    assert "Checking in progress on 1 disk (35.0% complete)" in check.daemon.message()
    check.daemon.wait_for_status("target=35.00")


def test_progress_does_not_go_back(check):
    check.daemon.wait_for_status("target=35.00")
    check.report("1 20 100 /dev/sda1", "(14.0% complete)")
    assert "target=35.00" in check.daemon.ask("status")


def test_control_c_cancels_the_check(check, person):
    person.type("\x03")
    assert check.fsck.wait(TIMEOUT) == -signal.SIGTERM
    check.daemon.wait_for_status("unknown=yes")


def test_nothing_is_left_of_an_ended_check(check, person):
    person.type("\x03")
    check.fsck.wait(TIMEOUT)
    check.daemon.wait_for_status("unknown=yes")
    # All that was sent has been received when the connection is closed.
    check.fsckd.terminate()
    check.daemon.wait_for_status("clients=1")
    assert check.daemon.message() == ""
