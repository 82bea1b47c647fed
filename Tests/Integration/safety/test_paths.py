# SPDX-License-Identifier: Apache-2.0
"""In an attacker's folder the daemon makes its own files, and changes no others."""

import grp
import os
import socket
import stat
import threading

import pytest
from daemon_process import NOBODY, wait_until

pytestmark = pytest.mark.root


def test_files_have_their_permissions_whatever_the_mask(start_daemon, tmp_path):
    pipe, number = tmp_path / "fifo", tmp_path / "new" / "pid"
    daemon = start_daemon(
        "--psplash", str(pipe), "--pid-file", str(number), preexec=lambda: os.umask(0o777))
    assert stat.S_IMODE(os.stat(daemon.native).st_mode) == 0o660
    assert stat.S_IMODE(pipe.stat().st_mode) == 0o660
    # Others look there for the splash.
    assert stat.S_IMODE(number.stat().st_mode) == 0o644
    assert stat.S_IMODE(number.parent.stat().st_mode) == 0o755


@pytest.mark.parametrize("mask", [0o022, 0o777])
def test_a_socket_is_its_groups(start_daemon, mask):
    daemon = start_daemon("--group", str(NOBODY), preexec=lambda: os.umask(mask))
    facts = os.stat(daemon.native)
    assert (facts.st_gid, stat.S_IMODE(facts.st_mode)) == (NOBODY, 0o660)


def test_a_group_is_found_without_the_name_service(start_daemon, tmp_path):
    """Neither libraries nor sockets of it: only /etc/group is read."""
    trace = tmp_path / "trace"
    name = grp.getgrgid(NOBODY).gr_name
    daemon = start_daemon(
        "--group", name, before=["strace", "-f", "-e", "trace=openat,connect", "-o", str(trace)],
        wait=False)
    assert wait_until(lambda: os.path.exists(daemon.native))
    assert wait_until(lambda: os.stat(daemon.native).st_gid == NOBODY)
    assert daemon.ask("quit") == "ok"
    daemon.is_ended = True
    daemon.process.wait(20)
    calls = trace.read_text()
    assert "/etc/group" in calls
    assert "nss" not in calls and "nscd" not in calls


def test_a_link_in_place_of_a_socket_or_pipe_is_left_alone(start_daemon, tmp_path):
    target = tmp_path / "target"
    target.write_text("root's")
    target.chmod(0o600)
    for option in ("--psplash",):
        link = tmp_path / "link"
        link.symlink_to(target)
        daemon = start_daemon(option, str(link))
        assert link.is_symlink() and target.read_text() == "root's"
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
        assert daemon.ping()
        link.unlink()


def test_nobody_gets_a_file_of_roots_by_a_link_at_the_right_time(start_daemon, tmp_path):
    """The owner of the folder swaps the socket for links while the daemon gives it to a group."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    prize = tmp_path / "prize"
    prize.write_text("root's")
    prize.chmod(0o600)
    ends = threading.Event()

    def swap() -> None:
        path = str(folder / "native.sock")
        while not ends.is_set():
            try:
                if stat.S_ISSOCK(os.lstat(path).st_mode):
                    os.unlink(path)
                    os.symlink(prize, path)
            except OSError:
                pass

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        for _ in range(60):
            daemon = start_daemon("--group", str(NOBODY), folder=str(folder), wait=False)
            # It may have lost its socket, but not its mind.
            assert wait_until(lambda: "daemon" and pings(daemon) or daemon.process.poll() is not None)
            daemon.is_ended = True
            daemon.stop()
            facts = prize.stat()
            assert (facts.st_gid, stat.S_IMODE(facts.st_mode)) == (0, 0o600)
            for name in os.listdir(folder):
                os.unlink(folder / name)
    finally:
        ends.set()
        thread.join()


def pings(daemon) -> bool:
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(5)
    with client:
        try:
            client.connect(daemon.plymouth)
            client.sendall(b"P\0")
            return client.recv(1) == b"\6"
        except OSError:
            return False
