"""The daemon that hostile clients are sent to, with an inlet of each kind."""

import os
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PATIENCE = 20  # seconds; far more than anything takes
PLACES = 250  # of the daemon's 256 places for clients, some have their own


class Daemon:
    def __init__(self, program: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.native = os.path.join(self.folder.name, "native.sock")
        self.pipe = os.path.join(self.folder.name, "psplash_fifo")
        self.plymouth = b"\0flipbook-hostile-%d-%d" % (os.getpid(), id(self))
        self.process = subprocess.Popen(
            [program, "--output", "memory:320x180", "--socket", self.native, "--no-stdin",
             "--plymouth", "@" + self.plymouth[1:].decode(), "--psplash", self.pipe,
             "--plymouth-user", str(os.geteuid())], stdin=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.ask("status")
                break
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise SystemExit("test-hostile: the daemon does not start") from None
                time.sleep(0.01)

    def connect(self, client: socket.socket, name: str | bytes) -> None:
        """Connects, again while the kernel's queue of those who connect is full."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return client.connect(name)
            except BlockingIOError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.001)

    def ask(self, line: str) -> str:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            self.connect(client, self.native)
            client.sendall(line.encode() + b"\n")
            return client.makefile(errors="replace").readline().rstrip("\n")

    def ping(self) -> bytes:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            self.connect(client, self.plymouth)
            client.sendall(b"P\0")
            return client.recv(1)

    def fill(self) -> None:
        """Has the daemon make the buffers of its places, which it keeps for the next clients."""
        for name, request in ((self.native, b"status\n"), (self.plymouth, b"P\0")):
            clients = [socket.socket(socket.AF_UNIX) for _ in range(PLACES)]
            for client in clients:
                client.settimeout(PATIENCE)
                self.connect(client, name)
                client.sendall(request)
            for client in clients:
                client.recv(4096)
                client.close()
            self.wait_alone()

    def wait_alone(self) -> None:
        """Waits until only who asks is connected."""
        end = time.monotonic() + PATIENCE
        while self.status()["clients"] != "1" and time.monotonic() < end:
            time.sleep(0.05)

    def status(self) -> dict[str, str]:
        words = self.ask("status").split('message="')[0].split()
        return dict(word.split("=", 1) for word in words if "=" in word)

    def memory(self) -> tuple[int, int]:
        """Resident kilobytes, and those of them that the heap has."""
        whole = heap = 0
        is_heap = False
        for line in Path(f"/proc/{self.process.pid}/smaps").read_text().splitlines():
            words = line.split()
            if not words[0].endswith(":"):
                is_heap = words[-1] == "[heap]"
            elif words[0] == "Rss:":
                whole += int(words[1])
                heap += int(words[1]) if is_heap else 0
        return whole, heap

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))
