# SPDX-License-Identifier: Apache-2.0
"""A daemon of another architecture, driven by this machine's client: the same replies and frames as here."""

import array
import os
import socket
import subprocess

import pytest
from daemon_process import ROOT, connected, wait_until

CLIENT = ROOT / ".build/embedded/flipbookctl"
STAGE = ("--animation", "download", "--size", "120x40")
# Of each kind a number that fits 32 bits, one that fits only 64, and one that does not fit 64.
NUMBERS = ["0", "2147483647", "2147483648", "4294967296", "99999999999", "9223372036854775808",
           "99999999999999999999999999", "1e99", "-1", "4294967295.99999999999999999999999"]
HOSTILE = [line.format(number) for number in NUMBERS
           for line in ("eta {}", "progress {}", "progress/{} 1", "message {}", "subscribe {}")]


def snapshot(daemon) -> tuple[bytes, bytes]:
    """The reply's words, and the pixels of the file that came with it."""
    with connected(daemon.native) as client:
        client.sendall(b"snapshot\n")
        line, passed, _, _ = socket.recv_fds(client, 4096, 1)
    assert passed, line
    try:
        return line, os.pread(passed[0], os.fstat(passed[0]).st_size, 0)
    finally:
        os.close(passed[0])


def order(daemon, *words: str) -> tuple[int, str, str]:
    """The client's status and output."""
    run = subprocess.run([CLIENT, "--socket", daemon.native, *words], capture_output=True, text=True,
                         timeout=60, check=False)
    return run.returncode, run.stdout, run.stderr


def show_the_same(one, other) -> bool:
    """Whether both daemons come to rest with the same frame of more than one colour."""
    def is_same() -> bool:
        first, second = snapshot(one), snapshot(other)
        pixels = array.array("I", second[1])
        return first == second and len(set(pixels)) > 1
    return wait_until(is_same)


def test_frames_are_the_same(build, start_daemon, start_foreign_daemon):
    native, foreign = start_daemon(*STAGE), start_foreign_daemon(build, *STAGE)
    for step in (["progress", "42.5"], ["message", "Größe: 2³¹ – fertig"], ["fail"],
                 ["reset"], ["progress", "100"], ["done"]):
        assert order(foreign, *step) == order(native, *step) == (0, "", "")
        assert show_the_same(native, foreign), step


def test_hostile_numbers(build, start_daemon, start_foreign_daemon):
    native, foreign = start_daemon(), start_foreign_daemon(build)
    for line in HOSTILE:
        assert foreign.ask(line) == native.ask(line), line
    eta = [daemon.status().get("eta") for daemon in (native, foreign)]
    assert eta[0] == eta[1]


def test_options_beyond_31_bits(build, start_foreign_daemon):
    daemon = start_foreign_daemon(
        build, "--plymouth-user", "4294967294", "--group", "4294967294", "--exit-after-frames", "1000000000",
        "--handover-timeout", "3600", "--max-fps", "1000")
    assert daemon.ask("status").startswith("ok ")
    assert "expected" not in daemon.log


def test_bad_options_are_refused_alike(build, start_daemon, start_foreign_daemon):
    options = ("--plymouth-user", "4294967295", "--exit-after-frames", "4294967297", "--rings", "4294967297",
               "--scale", "4294967297", "--rotate", "4294967386", "--size", "99999999999x99999999999",
               "--output", "memory:4294967396x100", "--max-fps", "99999999999999999999")
    native, foreign = start_daemon(*options), start_foreign_daemon(build, *options)
    assert native.log.count("expected") >= len(options) / 2 - 2
    # The emulator has no filters of system calls.
    assert [line for line in foreign.log.splitlines() if "no sandbox" not in line] == native.log.splitlines()


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_what_it_prints_of_itself(build, option):
    native = subprocess.run([ROOT / ".build/embedded/flipbookd", option], capture_output=True, text=True,
                            timeout=60, check=True)
    assert build.run(build.daemon, option).stdout == native.stdout
