# SPDX-License-Identifier: Apache-2.0
"""Clients that send random, truncated, interleaved and slow requests."""

import contextlib
import os
import random
import socket
from pathlib import Path

# None of these ends the daemon: an end is the daemon's own fault.
LINES = [b"status\n", b"progress 5\n", b"progress unknown\n", b"message a\n", b"message \xff\n",
         b"subscribe\n", b"snapshot\n", b"bogus\n", b"\n", b"progress/9999 1\n", b"x" * 900,
         b"start\n", b"reset\n"]
REQUESTS = [b"P\0", b"U\2\2x\0", b"C\2\x08updates\0", b"u\2\x0342\0", b"M\2\3hi\0", b"M\2\0",
            b"m\2\3hi\0", b"*\2\5Pass\0", b"W\0", b"K\2\3yn\0", b"L\2\3yn\0", b"c\0", b"A\0",
            b"a\0", b"V\0", b"!\0", b"?\0", b"M\2\xff" + b"x" * 255]


def noise(generator: random.Random, size: int) -> bytes:
    """Random bytes that hold neither a quit nor a new root directory."""
    return bytes(byte for byte in generator.randbytes(size) if byte not in b"QRqr")


def random_requests(generator: random.Random, requests: list[bytes]) -> bytes:
    """Some requests, the beginning of some, or noise."""
    data = b"".join(generator.choice(requests) for _ in range(generator.randrange(1, 8)))
    kind = generator.randrange(3)
    if kind == 0:
        return noise(generator, generator.randrange(1, 600))
    return data[:generator.randrange(1, len(data) + 1)] if kind == 1 else data


class BadClient:
    """One client that sends its bytes in pieces, sometimes reads, and disconnects at some time."""

    def __init__(self, daemon, seed: int) -> None:
        self.generator = random.Random(seed)
        is_native = self.generator.randrange(2) == 0
        self.rest = random_requests(self.generator, LINES if is_native else REQUESTS)
        self.turns = self.generator.randrange(1, 30)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.setblocking(False)
        try:
            self.socket.connect(daemon.native if is_native else daemon.plymouth)
        except OSError:
            self.turns = 0

    def turn(self) -> bool:
        """Does a little; false when it is gone."""
        if self.turns == 0:
            self.socket.close()
            return False
        self.turns -= 1
        with contextlib.suppress(OSError):
            action = self.generator.randrange(6)
            if action < 3 and self.rest:
                piece = self.generator.randrange(1, len(self.rest) + 1)
                self.rest = self.rest[self.socket.send(self.rest[:piece]):]
            elif action == 3:
                self.socket.recv(self.generator.randrange(1, 64))
            elif action == 4 and self.generator.randrange(10) == 0:
                self.socket.shutdown(socket.SHUT_WR)
        return True


def write_to_pipe(path: Path, generator: random.Random) -> None:
    """Writes something to psplash's pipe."""
    with contextlib.suppress(OSError):
        pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        os.write(pipe, generator.choice([
            noise(generator, 100), b"PROGRESS 5\0", b"MSG a", b"\0\n \0", b"PROGRESS -3\n",
            noise(generator, 3000)]))
        os.close(pipe)
