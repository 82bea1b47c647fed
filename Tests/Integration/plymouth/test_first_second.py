# SPDX-License-Identifier: Apache-2.0
"""The splash of a boot answers Plymouth's clients from its first moment on."""

import socket

import pytest
from daemon_process import connected, plymouth_request, received
from plymouth.scripted_daemon import TRIMMED, UNTRIMMED

pytestmark = pytest.mark.root


@pytest.fixture
def splash(network, start_daemon, person, tmp_path):
    return start_daemon("--keyboard", person.path, "--mode", "boot-up", "--pid-file", str(tmp_path / "pid"),
                        plymouth="on")


@pytest.mark.parametrize("address", [TRIMMED, UNTRIMMED], ids=["trimmed", "padded"])
def test_what_systemd_says_of_a_security_token_is_shown(splash, address):
    """As systemd-cryptsetup says it, which has no second try: it connects, sends and closes."""
    words = b"Please confirm presence on security token to unlock."
    with connected(address) as client:
        client.sendall(plymouth_request("M", words))
    splash.wait_for_message(words.decode())


def test_a_unit_costs_a_connection_and_no_more(splash):
    for number in range(20):
        with connected(TRIMMED) as client:
            client.sendall(plymouth_request("U", b"a%d.service" % number))
            assert received(client, 1) == b"\6"
    assert splash.message() == ""
    assert splash.log == ""


def test_nobody_else_gets_the_name(splash):
    with socket.socket(socket.AF_UNIX) as other:
        with pytest.raises(OSError, match="in use"):
            other.bind(TRIMMED)


def test_a_second_splash_leaves_it_alone(splash, start_daemon, tmp_path):
    second = start_daemon("--mode", "boot-up", "--pid-file", str(tmp_path / "second"), plymouth="on",
                          native="", wait=False)
    second.is_ended = True
    assert second.process.wait(20) == 0
    assert "it shows the splash; leaving the displays to it" in second.log
    assert splash.answers()
