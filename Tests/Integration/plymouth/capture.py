# SPDX-License-Identifier: Apache-2.0
"""The calls in a capture of Plymouth's own client: arguments, requests, replies, exit status, output."""

import ast
import re
from dataclasses import dataclass, field

from daemon_process import ROOT

PATH = ROOT / "Tests/Captures/plymouth-client-capture-22.02.122.txt"
UNTRIMMED_PART = "### old-style"


@dataclass
class Call:
    """One call of the client; `wire` has ('rx', request) and ('tx', reply)."""

    arguments: list[str]
    wire: list[tuple[str, bytes]] = field(default_factory=list)
    status: int = 0
    output: bytes = b""
    is_untrimmed: bool = False

    @property
    def line(self) -> str:
        return " ".join(self.arguments)

    @property
    def requests(self) -> list[bytes]:
        return [data for kind, data in self.wire if kind == "rx"]

    @property
    def replies(self) -> list[bytes]:
        return [data for kind, data in self.wire if kind == "tx"]


def read_calls() -> list[Call]:
    calls: list[Call] = []
    is_untrimmed = False
    for line in PATH.read_text(encoding="utf-8").splitlines():
        if line.startswith(UNTRIMMED_PART):
            is_untrimmed = True
        elif line.startswith("$ plymouth "):
            # A subcommand and its first option are separated by the same blank as two options.
            words = re.split(r" (?=--)", line[len("$ plymouth "):])
            calls.append(Call(words, is_untrimmed=is_untrimmed))
        elif match := re.match(r" +(rx|tx) ((?:[0-9a-f]{2} )*[0-9a-f]{2})", line):
            calls[-1].wire.append((match[1], bytes.fromhex(match[2])))
        elif match := re.match(r" +exit (-?\d+) stdout (b'.*?') stderr", line):
            calls[-1].status = int(match[1])
            calls[-1].output = ast.literal_eval(match[2])
    return calls
