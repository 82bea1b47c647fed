# SPDX-License-Identifier: Apache-2.0
"""The shipped daemon with an in-memory output, and functions for its sockets."""

import os
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from run_options import ROOT, chosen

TIMEOUT = 20  # seconds; far more than anything takes
NOBODY = 65534


def flipbookd() -> str:
    """The daemon to test."""
    return chosen.daemon


def tool() -> str:
    """The tool to test."""
    return chosen.tool


def theme_tool() -> str:
    """The tool that makes themes to test with."""
    return chosen.theme_tool


def as_nobody() -> None:
    """For `preexec_fn`: drops root permanently."""
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def wait_until(condition, seconds: float = TIMEOUT) -> bool:
    """Whether a condition becomes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def connected(name, seconds: float = TIMEOUT) -> socket.socket:
    """A blocking connection to a path, or to an abstract name: '@name', or bytes that begin with NUL."""
    if isinstance(name, str) and name.startswith("@"):
        name = "\0" + name[1:]
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(seconds)
    end = time.monotonic() + seconds
    while True:
        try:
            client.connect(name)
            return client
        except BlockingIOError:
            # The backlog is full.
            if time.monotonic() > end:
                client.close()
                raise
            time.sleep(0.001)


def plymouth_request(code: str, argument: bytes | None = None) -> bytes:
    """A request as Plymouth's client writes it."""
    if argument is None:
        return code.encode() + b"\0"
    return code.encode() + b"\2" + bytes([len(argument) + 1]) + argument + b"\0"


def received(client: socket.socket, size: int) -> bytes:
    """Exactly so many bytes, or fewer where the other end closes."""
    data = b""
    while len(data) < size:
        piece = client.recv(size - len(data))
        if not piece:
            break
        data += piece
    return data


def plymouth_reply(client: socket.socket) -> bytes:
    """A whole reply of Plymouth's protocol: its kind, and the text of an answer behind that."""
    kind = received(client, 1)
    if kind not in (b"\2", b"\x09"):
        return kind
    return kind + received(client, int.from_bytes(received(client, 4), "little"))


class Daemon:
    """A running flipbookd with an in-memory output, a native socket and a Plymouth name.

    `native` and `plymouth` are the values of the options; with "" there is no such option,
    and without a native socket the start does not wait for the daemon.
    """

    def __init__(self, *options: str, folder: str | None = None, environment=None, before=(),
                 preexec=None, wait: bool = True, output: str = "memory:320x180",
                 pass_fds=(), native: str | None = None, plymouth: str | None = None,
                 program: str | None = None) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="flipbook-")
        self.folder = Path(folder or self._temporary.name)
        self.native = str(self.folder / "native.sock") if native is None else native
        self.name = f"flipbook-test-{os.getpid()}-{id(self):x}"
        self.plymouth = b"\0" + self.name.encode()
        if plymouth == "on":
            self.plymouth = b"\0/org/freedesktop/plymouthd"
        listeners = ["--socket", self.native] if self.native else []
        if plymouth != "":
            listeners += ["--plymouth", "@" + self.name if plymouth is None else plymouth]
        self.log_path = Path(self._temporary.name) / "log"
        self.is_ended = False
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [*before, program or flipbookd(), *(["--output", output] if output else []), *listeners,
                 "--no-stdin",
                 *map(str, options)],
                stdin=subprocess.DEVNULL, stderr=log, env=environment, preexec_fn=preexec,
                pass_fds=pass_fds,
                # A wrapper of `before` is in the same group, and ends with it.
                process_group=0)
        if wait and self.native:
            try:
                self._wait_for_start()
            except BaseException:
                self.stop()
                raise

    def _wait_for_start(self) -> None:
        assert wait_until(lambda: self.process.poll() is not None or self.answers()), \
            f"the daemon does not answer: {self.log}"
        assert self.process.poll() is None, \
            f"the daemon ended with {self.process.returncode}: {self.log}"

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def log(self) -> str:
        """Its log so far."""
        return self.log_path.read_text(errors="replace")

    def answers(self) -> bool:
        try:
            return self.ask("status").startswith("ok ")
        except OSError:
            return False

    def ask(self, line: str, seconds: float = TIMEOUT) -> str:
        """The daemon's answer to one line of the native protocol, by a connection of its own."""
        with connected(self.native, seconds) as client:
            client.sendall(line.encode() + b"\n")
            return client.makefile(errors="replace").readline().rstrip("\n")

    def status(self) -> dict[str, str]:
        """The words of `status`, without the message."""
        words = self.ask("status").split('message="')[0].split()
        return dict(word.split("=", 1) for word in words if "=" in word)

    def message(self) -> str:
        """The message that is shown."""
        return self.ask("status").split('message="')[-1].removesuffix('"')

    def wait_for_message(self, text: str) -> None:
        """Waits until the message is this text."""
        assert wait_until(lambda: self.message() == text), (text, self.message())

    def wait_for_status(self, word: str) -> None:
        """Waits until the status has a word."""
        assert wait_until(lambda: word in self.ask("status").split()), (word, self.ask("status"))

    def send(self, code: str, argument: bytes | None = None) -> socket.socket:
        """A connection at Plymouth's name that has sent one request."""
        client = connected(self.plymouth)
        client.sendall(plymouth_request(code, argument))
        return client

    def request(self, code: str, argument: bytes | None = None) -> bytes:
        """The answer to one request of Plymouth's protocol."""
        with self.send(code, argument) as client:
            return plymouth_reply(client)

    def ping(self) -> bool:
        return self.request("P") == b"\6"

    def pings(self) -> bool:
        """Whether a daemon listens at Plymouth's name, now."""
        try:
            return self.ping()
        except OSError:
            return False

    def seconds_worked(self) -> float:
        """The processor time that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def end(self) -> int:
        """Ends it normally; returns its exit status."""
        self.is_ended = True
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait_for_end()

    def wait_for_end(self) -> int:
        """Waits until it has ended by itself; its exit status."""
        self.is_ended = True
        return self.process.wait(TIMEOUT)

    def stop(self) -> None:
        """Cleans up, whatever state it is in."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait(TIMEOUT)
        self._temporary.cleanup()
