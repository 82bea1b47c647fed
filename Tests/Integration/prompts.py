# SPDX-License-Identifier: Apache-2.0
"""A person at a terminal, and what the daemon asks there."""

import os
import pty
import select
import termios
import time

from daemon_process import TIMEOUT, connected, plymouth_reply, plymouth_request, wait_until


class Person:
    """Both ends of a pseudoterminal: a person types at one, the daemon has the other."""

    def __init__(self) -> None:
        self.master, self.slave = pty.openpty()
        self.path = os.ttyname(self.slave)
        self.seen = b""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def read(self, seconds: float = 0) -> str:
        """All that was written there so far."""
        while select.select([self.master], [], [], seconds)[0]:
            self.seen += os.read(self.master, 4096)
        return self.seen.decode()

    def sees(self, text: str) -> bool:
        return wait_until(lambda: text in self.read())

    @property
    def is_raw(self) -> bool:
        return not termios.tcgetattr(self.slave)[3] & (termios.ECHO | termios.ICANON)

    def reset(self) -> list:
        """Sets the terminal as systemd sets the console when it starts; gives that mode."""
        mode = termios.tcgetattr(self.slave)
        mode[0] |= termios.ICRNL | termios.IXON
        mode[3] |= termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN
        mode[6][termios.VEOL2] = b"\0"
        termios.tcsetattr(self.slave, termios.TCSANOW, mode)
        return self.mode()

    def mode(self):
        return termios.tcgetattr(self.slave)[:6]

    def close(self) -> None:
        os.close(self.master)
        os.close(self.slave)


def message(daemon) -> str:
    return daemon.ask("status").split('message="')[1].removesuffix('"')


def asked(daemon, text: str, code: str = "*"):
    """A client with its question on the display."""
    client = daemon.send(code, text.encode())
    assert wait_until(lambda: message(daemon) == text), message(daemon)
    return client


class Question:
    """A connection at Plymouth's name that asks, and waits until each question is shown."""

    def __init__(self, daemon, text: str, code: str = "*", is_shown: bool = True) -> None:
        self.daemon = daemon
        self.client = connected(daemon.plymouth)
        self.ask(text, code, is_shown)

    def ask(self, text: str, code: str = "*", is_shown: bool = True) -> None:
        self.client.sendall(plymouth_request(code, text.encode()))
        assert not is_shown or wait_until(lambda: text in self.daemon.message())

    def ask_without_text(self, code: str, default: str) -> None:
        """Asks, and waits until the daemon's own text for that is shown."""
        self.send(code)
        assert wait_until(lambda: self.daemon.message() == default)

    def send(self, code: str) -> None:
        """Sends a request without an argument."""
        self.client.sendall(plymouth_request(code))

    def answer(self) -> bytes:
        """The answer, when its question is no longer shown; its kind comes first."""
        reply = plymouth_reply(self.client)
        assert wait_until(lambda: self.daemon.message() == "")
        return reply

    def close(self) -> None:
        self.client.close()


def answer(client) -> bytes:
    """What the client is answered; its kind comes first."""
    with client:
        return plymouth_reply(client)


def never(condition, seconds: float = 0.4) -> bool:
    """Whether a condition stays false for a while."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return False
        time.sleep(0.02)
    return True


__all__ = ["TIMEOUT", "Person", "Question", "answer", "asked", "message", "never"]
