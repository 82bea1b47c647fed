# SPDX-License-Identifier: Apache-2.0
"""Programs that start Plymouth's daemon by its name."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from daemon_process import ROOT, flipbookd, wait_until

pytestmark = pytest.mark.root

# A display of the test's, beside which the names of the machine's splash are not taken by themselves.
MEMORY = ("--output=memory:64x64", "--plymouth=on")


@pytest.fixture
def machine(network, tmp_path, monkeypatch):
    """A folder with the programs of `flipbook-plymouth`, and a network of its own."""
    for name in ("flipbookd", "plymouth"):
        (tmp_path / name).symlink_to(flipbookd())
    (tmp_path / "plymouthd").symlink_to(ROOT / "packaging/plymouthd")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    yield tmp_path
    pid = tmp_path / "pid"
    if pid.exists():
        os.kill(int(pid.read_text()), signal.SIGTERM)


def run(*words, **options) -> subprocess.CompletedProcess:
    return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, timeout=20, **options)


def words_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")[:-1]


@pytest.mark.parametrize("mode, shown", [("boot", "boot-up"), ("shutdown", "shutdown"), ("updates", "updates")])
def test_it_is_there_when_the_command_has_ended(machine, mode, shown):
    """With the options of Plymouth's own units and of init scripts."""
    pid = machine / "pid"
    done = run("plymouthd", f"--mode={mode}", f"--pid-file={pid}", "--attach-to-session", "--no-boot-log",
               "--ignore-serial-consoles", "--kernel-command-line", "quiet splash", "--tty=tty9", *MEMORY)
    assert done.returncode == 0
    assert run("plymouth", "--ping").returncode == 0
    words = words_of(int(pid.read_text()))
    assert words[1:] == ["--no-stdin", f"--mode={shown}", f"--pid-file={pid}", "--tty=/dev/tty9", *MEMORY]
    assert run("plymouth", "quit").returncode == 0
    assert wait_until(lambda: not pid.exists())


def test_mandos_starts_it_again(machine):
    """After an unlock by network: it quits the splash, and executes this name with its command line."""
    pid = machine / "pid"
    first = subprocess.Popen(["flipbookd", "--no-stdin", "--mode", "boot-up", f"--pid-file={pid}", *MEMORY],
                             stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert wait_until(pid.exists)
    words = words_of(first.pid)
    assert run("plymouth", "quit").returncode == 0
    assert first.wait(20) == 0
    assert run(*words, executable=machine / "plymouthd", start_new_session=True).returncode == 0
    assert run("plymouth", "show-splash").returncode == 0
    assert int(pid.read_text()) != first.pid
    assert run("plymouth", "quit").returncode == 0


def test_in_the_foreground(machine):
    pid = machine / "pid"
    process = subprocess.Popen(["plymouthd", "--no-daemon", "--mode=boot", f"--pid-file={pid}", *MEMORY],
                               stdin=subprocess.DEVNULL)
    assert wait_until(pid.exists)
    assert int(pid.read_text()) == process.pid
    assert run("plymouth", "quit").returncode == 0
    assert process.wait(20) == 0


def test_a_second_one_ends_well(machine):
    pid = machine / "pid"
    assert run("plymouthd", "--mode=boot", f"--pid-file={pid}", *MEMORY).returncode == 0
    first = pid.read_text()
    assert run("plymouthd", "--mode=boot", f"--pid-file={pid}").returncode == 0
    assert pid.read_text() == first
    # Else it could take the place of the first one, which the test ends.
    assert wait_until(lambda: started_with(f"--pid-file={pid}") == [int(first)])


def started_with(word: str) -> list[int]:
    """The processes with a word on their command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if word in (folder / "cmdline").read_text().split("\0"):
                found.append(int(folder.name))
        except OSError:
            pass  # It has ended.
    return found


def test_one_that_cannot_start_fails(machine):
    (machine / "flipbookd").unlink()
    (machine / "flipbookd").write_text("#!/bin/sh\nexit 3\n")
    (machine / "flipbookd").chmod(0o755)
    began = time.monotonic()
    assert run("plymouthd", "--mode=boot").returncode == 3
    assert time.monotonic() - began < 20
