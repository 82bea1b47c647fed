# SPDX-License-Identifier: Apache-2.0
"""systemd's side of its password agents (systemd.io/PASSWORD_AGENTS), and the tool as one of them."""

import os
import socket
import subprocess
import time
from pathlib import Path

from daemon_process import TIMEOUT, tool, wait_until

ABSENT = "flipbook: no daemon listens for Plymouth's clients; trying again\n"


class Requests:
    """The folder of requests, and the socket for the answers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "ask-password"
        self.folder.mkdir()
        self.address = str(folder / "answers")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.address)
        self.socket.settimeout(TIMEOUT)

    def add(self, name: str, message: str, *more: str) -> None:
        """Asks as systemd does: the file is complete when it gets its name."""
        self.write(name, f"[Ask]\nSocket={self.address}\nMessage={message}\n"
                   + "".join(f"{line}\n" for line in more))

    def write(self, name: str, text: str) -> None:
        file = self.folder / "tmp"
        file.write_text(text)
        file.rename(self.folder / f"ask.{name}")

    def remove(self, name: str) -> None:
        (self.folder / f"ask.{name}").unlink()

    def answer(self) -> bytes:
        return self.socket.recv(4096)


class Agent:
    """The tool as an agent for a folder, and for the daemon at Plymouth's name."""

    def __init__(self, folder: Path, name: str) -> None:
        self.process = subprocess.Popen(
            [tool(), "agent", "--folder", folder], stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, env={**os.environ, "PLY_BOOT_SOCKET_PATH": name})

    def log_line(self) -> str:
        return self.process.stderr.readline()

    def comes_to_rest(self) -> bool:
        """Whether it uses almost no processor time for a second, once its work is done."""
        def ticks() -> int:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")")[1].split()
            return int(fields[11]) + int(fields[12])

        def rests() -> bool:
            before = ticks()
            time.sleep(1)
            return ticks() < before + 3

        return wait_until(rests)

    def end(self) -> str:
        """Ends it; returns its log."""
        self.process.terminate()
        return self.process.communicate(timeout=TIMEOUT)[1]


class Answers:
    """A daemon with a person who answers its questions."""

    def __init__(self, daemon, person) -> None:
        self.daemon = daemon
        self.person = person

    def wait_for(self, text: str) -> None:
        """Waits until the message begins with a text."""
        assert wait_until(lambda: self.daemon.message().startswith(text)), self.daemon.message()

    def type(self, message: str, text: str) -> None:
        """Types when a message is shown."""
        self.wait_for(message)
        self.person.type(text)
