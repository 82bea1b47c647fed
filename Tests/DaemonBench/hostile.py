"""Clients that mean no good, each by its own dice, and how long a process was kept waiting."""

import os
import random
import socket
from pathlib import Path

# None of these may end the daemon, so that what is left is the daemon's own doing.
WORDS = [b"status\n", b"progress 5\n", b"progress unknown\n", b"message a\n", b"message \xff\n",
         b"subscribe\n", b"snapshot\n", b"bogus\n", b"\n", b"progress/9999 1\n", b"x" * 900,
         b"start\n", b"reset\n"]
REQUESTS = [b"P\0", b"U\2\2x\0", b"C\2\x08updates\0", b"u\2\x0342\0", b"M\2\3hi\0", b"M\2\0",
            b"m\2\3hi\0", b"*\2\5Pass\0", b"W\0", b"K\2\3yn\0", b"L\2\3yn\0", b"c\0", b"A\0",
            b"a\0", b"V\0", b"!\0", b"?\0", b"M\2\xff" + b"x" * 255]


def noise(dice: random.Random, size: int) -> bytes:
    """Random bytes that hold neither a quit nor a new root directory."""
    return bytes(byte for byte in dice.randbytes(size) if byte not in b"QRqr")


def bytes_of(dice: random.Random, parts: list[bytes]) -> bytes:
    data = b"".join(dice.choice(parts) for _ in range(dice.randrange(1, 8)))
    kind = dice.randrange(3)
    if kind == 0:
        return noise(dice, dice.randrange(1, 600))
    return data[:dice.randrange(1, len(data) + 1)] if kind == 1 else data


class Hostile:
    """One client that sends its bytes in pieces, now and then reads, and at some time goes."""

    def __init__(self, daemon, dice: random.Random) -> None:
        is_native = dice.randrange(2) == 0
        self.dice = dice
        self.rest = bytes_of(dice, WORDS if is_native else REQUESTS)
        self.turns = dice.randrange(1, 30)
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
        try:
            action = self.dice.randrange(6)
            if action < 3 and self.rest:
                piece = self.dice.randrange(1, len(self.rest) + 1)
                self.rest = self.rest[self.socket.send(self.rest[:piece]):]
            elif action == 3:
                self.socket.recv(self.dice.randrange(1, 64))
            elif action == 4 and self.dice.randrange(10) == 0:
                self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        return True


def write_pipe(daemon, dice: random.Random) -> None:
    try:
        pipe = os.open(daemon.pipe, os.O_WRONLY | os.O_NONBLOCK)
        os.write(pipe, dice.choice([noise(dice, 100), b"PROGRESS 5\0", b"MSG a", b"\0\n \0",
                                    b"PROGRESS -3\n", noise(dice, 3000)]))
        os.close(pipe)
    except OSError:
        pass


def run_delay(process: str) -> float:
    """For how many seconds a process, with one thread, had no processor although it was ready."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
