# SPDX-License-Identifier: Apache-2.0
"""flipbook follow systemd --boot: with a daemon, and never without one."""

import subprocess

import pytest
from daemon_process import TIMEOUT, tool, wait_until

NO_BUS = ("--bus", "unix:path=/nonexistent/bus")


def test_without_a_daemon_it_ends_at_once_and_silently():
    run = subprocess.run([tool(), "follow", "systemd", "--boot", *NO_BUS, "--socket",
                          "/nonexistent/flipbook.sock"], capture_output=True, timeout=TIMEOUT)
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")


@pytest.mark.slow
def test_it_ends_after_the_daemon_has(daemon):
    clients = int(daemon.status()["clients"])
    process = subprocess.Popen([tool(), "follow", "systemd", "--boot", *NO_BUS, "--socket",
                                daemon.native], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert wait_until(lambda: int(daemon.status()["clients"]) > clients)
        # A system without reports has no progress: neither 100 % nor an invented value.
        assert daemon.status()["target"] == "0.00" and process.poll() is None
        assert daemon.end() == 0
        output, errors = process.communicate(timeout=TIMEOUT)
        assert (process.returncode, output) == (0, b"") and errors.count(b"\n") == 1
    finally:
        process.kill()
        process.wait()
