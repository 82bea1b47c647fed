# SPDX-License-Identifier: Apache-2.0
"""The shipped daemon on display devices in memory: see fake_kms/README.md."""

import contextlib
import functools
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from c_helpers import shared_library
from daemon_process import Daemon, connected, wait_until

SOURCES = Path(__file__).resolve().parent / "fake_kms"
DEVICE = "/devices/fake/drm"
PPOLL = ("271", "73")  # on x86-64; on 64-bit ARM and RISC-V
TIMEOUT = 6  # seconds for frames to come; the daemon's own first timer is 1 s
OWN_DESCRIPTORS = 200  # the library has the numbers from here on
HELD = ("files", "fbs", "buffers", "blobs")


def numbers(text: str) -> dict[str, int]:
    """The KEY=NUMBER words of a text."""
    return {key: int(value) for key, value in re.findall(r"(\S+)=(-?\d+)", text)}


@functools.cache
def library() -> Path:
    flags = subprocess.run(["pkg-config", "--cflags", "libdrm"], check=True, capture_output=True,
                           text=True).stdout.split()
    return shared_library("libfake-kms", sorted(SOURCES.glob("*.c")), "-std=gnu17", "-g", "-Wextra",
                          *flags, "-lpthread")


class FakeKMS:
    """The test's end of the devices of one program, which loads `preloaded`, or the library of this machine."""

    def __init__(self, setup: list[str], preloaded: Path | None = None) -> None:
        self._socket, self.theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(TIMEOUT)
        self.environment = {
            **os.environ, "LD_PRELOAD": str(preloaded or library()), "FAKE_KMS": str(self.theirs.fileno()),
            "FAKE_KMS_SETUP": "\n".join(setup),
            # Freed memory is free at once, so that 'heap' in the state is exact.
            "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
        }

    def send(self, line: str) -> str:
        """Sends a command; its answer."""
        self._socket.send(line.encode())
        answer = self._socket.recv(8192).decode()
        assert answer and not answer.startswith("error"), (line, answer)
        return answer

    def state(self) -> dict[str, int]:
        """The scanned-out frames and the resources of the devices."""
        return numbers(self.send("state"))

    def flips(self, card: int = 0, head: int = 0) -> int:
        return self.state().get(f"flips{card}.{head}", 0)

    def wait_for(self, condition, seconds: float = TIMEOUT):
        """Waits until the state fulfils a condition, and returns that state; None on timeout."""
        end = time.monotonic() + seconds
        while True:
            state = self.state()
            if condition(state):
                return state
            if time.monotonic() > end:
                return None
            time.sleep(0.01)

    def send_uevent(self, action: str, path: str, *pairs: str, subsystem: str = "drm") -> None:
        self.send(" ".join([f"uevent {action}@{path}", f"SUBSYSTEM={subsystem}", *pairs]))

    def hotplug(self, card: int = 0) -> None:
        self.send_uevent("change", f"{DEVICE}/card{card}", "HOTPLUG=1")

    def add_card(self, number: int, what: str) -> None:
        self.send(f"card {number} {what}")
        self.send_uevent("add", f"{DEVICE}/card{number}")

    def remove_card(self, number: int) -> None:
        self.send(f"remove {number}")
        self.send_uevent("remove", f"{DEVICE}/card{number}")

    def close(self) -> None:
        self._socket.close()
        self.theirs.close()


class DisplayDaemon(Daemon):
    """A daemon on fake devices, and one connection for all requests: none is accepted meanwhile."""

    def __init__(self, setup: list[str], *options: str, plymouth: str | None = "off",
                 preloaded: Path | None = None, **others) -> None:
        self.kms = FakeKMS(setup, preloaded)
        self._client: socket.socket | None = None
        try:
            super().__init__("--no-vt", "--psplash", "off", "--capture-console", "off",
                             *([] if "--keyboard" in options else ["--keyboard", "none"]), *options,
                             output="", plymouth=plymouth, environment=self.kms.environment,
                             pass_fds=[self.kms.theirs.fileno()], **others)
        finally:
            # Only the daemon has its end of the socket: reads here fail when it ends.
            self.kms.theirs.close()

    def answers(self) -> bool:
        """By a connection of its own until it has started: that may be refused."""
        try:
            with connected(self.native) as client:
                client.sendall(b"status\n")
                return client.recv(4096).startswith(b"ok ")
        except OSError:
            return False

    def client(self) -> socket.socket:
        """The connection of all requests."""
        if self._client is None:
            self._client = connected(self.native, TIMEOUT)
        return self._client

    def new_client(self) -> socket.socket:
        """The connection of all requests so far; another will replace it."""
        client, self._client = self.client(), None
        return client

    def ask(self, line: str, seconds: float = TIMEOUT) -> str:
        self.client().sendall(line.encode() + b"\n")
        answer = b""
        while not answer.endswith(b"\n"):
            more = self.client().recv(4096)
            assert more, f"no answer to '{line}'"
            answer += more
        return answer.decode().strip()

    def frames(self) -> int:
        """How many frames it has shown."""
        return numbers(self.ask("status"))["frames"]

    def wait_for_frames(self, count: int) -> None:
        assert wait_until(lambda: self.frames() >= count, TIMEOUT), self.ask("status")

    def flips(self, card: int = 0, head: int = 0, seconds: float = TIMEOUT) -> bool:
        """Whether frames come onto a display in time."""
        start = self.kms.flips(card, head)
        return wait_until(lambda: self.kms.flips(card, head) >= start + 5, seconds)

    def assert_flips(self, card: int = 0, head: int = 0) -> None:
        assert self.flips(card, head), (self.kms.state(), self.log)

    def descriptors(self) -> int:
        """How many descriptors it has open, without the library's own."""
        return sum(int(name) < OWN_DESCRIPTORS for name in os.listdir(f"/proc/{self.pid}/fd"))

    def held(self) -> dict[str, int]:
        """The kernel's resources that it has."""
        state = self.kms.state()
        return {key: state[key] for key in HELD} | {"descriptors": self.descriptors()}

    def is_at_rest(self) -> bool:
        """Whether it is in ppoll without a timeout: the third argument is null."""
        words = Path(f"/proc/{self.pid}/syscall").read_text().split()
        return words[0] in PPOLL and words[3] == "0x0"

    def state_at_exit(self) -> dict[str, int]:
        """Ends it normally; returns the devices' scanned-out frames and resources at that time."""
        path = self.folder / "exit"
        self.kms.send(f"exit-dump {path}")
        assert self.end() == 0
        return numbers(path.read_text())

    def stop(self) -> None:
        if self._client:
            self._client.close()
        self.kms.close()
        super().stop()


@contextlib.contextmanager
def living_to_the_end() -> Iterator[list[DisplayDaemon]]:
    """A list of daemons; each has to be alive at the end, or to have ended without an error."""
    daemons: list[DisplayDaemon] = []
    yield daemons
    statuses = [(daemon.is_ended or daemon.end() == 0, daemon.process.returncode, daemon.log)
                for daemon in daemons]
    for daemon in daemons:
        daemon.stop()
    for is_good, status, log in statuses:
        assert is_good, f"the daemon ended with {status}: {log}"
