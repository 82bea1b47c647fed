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
    records = []
    try:
        while True:
            records.append(os.read(reader, 8192).decode(errors="replace"))
    except BlockingIOError:
        pass
    os.close(reader)
    ours = [record.split(";", 1)[1] for record in records if "flipbookd: " in record and word in record]
    assert len(ours) == 1, records
    assert ours[0].startswith(f"flipbookd: unknown option '{word}'; see --help")


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


@pytest.mark.parametrize("offset", [1, -1])
def test_lines_elsewhere_have_no_priority(tmp_path, offset):
    """Programs with another standard error inherit JOURNAL_STREAM."""
    text = run_with_journal(tmp_path / "log", flipbookd(), "--check-options", "--unknown", offset=offset)
    assert text.startswith("flipbookd: unknown option '--unknown'"), text
