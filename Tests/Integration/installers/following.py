# SPDX-License-Identifier: Apache-2.0
"""A program that follows an installer for a daemon: the tool, or the client in the daemon's file."""

import os
import subprocess
from pathlib import Path

from daemon_process import flipbookd, tool, wait_until

TIMEOUT = 60  # seconds; far more than anything takes
PROGRAMS = ("flipbook", "flipbookctl")
BUS = """<busconfig><type>session</type><listen>unix:path={0}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/>
<allow send_destination="*" eavesdrop="false"/><allow receive_sender="*"/></policy></busconfig>
"""


def run(*words, **options) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, **options)


class Following:
    """A daemon, a folder for an installer, and the commands of a program that follows it.

    `before` are the words before the program's name, as for an emulator.
    """

    def __init__(self, daemon, folder: Path, program: str = "flipbook", file: str = "",
                 before: tuple[str, ...] = ()) -> None:
        self.daemon = daemon
        self.name = program
        self.program = [*before, tool()]
        if program == "flipbookctl":
            (folder / program).symlink_to(file or flipbookd())
            self.program = [*before, folder / program]
        self.folder = folder
        self.record = folder / "record"
        self._processes: list[subprocess.Popen] = []

    def start(self, *words, **options) -> subprocess.Popen:
        """Starts a program, which ends with the test."""
        self._processes.append(subprocess.Popen(
            [str(word) for word in words],
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
               "stderr": subprocess.DEVNULL, **options}))
        return self._processes[-1]

    def start_bus(self) -> str:
        """Starts a message bus; its address."""
        (self.folder / "bus.conf").write_text(BUS.format(self.folder))
        self.start("dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork")
        assert wait_until((self.folder / "bus").exists, TIMEOUT)
        return f"unix:path={self.folder}/bus"

    def follow(self, *words, command=(), **options) -> subprocess.Popen:
        return self.start(*self.program, *words, "--socket", self.daemon.native, "--record", self.record,
                          *command, **options)

    def sent(self) -> list[str]:
        """The lines that the daemon was sent."""
        return [line.split(" ", 1)[1] for line in self.record.read_text().splitlines()]

    def assert_forward(self) -> None:
        """Asserts that progress only grew, and was below 100 before the end."""
        fractions = [float(line.split()[1]) for line in self.sent()
                     if line.startswith("progress ") and line != "progress unknown"]
        assert fractions == sorted(set(fractions))
        assert max(fractions, default=0) < 100

    def assert_done(self) -> None:
        assert self.sent()[-1] == "done"
        assert self.daemon.status()["target"] == "100.00"

    def assert_failed(self, reason: str) -> None:
        assert self.sent()[-1] == "fail"
        assert reason in self.daemon.message()

    def close(self) -> None:
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_until_connected(process: subprocess.Popen) -> None:
    """Waits until a process has a socket: the follower's first socket is that of the followed installer."""
    def has_socket() -> bool:
        for file in Path(f"/proc/{process.pid}/fd").iterdir():
            try:
                if os.readlink(file).startswith("socket:"):
                    return True
            except FileNotFoundError:  # closed since the folder was read
                continue
        return False

    assert wait_until(has_socket, TIMEOUT)


def make_certificate(folder: Path) -> None:
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "key.pem",
        "-out", folder / "cert.pem", "-days", "2", "-subj", "/O=test/CN=test",
        "-addext", "keyUsage=digitalSignature", "-addext", "extendedKeyUsage=emailProtection",
        "-addext", "basicConstraints=CA:TRUE")
