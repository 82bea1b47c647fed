# SPDX-License-Identifier: Apache-2.0
"""The lines of --verbose about displays."""

import re

import pytest

ONE_HEAD = "card 0 1 320x180@60"


def logged(daemon, pattern: str) -> bool:
    return re.search(rf"^flipbookd: {pattern}$", daemon.log, re.M) is not None


@pytest.mark.cards(ONE_HEAD, options=["--verbose"])
def test_the_pipe_and_its_first_frame_are_logged(display_daemon):
    display_daemon.ask("progress unknown")
    display_daemon.wait_for_frames(2)
    card = "/dev/dri/card0: "
    for line in (r"opened: atomic commits, \d+ CRTCs",
                 r"\S+-1: connected, \d+ modes",
                 r"pipe: connector \S+-1 \(\d+\), CRTC \d+, plane \d+, mode 320x180@\S+( \(\S+\))?"):
        assert logged(display_daemon, card + line), (line, display_daemon.log)
    assert logged(display_daemon, r"\S+-1: first frame without a modeset: the mode was set; damage: .*"), \
        display_daemon.log


@pytest.mark.cards(f"{ONE_HEAD} legacy", options=["--verbose"])
def test_a_modeset_of_an_older_driver_is_logged(display_daemon):
    display_daemon.ask("progress unknown")
    display_daemon.wait_for_frames(2)
    assert logged(display_daemon, r"/dev/dri/card0: opened: legacy modesetting, \d+ CRTCs"), display_daemon.log
    assert logged(display_daemon, r"\S+-1: modeset; damage: .*"), display_daemon.log


def test_each_retry_is_logged_with_its_delay(start_display_daemon):
    daemon = start_display_daemon(ONE_HEAD, "fault CREATE_DUMB:ENOMEM:0:2", options=["--verbose"])
    daemon.ask("progress unknown")
    daemon.wait_for_frames(2)
    delays = re.findall(r"^flipbookd: looking for displays again in (\d+) ms$", daemon.log, re.M)
    assert delays == ["1000", "2000"], daemon.log


@pytest.mark.cards(ONE_HEAD)
def test_without_it_nothing_is_logged(display_daemon):
    display_daemon.ask("progress unknown")
    display_daemon.wait_for_frames(2)
    assert display_daemon.log == ""
