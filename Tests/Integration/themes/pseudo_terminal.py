# SPDX-License-Identifier: Apache-2.0
"""A terminal, which the test is."""

import fcntl
import os
import select
import struct
import subprocess
import termios
import time

QUESTION = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c"


class Terminal:
    """A pseudo terminal with a program in it."""

    def __init__(self, folder, *words: str, answer: bytes = b""):
        self.leader, follower = os.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("4H", 30, 100, 1000, 600))
        self.before = termios.tcgetattr(follower)
        self.answer = answer
        self.said = b""
        self.process = subprocess.Popen(
            words, cwd=folder, stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.follower = follower

    def read(self, until, seconds: float = 60) -> bytes:
        """What the program writes until a condition holds for all of it; the terminal's question is answered."""
        end = time.monotonic() + seconds
        while not until(self.said):
            assert time.monotonic() < end, self.said[-2000:]
            if select.select([self.leader], [], [], 0.2)[0]:
                try:
                    self.said += os.read(self.leader, 65536)
                except OSError:
                    assert until(self.said), self.said[-2000:]
                    break
            if self.answer and QUESTION in self.said:
                os.write(self.leader, self.answer)
                self.answer = b""
        return self.said

    def wait_for(self, text: bytes) -> None:
        """Waits for a text that comes after all earlier ones."""
        self.said = b""
        self.read(lambda said: text in said)

    def press(self, keys: bytes) -> None:
        os.write(self.leader, keys)

    def end(self) -> int:
        while self.process.poll() is None:
            if select.select([self.leader], [], [], 0.05)[0]:
                self.said += os.read(self.leader, 65536)
        # What came since the last look.
        while select.select([self.leader], [], [], 0)[0]:
            self.said += os.read(self.leader, 65536)
        return self.process.returncode

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.leader)
        os.close(self.follower)
