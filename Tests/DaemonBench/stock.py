"""A daemon in Plymouth's place for the stock client, and the captured calls of that client."""

import fcntl
import os
import pty
import re
import signal
import socket
import subprocess
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CAPTURE = ROOT / "Tests/Captures/plymouth-client-capture-22.02.122.txt"
TRIMMED = b"\0/org/freedesktop/plymouthd"
PADDED = b"\0/ply-boot-protocol".ljust(108, b"\0")
PATIENCE = 8  # seconds; far more than anything takes


class Daemon:
    """A running daemon with its picture in memory and a terminal to type at."""

    running: list["Daemon"] = []

    def __init__(self, program: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self.folder.name, "flipbook.sock")
        self.keyboard, self.terminal = pty.openpty()
        self.process = subprocess.Popen(
            [program, "--output", "memory:320x180", "--plymouth", "on", "--no-stdin",
             "--socket", self.socket, "--keyboard", os.ttyname(self.terminal)],
            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        Daemon.running.append(self)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                connect(TRIMMED).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.01)
        raise SystemExit(f"test-plymouth: the daemon does not start: {self.process.stderr.read()}")

    def ask(self, line: str) -> str:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            client.connect(self.socket)
            client.sendall(line.encode() + b"\n")
            return client.makefile().readline().rstrip("\n")

    def wait_for(self, text: str, is_there: bool = True) -> None:
        """Waits until the message holds a text, or no longer does, as a person who types."""
        end = time.monotonic() + PATIENCE
        while (text in self.ask("status")) != is_there:
            if time.monotonic() > end:
                raise TimeoutError(f"{text!r}, {is_there}: {self.ask('status')}")
            time.sleep(0.01)

    def asks(self, prompt: str, client: subprocess.Popen) -> bool:
        """Waits until a prompt is shown; false where the client has ended instead."""
        end = time.monotonic() + PATIENCE
        while prompt not in self.ask("status"):
            if client.poll() is not None:
                return False
            if time.monotonic() > end:
                raise TimeoutError(f"{prompt!r}: {self.ask('status')}")
            time.sleep(0.01)
        return True

    def type(self, text: str) -> None:
        os.write(self.keyboard, text.encode())

    def answer(self, prompt: str, text: str) -> None:
        """Types an answer, and waits until it has been read: no status says what it was."""
        self.wait_for(prompt)
        self.type(text + "\r")
        end = time.monotonic() + PATIENCE
        while fcntl.ioctl(self.terminal, termios.FIONREAD, bytes(4)) != bytes(4):
            if time.monotonic() > end:
                raise TimeoutError("what is typed is not read")
            time.sleep(0.01)

    def is_running(self) -> bool:
        return self.process.poll() is None

    def end(self, has_quit: bool = False) -> int:
        if not has_quit and self.is_running():
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        self.process.stderr.close()
        os.close(self.keyboard)
        os.close(self.terminal)
        Daemon.running.remove(self)
        self.folder.cleanup()
        return status


def connect(name: bytes) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(PATIENCE)
    client.connect(name)
    return client


def receive(client: socket.socket, count: int) -> bytes:
    data = b""
    try:
        while len(data) < count:
            part = client.recv(count - len(data))
            if not part:
                break
            data += part
    except TimeoutError:
        pass
    return data


class Call:
    """One call of the client in the capture: its arguments, what went over the wire, its end."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.arguments: list[str] = []
        self.wire: list[tuple[str, bytes]] = []
        self.status = 0
        self.output = b""


def read_capture() -> list[Call]:
    calls = []
    for line in CAPTURE.read_text().splitlines():
        if line.startswith("$ plymouth "):
            calls.append(Call(line[11:]))
            calls[-1].arguments = arguments(line[11:])
        elif match := re.match(r"    (rx|tx) ((?:[0-9a-f]{2} ?)+) b", line):
            calls[-1].wire.append((match[1], bytes.fromhex(match[2])))
        elif match := re.match(r"    exit (-?\d+) stdout (b'.*?') stderr", line):
            calls[-1].status = int(match[1])
            calls[-1].output = eval(match[2])  # a literal of our own capture
        elif line.startswith("###"):
            break  # what follows is about the old name
    return calls


def arguments(line: str) -> list[str]:
    """The words of a call; a command with blanks was one word."""
    match = re.match(r"(.*--command=)(sh -c \".*?\"|\S+)(.*)", line)
    if match:
        before = match[1].split()
        return before[:-1] + [before[-1] + match[2]] + match[3].split()
    return line.split(" ")
