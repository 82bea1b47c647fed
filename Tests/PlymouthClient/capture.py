"""The calls of a capture of Plymouth's real client: its arguments, requests, replies and end."""

import ast
import re
from dataclasses import dataclass, field


@dataclass
class Call:
    arguments: list
    requests: list = field(default_factory=list)
    replies: list = field(default_factory=list)
    status: int = 0
    output: bytes = b""
    is_untrimmed: bool = False


def read(path):
    calls, is_untrimmed = [], False
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if line.startswith("### old-style"):
                is_untrimmed = True
            elif line.startswith("$ plymouth "):
                words = re.split(r" (?=--)", line[len("$ plymouth "):])
                # A subcommand and its first option are separated by the same blank.
                calls.append(Call(words, is_untrimmed=is_untrimmed))
            elif match := re.match(r" +(rx|tx) ((?:[0-9a-f]{2} )*[0-9a-f]{2})", line):
                data = bytes.fromhex(match[2])
                (calls[-1].requests if match[1] == "rx" else calls[-1].replies).append(data)
            elif match := re.match(r" +exit (-?\d+) stdout (b'.*?') stderr", line):
                calls[-1].status = int(match[1])
                calls[-1].output = ast.literal_eval(match[2])
    return calls
