# SPDX-License-Identifier: Apache-2.0
"""A splash of the boot holds Plymouth's name, and listens there once somebody has asked."""

import errno
import socket
import time

import pytest
from daemon_process import connected, plymouth_request, received, wait_until
from plymouth.scripted_daemon import TRIMMED, UNTRIMMED

pytestmark = pytest.mark.root

LONGEST = 60  # seconds; it listens after 15


@pytest.fixture
def splash(network, start_daemon, person, tmp_path):
    return start_daemon("--keyboard", person.path, "--mode", "boot-up", "--pid-file", str(tmp_path / "pid"),
                        plymouth="on")


def accepts() -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        answer = client.connect_ex(TRIMMED)
        assert answer in (0, errno.ECONNREFUSED)
        return answer == 0


def ask(request: bytes) -> None:
    with connected(UNTRIMMED) as client:
        client.sendall(request)
        if request != plymouth_request("*", b"Word"):
            assert received(client, 1) == b"\6"


def test_nobody_else_gets_the_name(splash):
    with socket.socket(socket.AF_UNIX) as other:
        with pytest.raises(OSError) as error:
            other.bind(TRIMMED)
    assert error.value.errno == errno.EADDRINUSE
    assert splash.log == ""


@pytest.mark.parametrize("request_bytes", [
    plymouth_request("U", b"a.service"), plymouth_request("R", b"/"), plymouth_request("S"),
], ids=["unit", "root", "ready"])
def test_what_every_boot_says_does_not_have_it_listen(splash, request_bytes):
    ask(request_bytes)
    assert splash.answers() and not accepts()


@pytest.mark.parametrize("request_bytes", [plymouth_request("P"), plymouth_request("*", b"Word")],
                         ids=["ping", "password"])
def test_it_listens_once_somebody_asks(splash, request_bytes):
    assert not accepts()
    ask(request_bytes)
    assert wait_until(accepts, 10)
    with connected(TRIMMED) as client:
        client.sendall(b"P\0")
        assert received(client, 1) == b"\6"


def test_it_listens_after_a_while(splash):
    begin = time.monotonic()
    while not accepts():
        assert time.monotonic() - begin < LONGEST
        time.sleep(0.5)


def test_a_second_splash_leaves_it_alone(splash, start_daemon, tmp_path):
    """By the old name: nobody can know who holds the new one."""
    second = start_daemon("--mode", "boot-up", "--pid-file", str(tmp_path / "second"), plymouth="on",
                          native="", wait=False)
    second.is_ended = True
    assert second.process.wait(20) == 0
    assert "one splash is enough" in second.log
    assert not accepts()
