# SPDX-License-Identifier: Apache-2.0
"""The tool against an attacker's sockets, files and messages."""

import array
import fcntl
import os
import socket
import subprocess
import threading

import pytest
from daemon_process import TIMEOUT, tool

SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
HOSTILE = "a\x1b[2Jb\u202ec\u2066d\x9be\u2028f"


@pytest.fixture
def serve(tmp_path):
    """Starts a server that answers the first line of each client; returns its path."""
    listener = socket.socket(socket.AF_UNIX)
    path = str(tmp_path / "hostile.sock")
    listener.bind(path)
    listener.listen()

    def start(answer) -> str:
        def run():
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                with client:
                    if client.recv(4096):
                        answer(client)

        threading.Thread(target=run, daemon=True).start()
        return path

    yield start
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([tool(), *words], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=TIMEOUT)


def is_harmless(output: bytes) -> bool:
    text = output.decode()
    return not any(letter in text for letter in "\x1b\u202e\u2066\x9b\u2028")


@pytest.mark.parametrize("command", ["status", "subscribe", "preview"])
def test_what_a_terminal_would_obey_is_escaped(serve, command):
    path = serve(lambda client: client.sendall(
        f'ok state=running message="{HOSTILE}" {HOSTILE}=1\n'.encode()
        + f'state=quitting message="{HOSTILE}"\n'.encode()))
    result = run(command, "--socket", path)
    assert b"a\\u{1B}[2Jb\\u{202E}c\\u{2066}d\\u{9B}e\\u{2028}f" in result.stdout
    assert is_harmless(result.stdout) and is_harmless(result.stderr)


@pytest.mark.parametrize("command", ["status", "subscribe"])
def test_json_is_escaped_as_json(serve, command):
    path = serve(lambda client: client.sendall(
        f'ok state=quitting message="{HOSTILE}"\nstate=quitting message="{HOSTILE}"\n'.encode()))
    result = run(command, "--json", "--socket", path)
    assert b'"a\\u001b[2Jb\\u202ec\\u2066d\\u009be\\u2028f"' in result.stdout
    assert is_harmless(result.stdout)


def test_errors_are_escaped(serve):
    path = serve(lambda client: client.sendall(f"error: {HOSTILE}\n".encode()))
    result = run("progress", "--socket", path, "5")
    assert result.returncode == 1 and b"\\u{1B}[2J" in result.stderr and is_harmless(result.stderr)


def passing(descriptor: int, text: bytes = b"ok 64 64 256 XRGB8888\n"):
    """A reply with a descriptor, like the reply to `snapshot`."""
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))]

    def answer(client):
        client.sendmsg([text], rights)
        os.ftruncate(descriptor, 0) if not is_sealed(descriptor) else None

    return answer


def is_sealed(descriptor: int) -> bool:
    return bool(fcntl.fcntl(descriptor, fcntl.F_GET_SEALS) & fcntl.F_SEAL_SHRINK)


def memory(size: int, *, is_sealed: bool) -> int:
    descriptor = os.memfd_create("frame", os.MFD_ALLOW_SEALING)
    os.ftruncate(descriptor, size)
    if is_sealed:
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, SEALS)
    return descriptor


def test_a_snapshot_that_can_shrink_is_refused(serve, tmp_path):
    result = run("snapshot", "-o", "-", "--socket", serve(passing(memory(16384, is_sealed=False))))
    assert result.returncode == 1 and b"its size is not sealed" in result.stderr


def test_a_snapshot_that_is_too_short_is_refused(serve):
    result = run("snapshot", "-o", "-", "--socket", serve(passing(memory(16380, is_sealed=True))))
    assert result.returncode == 1 and result.stderr.count(b"\n") == 1


def test_a_sealed_snapshot_is_taken(serve):
    result = run("snapshot", "-o", "-", "--socket", serve(passing(memory(16384, is_sealed=True))))
    assert (result.returncode, result.stderr) == (0, b"")
    assert len(result.stdout) == len(b"P6\n64 64\n255\n") + 64 * 64 * 3


@pytest.mark.parametrize("words", [b"262144 1048576 1048576", b"16385 1 65540", b"1 16385 4", b"64 64 65540",
                                   b"64 64 255", b"16384 16384 65536", b"0 64 256"])
def test_a_snapshot_that_claims_more_than_there_is_is_refused(serve, words):
    answer = passing(memory(16384, is_sealed=True), b"ok " + words + b" XRGB8888\n")
    result = run("snapshot", "-o", "-", "--socket", serve(answer))
    assert result.returncode == 1 and result.stderr.count(b"\n") == 1


def test_a_snapshot_without_a_file_is_refused(serve):
    path = serve(lambda client: client.sendall(b"ok 64 64 256 XRGB8888\n"))
    assert run("snapshot", "-o", "-", "--socket", path).returncode == 1
