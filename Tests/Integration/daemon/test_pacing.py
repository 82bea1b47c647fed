"""What never ends is shown at 30 frames per second while the machine boots."""

import time

import pytest


def rate(daemon, seconds=2):
    """Frames per second of the daemon's own count, by its time."""
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


def wait_for_neighbours(daemon):
    """Whether at some time more frames are shown than 30 a second allow."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if rate(daemon, 0.5) > 36:
            return True
    return False
