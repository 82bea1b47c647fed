# SPDX-License-Identifier: Apache-2.0
"""Answered passwords are kept for the disks of the initramfs, and not for what comes after."""

import os
import pty
import tty

import pytest
from daemon_process import plymouth_reply, wait_until

pytestmark = pytest.mark.root


@pytest.fixture
def answered(start_daemon):
    """A daemon that has a password in its cache."""
    keyboard, terminal = pty.openpty()
    tty.setraw(keyboard)
    daemon = start_daemon("--keyboard", os.ttyname(terminal))
    with daemon.send("*", b"Disk") as client:
        assert wait_until(lambda: "Disk" in daemon.ask("status"))
        os.write(keyboard, b"secret\r")
        assert plymouth_reply(client) == b"\2secret"
    assert daemon.request("c") == b"\x09secret\0"
    yield daemon
    os.close(keyboard)
    os.close(terminal)


@pytest.mark.parametrize("request_code", ["R", "S"])
def test_the_real_root_ends_the_cache(answered, request_code):
    argument = b"/" if request_code == "R" else None
    assert answered.request(request_code, argument) == b"\6"
    assert answered.request("c") == b"\5"


def test_nothing_else_ends_it(answered):
    assert answered.request("P") == b"\6"
    assert answered.request("c") == b"\x09secret\0"
