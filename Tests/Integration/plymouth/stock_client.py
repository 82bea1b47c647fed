# SPDX-License-Identifier: Apache-2.0
"""Plymouth's own client, run against the daemon."""

import fcntl
import subprocess
import termios
import time

from daemon_process import TIMEOUT, wait_until
from plymouth.capture import Call

NO_ANSWER = b"\5"


class StockClient:
    """Runs calls of the client, and types the answers that a capture has."""

    def __init__(self, program: str, daemon, person) -> None:
        self.program = program
        self.daemon = daemon
        self.person = person

    def start(self, *words: str, **options) -> subprocess.Popen:
        return subprocess.Popen([self.program, *words], stdin=subprocess.DEVNULL, **options)

    def run(self, *words: str, before=()) -> int:
        """Runs one call to its end; the exit status."""
        return subprocess.run([*before, self.program, *words], stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=TIMEOUT).returncode

    def answer(self, text: str) -> None:
        """Types an answer, and waits until it has been read: no status reports that."""
        self.person.type(text + "\r")
        # Keys are read 30 times a second; just after it is typed the terminal may not have it yet.
        time.sleep(0.05)
        assert wait_until(lambda: fcntl.ioctl(self.person.slave, termios.FIONREAD, bytes(4))
                          == bytes(4))

    def is_asked(self, prompt: str, client: subprocess.Popen) -> bool:
        """Waits until a prompt is shown; false where the client has ended instead."""
        assert wait_until(lambda: client.poll() is not None or prompt in self.daemon.message())
        return client.poll() is None

    def repeat(self, call: Call) -> tuple[int, bytes]:
        """Makes a captured call, with the answers of the capture; exit status and output."""
        client = self.start(*call.arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        prompts = [(data[:1], data[3:-1].decode() if len(data) > 2 else "")
                   for data in call.requests if data[:1] in b"*WK"]
        answers = [data for data in call.replies if data[:1] in b"\x02\x05"]
        if any(data[:1] == b"c" for data in call.requests):
            answers = answers[-len(prompts):]
        for (code, text), answer in zip(prompts, answers):
            if answer[:1] == NO_ANSWER:
                continue
            if code == b"K":
                # A watch for keys is not shown: the key is repeated until it is there.
                while client.poll() is None:
                    self.person.type("y")
                    time.sleep(0.02)
            elif self.is_asked(text or "Password:", client):
                self.answer(answer[5:].decode())
            else:
                # Where its command has ended before it took the password, as 'false' may, the client
                # asks no second time; its exit status is the same.
                break
        output, _ = client.communicate(timeout=TIMEOUT)
        return client.returncode, output
