# SPDX-License-Identifier: Apache-2.0
"""The destination of the daemon's lines."""

import os
import subprocess

import pytest
from daemon_process import flipbookd


@pytest.mark.root
def test_the_kernels_log_gets_whole_lines():
    """As in an initramfs. poll reports that it is not writable, and each write is a record."""
    word = f"--unknown-{os.getpid()}"
    reader = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)
    os.lseek(reader, 0, os.SEEK_END)
    with open("/dev/kmsg", "wb") as log:
        subprocess.run([flipbookd(), "--check-options", word], stdin=subprocess.DEVNULL, stderr=log,
                       timeout=20)
    ((priority, text),) = [record for record in records_of(reader) if word in record[1]]
    assert text.startswith(f"flipbookd: unknown option '{word}'; see --help")
    assert priority == USER | WARNING


USER, WARNING, INFO = 1 << 3, 4, 6


def records_of(reader: int) -> list[tuple[int, str]]:
    """Priority, with the facility, and text of each of the daemon's records that are left in the kernel's log."""
    records = []
    try:
        while True:
            facts, text = os.read(reader, 8192).decode(errors="replace").split(";", 1)
            if "flipbookd: " in text:
                records.append((int(facts.split(",")[0]), text))
    except BlockingIOError:
        os.close(reader)
        return records


@pytest.mark.root
def test_what_is_as_it_should_be_is_no_warning_in_the_kernels_log(daemon):
    """In an initramfs the kernel takes a line without a priority for a warning."""
    reader = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)
    os.lseek(reader, 0, os.SEEK_END)
    with open("/dev/kmsg", "wb") as log:
        subprocess.run([flipbookd(), "--no-stdin", "--socket", daemon.native], stdin=subprocess.DEVNULL,
                       stderr=log, timeout=20)
    ((priority, _),) = [record for record in records_of(reader) if f"process {daemon.pid} " in record[1]]
    assert priority == USER | INFO


def run_with_journal(path, *command: str, offset: int = 0) -> str:
    """The log, where JOURNAL_STREAM names it or the file with the inode number beside it."""
    with open(path, "wb") as log:
        facts = os.fstat(log.fileno())
        environment = {**os.environ, "JOURNAL_STREAM": f"{facts.st_dev}:{facts.st_ino + offset}"}
        subprocess.run(command, stdin=subprocess.DEVNULL, stderr=log, env=environment, timeout=20)
    return path.read_text()


def test_lines_to_the_journal_have_their_priority(tmp_path):
    text = run_with_journal(tmp_path / "log", flipbookd(), "--check-options", "--unknown")
    assert text.startswith("<4>flipbookd: unknown option '--unknown'")


def test_what_ends_the_program_is_an_error_in_the_journal(tmp_path):
    text = run_with_journal(tmp_path / "log", "strace", "-o", "/dev/null", "-e", "inject=signalfd4:error=EMFILE",
                            flipbookd(), "--output", "memory:64x64", "--no-stdin", "--no-socket")
    assert text.startswith("<3>flipbookd: signals cannot be received"), text


def test_a_splash_that_is_there_already_is_no_warning(daemon, tmp_path):
    text = run_with_journal(tmp_path / "log", flipbookd(), "--no-stdin", "--socket", daemon.native)
    assert text == (f"<6>flipbookd: {daemon.native}: address in use by process {daemon.pid} (flipbookd) of user "
                    f"{os.geteuid()}: it shows the splash; leaving the displays to it\n")


@pytest.mark.root
def test_a_splash_before_the_graphics_driver_is_no_warning(tmp_path):
    text = run_with_journal(
        tmp_path / "log", "unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /dev && exec "$@"', "sh",
        "timeout", "1", flipbookd(), "--no-stdin", "--no-socket")
    assert text == "<6>flipbookd: no KMS device (/dev/dri/card*): no graphics driver is loaded (open: no such file or directory)\n"


@pytest.mark.parametrize("offset", [1, -1])
def test_lines_elsewhere_have_no_priority(tmp_path, offset):
    """Programs with another standard error inherit JOURNAL_STREAM."""
    text = run_with_journal(tmp_path / "log", flipbookd(), "--check-options", "--unknown", offset=offset)
    assert text.startswith("flipbookd: unknown option '--unknown'"), text
