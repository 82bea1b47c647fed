# SPDX-License-Identifier: Apache-2.0
"""Endless motion is shown at 30 frames per second while the machine boots."""

import contextlib
import os
import subprocess
import time

import pytest
from daemon_process import wait_until


def rate(daemon, seconds=2):
    """Frames per second by the daemon's own counter and its time."""
    begin, first = time.monotonic(), int(daemon.status()["frames"])
    time.sleep(seconds)
    end, last = time.monotonic(), int(daemon.status()["frames"])
    return (last - first) / (end - begin)


@pytest.mark.parametrize("mode", ["boot-up", "shutdown", "reboot"])
def test_unknown_progress_is_paced(start_daemon, mode):
    daemon = start_daemon("--mode", mode)
    daemon.ask("progress unknown")
    assert rate(daemon) < 35


def test_a_rate_that_was_asked_for_counts(start_daemon):
    daemon = start_daemon("--mode", "boot-up", "--max-fps", "60")
    daemon.ask("progress unknown")
    # Far more than 30 on a quiet machine; the instants are counted too, so that a loaded one passes.
    assert wait_for_neighbours(daemon)


def test_without_a_mode_all_frames_are_shown(start_daemon):
    daemon = start_daemon()
    daemon.ask("progress unknown")
    assert wait_for_neighbours(daemon)


@contextlib.contextmanager
def busy_processors():
    """Keeps each processor busy."""
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def test_a_busy_machine_is_left_its_processors(start_daemon):
    """Many outputs get few frames a second while no processor is free; earlier they got 30."""
    outputs = ["--output", "memory:1920x1080"] * 7
    daemon = start_daemon("--mode", "boot-up", "--animation", "ring", *outputs, output="memory:1920x1080")
    daemon.ask("progress unknown")
    with busy_processors():
        assert wait_until(lambda: rate(daemon, 1) < 20)


def wait_for_neighbours(daemon):
    """Whether at some time more frames are shown than 30 a second allow."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if rate(daemon, 0.5) > 36:
            return True
    return False
