# SPDX-License-Identifier: Apache-2.0
"""Sockets that the service manager passes."""

import os
from pathlib import Path

import pytest
from control.activation import listener, passed
from daemon_process import connected, plymouth_request, received, wait_until


def native_answer(path) -> str:
    with connected(str(path)) as client:
        client.sendall(b"status\n")
        return client.makefile().readline()


@pytest.fixture
def activated(start_daemon, tmp_path):
    """The paths of two sockets that a daemon has from the manager, and the daemon."""
    native, plymouth = tmp_path / "native", tmp_path / "plymouth"
    with listener(native) as first, listener(plymouth) as second:
        with passed([first, second], "native:plymouth") as arguments:
            daemon = start_daemon(native="", **arguments)
        yield native, plymouth, daemon
    daemon.end()


def test_the_native_socket_is_served(activated):
    assert native_answer(activated[0]).startswith("ok ")


def test_the_socket_named_plymouth_speaks_its_protocol(activated):
    with connected(str(activated[1])) as client:
        client.sendall(plymouth_request("P"))
        assert received(client, 1) == b"\6"


def test_the_daemon_makes_no_socket_beside_them(activated):
    assert native_answer(activated[0])
    # A daemon of another test may have one there.
    files = {os.readlink(file) for file in Path(f"/proc/{activated[2].pid}/fd").iterdir()}
    sockets = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()[1:]]
    names = {words[7] for words in sockets if len(words) > 7 and f"socket:[{words[6]}]" in files}
    assert {str(path) for path in activated[:2]} <= names
    assert "/run/flipbook.sock" not in names


def test_the_managers_socket_stays(start_daemon, tmp_path):
    native = tmp_path / "native"
    with listener(native) as first, passed([first], "native") as arguments:
        daemon = start_daemon(native="", **arguments)
        assert native_answer(native)
        assert daemon.end() == 0
    assert native.exists()


def test_a_named_socket_is_served_too(start_daemon, tmp_path):
    native = tmp_path / "native"
    with listener(native) as first, passed([first], "native") as arguments:
        daemon = start_daemon(**arguments)
        assert daemon.answers()
        assert native_answer(native).startswith("ok ")


def test_sockets_for_another_process_are_not_used(start_daemon, tmp_path):
    native = tmp_path / "native"
    with listener(native) as first, passed([first], "native", process="1") as arguments:
        daemon = start_daemon(**arguments)
        with connected(str(native)) as client:
            client.sendall(b"status\n")
            # One after the other: a client that was served meanwhile would be counted.
            assert {daemon.status()["clients"] for _ in range(20)} == {"1"}


def test_a_file_in_place_of_a_socket_is_logged(start_daemon, tmp_path):
    with open(tmp_path / "file", "w") as file, passed([file], "native") as arguments:
        daemon = start_daemon(**arguments)
    assert wait_until(daemon.answers)
    assert daemon.log == ("flipbookd: LISTEN_FDS has what is no Unix socket that listens, "
                          "ignoring it\n")
