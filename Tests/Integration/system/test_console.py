# SPDX-License-Identifier: Apache-2.0
"""Shells of the console, which the splash must not cover."""

import time

import pytest
from guest import TIMEOUT_FACTOR
from looks import has_failed, is_black, is_splash

pytestmark = [pytest.mark.qemu, pytest.mark.root]


def test_rescue_while_it_shows(cold):
    """`systemctl isolate rescue.target` during the boot: the splash gives way to the root's shell."""
    guest = cold()
    guest.wait_for_agent()
    assert len(guest.pids()) == 1
    guest.sh("systemctl --no-block isolate rescue.target")
    guest.wait_for("pgrep -x sulogin", 90)
    assert guest.pids() == []
    # It is asked for on the console, without an echo.
    guest.wait_for("stty -F /dev/tty1 -a | grep -- '-echo '")
    frame = guest.wait_for_frame("asked", lambda frame: not is_splash(frame))
    assert not is_black(frame)
    guest.type("root\n")
    guest.wait_for("stty -F /dev/tty1 -a | grep -- '-icanon'")
    guest.type("touch /tmp/typed\n")
    guest.wait_for("test -e /tmp/typed")
    guest.keep("typed")
    assert guest.sh("systemctl --failed --no-legend") == ""


def test_an_emergency_while_it_shows(cold):
    """The splash shows a failure, and gives way to the shell of emergency.target."""
    guest = cold()
    guest.wait_for_agent()
    # The agent does not outlive it.
    guest.sh("systemctl --no-block isolate emergency.target")
    guest.wait_for_frame("reason", lambda frame: is_splash(frame) and has_failed(frame))
    frame = guest.wait_for_frame("asked", lambda frame: not is_splash(frame))
    assert not is_black(frame)


def test_the_shell_of_the_initramfs(cold):
    """The root is not found: the splash says so, and gives way to the shell of the initramfs."""
    guest = cold("splash root=/dev/nowhere")
    guest.wait_for_frame("splash", is_splash)
    # The ring has the colour of a failure, and below it is the message.
    guest.wait_for_frame("reason", lambda frame: is_splash(frame) and has_failed(frame), 120)
    frame = guest.wait_for_frame("shell", lambda frame: not is_splash(frame), 120)
    assert not is_black(frame)
    # Keys that come before the shell reads may be lost.
    end = time.monotonic() + 30 * TIMEOUT_FACTOR
    while "usable" not in guest.serial() and time.monotonic() < end:
        guest.type("echo usable >/dev/ttyS0\n")
        guest.pause(2)
    assert "usable" in guest.serial()
    guest.keep("typed")
