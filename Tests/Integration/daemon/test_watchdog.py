# SPDX-License-Identifier: Apache-2.0
"""The daemon's own watchdog: it ends a daemon that hangs, and never wakes a daemon at rest."""

import os
import signal
import time
from pathlib import Path

import pytest
from daemon_process import wait_until

# The daemon's own timeout and slack, and time for a loaded machine.
LIMIT = 26 + 30


def stopped(daemon):
    return Path(f"/proc/{daemon.pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"


@pytest.mark.slow
def test_ends_one_that_hangs_while_it_works(start_daemon):
    moving, resting = start_daemon(), start_daemon()
    moving.ask("progress unknown")
    assert wait_until(lambda: int(moving.status()["frames"]) > 2)
    # A still animation has come to rest when it draws no more.
    resting.ask("progress 0")
    frames = []
    assert wait_until(lambda: frames.append(resting.status()["frames"]) or
                      len(frames) > 60 and frames[-1] == frames[-60])
    for daemon in (moving, resting):
        daemon.process.send_signal(signal.SIGSTOP)
        assert wait_until(lambda daemon=daemon: stopped(daemon))
    begin = time.monotonic()
    assert moving.process.wait(LIMIT) == -signal.SIGKILL
    assert time.monotonic() - begin > 5
    moving.is_ended = True
    # The resting daemon had no deadline to miss.
    assert stopped(resting)
    resting.process.send_signal(signal.SIGCONT)
    assert resting.answers()
    assert os.path.exists(f"/proc/{resting.pid}/timers")
    assert resting.end() == 0
