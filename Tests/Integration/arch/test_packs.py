# SPDX-License-Identifier: Apache-2.0
"""Theme packs that somebody has changed: a 32-bit daemon refuses what this machine's refuses, in the same words, and
shows the rest as it does.

The fuzzer's packs, with words at an end of what 32 bits hold, and bits flipped at random; size and hash are made right,
as somebody would who means harm.
"""

import os
import subprocess
from pathlib import Path

import pytest
from arch.architectures import Build
from arch.test_commands import show_the_same
from daemon_process import connected
from namespaces import new_namespaces
from themes.changed_packs import corpus, mutations

ARMHF = Build("armhf")
APPLIED = Path("/run/flipbook/theme.pack")
COMMANDS = ("progress 42.5", "message AB 12 \u05d01 \u2013 known", "progress/2 99", "eta 4000", "fail", "reset", "done")
OUTPUT = "memory:160x100"  # not large, for frames are drawn all the time
COMPARED = 4  # of the packs that are shown, how many are waited for


@pytest.fixture
def own_run():
    """A /run of the test's own."""
    with new_namespaces(network=False, mounts=True):
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
        APPLIED.parent.mkdir()
        yield


class Pair:
    """This machine's daemon and a 32-bit daemon, which get the same commands."""

    def __init__(self, *daemons) -> None:
        self.daemons = daemons
        self._links = [connected(daemon.native) for daemon in daemons]
        self._replies = [link.makefile() for link in self._links]

    def ask(self, line: str, cause=None) -> str:
        """The reply to a line, which must be the same from both."""
        for link in self._links:
            link.sendall(line.encode() + b"\n")
        native, foreign = (replies.readline().rstrip("\n") for replies in self._replies)
        assert native == foreign, (line, cause)
        return native

    def show_the_same(self) -> bool:
        return show_the_same(*self.daemons)

    def logs(self) -> list[list[str]]:
        """The logs of both; the emulator has no filters of system calls."""
        return [[line for line in daemon.log.splitlines() if "no sandbox" not in line] for daemon in self.daemons]

    def close(self) -> None:
        for file in (*self._replies, *self._links):
            file.close()


@pytest.fixture
def pair(own_run, start_daemon, start_foreign_daemon):
    both = Pair(start_daemon(output=OUTPUT), start_foreign_daemon(ARMHF, output=OUTPUT))
    yield both
    both.close()


def test_corpus_of_packs(pair):
    shown, refused, compared, causes = 0, 0, 0, set()
    for pack in corpus():
        for number, (mutation, is_steady) in enumerate(mutations(pack)):
            APPLIED.write_bytes(mutation)
            reply = pair.ask("theme", number)
            if reply != "ok":
                assert reply.startswith(f"error: theme {APPLIED}: "), reply
                causes.add(reply.split(": ")[2])
                refused += 1
                continue
            shown += 1
            pair.ask(COMMANDS[shown % len(COMMANDS)], number)
            if is_steady and shown % 50 == 0 and compared < COMPARED:
                compared += 1
                # The position of a flowed bar depends on when it came to rest.
                for line in ("reset", "message A 1"):
                    pair.ask(line, number)
                assert pair.show_the_same(), number
    assert {"damaged", "too large", "not a theme pack"} <= causes
    assert shown > 250 and refused > 250 and compared == COMPARED, (shown, refused, compared)
    assert pair.ask("progress 1") == "ok"
    native, foreign = pair.logs()
    assert native == foreign


@pytest.mark.parametrize("size", [0, 64 << 20, (64 << 20) + 1, (2 << 30) - 1, 2 << 30, 5 << 30])
def test_files_of_any_size(pair, size):
    """At most 64 MB are read; an Int of 32 bits may be too small for the number of bytes."""
    APPLIED.write_bytes(corpus()[0][:12])
    os.truncate(APPLIED, size)
    assert pair.ask("theme", size).startswith(f"error: theme {APPLIED}: ")
