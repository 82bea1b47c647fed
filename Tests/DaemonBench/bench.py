"""The daemon as it is shipped, with its picture in memory, for scripts that are its clients.

A script makes checks in functions and hands these to `run`, which tells the total.
"""

import fcntl
import os
import socket
import subprocess
import sys
import tempfile
import termios
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = str(Path(sys.argv[1]).resolve() if len(sys.argv) > 1
              else ROOT / ".build/embedded/flipbookd")
PATIENCE = 20  # seconds; far more than anything takes

passed = failed = 0


def check(name, is_good, why=""):
    global passed, failed
    if is_good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED  {name}: {why}")


def wait_until(condition, what="something"):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} does not come about")
        time.sleep(0.01)


def wait_until_read(terminal):
    """Waits until all that was typed at a terminal has been read: no status says what it was."""
    wait_until(lambda: fcntl.ioctl(terminal, termios.FIONREAD, bytes(4)) == bytes(4), "a reader")


def ask(name, line):
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(PATIENCE)
        client.connect(name)
        client.sendall(line.encode() + b"\n")
        return client.makefile(errors="replace").readline().rstrip("\n")


def plymouth(name, request, size=1):
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(PATIENCE)
        client.connect(name)
        client.sendall(request)
        return client.recv(size)


class Daemon:
    """A running daemon with its picture in memory, and a folder of its own."""

    def __init__(self, *options, wrapper=(), name=None, **settings):
        self.folder = Path(tempfile.mkdtemp(prefix="flipbook-inlets-"))
        self.folder.chmod(0o755)
        self.socket = str(self.folder / "native.sock") if name is None else name
        shown = self.socket.replace("\0", "@")
        self.plymouth = f"\0flipbook-inlets-{os.getpid()}-{id(self)}"
        words = [*wrapper, PROGRAM, "--output", "memory:64x64", "--no-stdin"]
        if self.socket:
            words += ["--socket", shown]
        self.process = subprocess.Popen(
            [*words, *[str(option).format(folder=self.folder, plymouth="@" + self.plymouth[1:])
                       for option in options]],
            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **settings)

    def __enter__(self):
        if self.socket:
            wait_until(self.is_there, "the daemon's socket")
        return self

    def is_there(self):
        if self.process.poll() is not None:
            raise TimeoutError(f"the daemon has ended: {self.process.stderr.read()}")
        try:
            ask(self.socket, "status")
        except OSError:
            return False
        return True

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.said = self.process.stderr.read()
        self.process.stderr.close()
        subprocess.run(["rm", "-rf", self.folder], check=True)

    def message(self):
        return ask(self.socket, "status").split('message="')[-1].removesuffix('"')


def copies(process, secret):
    """In which mappings of a process a secret is, and whether those are locked into memory."""
    found = []
    mapping, where = "", (0, 0)
    with open(f"/proc/{process.pid}/mem", "rb", buffering=0) as memory:
        for line in Path(f"/proc/{process.pid}/smaps").read_text().splitlines():
            words = line.split()
            if not words[0].endswith(":"):
                mapping, where = line, [int(word, 16) for word in words[0].split("-")]
            elif words[0] == "VmFlags:" and " rw" in mapping:
                memory.seek(where[0])
                if secret in memory.read(where[1] - where[0]):
                    found.append((mapping, "lo" in words))
    return found


def run(*tests):
    """Runs all, and gives the status to exit with; the last line is 'N passed, N failed'."""
    for test in tests:
        try:
            test()
        except Exception as error:
            traceback.print_exc()
            check(test.__name__, False, repr(error))
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1
