# SPDX-License-Identifier: Apache-2.0
"""Only the clients that requested a snapshot read its file, and no program writes it."""

import array
import fcntl
import mmap
import os
import socket

import pytest
from daemon_process import connected, plymouth_reply, wait_until
from prompts import asked

SEAL_SHRINK, SEAL_GROW, SEAL_FUTURE_WRITE = 2, 4, 16


def snapshot(daemon) -> tuple[int, list[str]]:
    assert wait_until(lambda: daemon.status()["frames"] != "0")
    with connected(daemon.native) as client:
        client.sendall(b"snapshot\n")
        data, files, _, _ = socket.recv_fds(client, 1024, 1)
    return files[0], data.decode().split()


def test_readers_cannot_write_a_snapshot(daemon):
    file, words = snapshot(daemon)
    size = int(words[3]) * int(words[2])
    seals = fcntl.fcntl(file, fcntl.F_GET_SEALS)
    assert seals & SEAL_SHRINK and seals & SEAL_GROW and seals & SEAL_FUTURE_WRITE
    with pytest.raises(PermissionError):
        os.pwrite(file, b"\xde\xad\xbe\xef", 0)
    with pytest.raises(PermissionError):
        mmap.mmap(file, size)
    with pytest.raises(PermissionError):
        os.ftruncate(file, 0)
    # Nor can a program that opens it again.
    again = os.open(f"/proc/self/fd/{file}", os.O_RDWR)
    with pytest.raises(PermissionError):
        os.pwrite(again, b"\xde\xad\xbe\xef", 0)
    pixels = mmap.mmap(file, size, prot=mmap.PROT_READ)
    assert len(array.array("I", pixels[:])) == size // 4
    os.close(again)
    os.close(file)


@pytest.mark.parametrize("code, typed", [("*", "geheim"), ("W", "493817")], ids=["password", "question"])
def test_no_snapshot_has_what_is_typed(start_daemon, person, code, typed):
    """Nor its length: a client that may request snapshots would see each key."""
    daemon = start_daemon("--keyboard", person.path)
    assert wait_until(lambda: daemon.ask("snapshot").startswith("ok "))
    with asked(daemon, "Code:", code) as client:
        person.type(typed)
        replies = set()
        assert not wait_until(lambda: replies.add(daemon.ask("snapshot")) or len(replies) > 1, 1)
        assert replies == {"error: snapshot: not while a prompt is shown"}
        person.type("\r")
        assert plymouth_reply(client) == b"\2" + typed.encode()
    assert wait_until(lambda: daemon.ask("snapshot").startswith("ok "))


def test_snapshots_are_drawn_into_the_same_few_files(daemon):
    daemon.ask("progress unknown")
    seen = set()

    def take() -> bool:
        file, words = snapshot(daemon)
        seen.add((os.fstat(file).st_ino, os.pread(file, int(words[3]) * int(words[2]), 0)))
        os.close(file)
        return len(seen) >= 8

    assert wait_until(take)
    assert len({file for file, _ in seen}) <= 4
    assert len({pixels for _, pixels in seen}) >= 5
