"""The daemon on a machine whose devices are in memory: see README.md beside this file."""

import os
import re
import socket
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LIBRARY = ROOT / ".build/fake-machine/libfake-machine.so"
SOURCES = sorted(Path(__file__).resolve().parent.glob("*.c"))
DEVICE = "/devices/fake/drm"
PPOLL = ("271", "73")  # on x86-64; on 64-bit ARM and RISC-V


class Gone(Exception):
    """The daemon has ended, or does not answer."""


def build() -> None:
    """Builds the library; it takes a second."""
    LIBRARY.parent.mkdir(parents=True, exist_ok=True)
    flags = subprocess.run(
        ["pkg-config", "--cflags", "libdrm"], check=True, capture_output=True, text=True
    ).stdout.split()
    subprocess.run(
        ["cc", "-std=gnu17", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"]
        + flags + ["-o", str(LIBRARY)] + [str(source) for source in SOURCES] + ["-lpthread"],
        check=True,
    )


def numbers(text: str) -> dict[str, int]:
    """The KEY=NUMBER words of a text."""
    return {key: int(value) for key, value in re.findall(r"(\S+)=(-?\d+)", text)}


class Machine:
    """A running daemon and the machine that it believes to be on."""

    def __init__(self, daemon: Path, setup: list[str], options: list[str] = ()):
        self.ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.ours.settimeout(5)
        self.name = f"@flipbook-fake-{os.getpid()}-{id(self)}"
        self.log = tempfile.NamedTemporaryFile()
        environment = dict(
            os.environ, LD_PRELOAD=str(LIBRARY), FAKE_MACHINE=str(theirs.fileno()),
            FAKE_MACHINE_SETUP="\n".join(setup),
            # What is freed is free at once, so that 'heap' in the state is exact.
            GLIBC_TUNABLES="glibc.malloc.tcache_count=0",
        )
        self.process = subprocess.Popen(
            # The names of Plymouth and psplash are the machine's, and others would be heard there.
            [str(daemon), "--no-stdin", "--no-terminal", "--socket", self.name, "--plymouth", "off",
             "--psplash", "off", "--keyboard", "none", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(self.log.name, "ab"),
            env=environment, pass_fds=[theirs.fileno()],
        )
        theirs.close()
        self.client = None

    # The machine.

    def tell(self, line: str) -> str:
        """Tells the machine to do something."""
        try:
            self.ours.send(line.encode())
            answer = self.ours.recv(8192).decode()
        except OSError as error:
            raise Gone(f"{line}: {error}") from None
        if not answer or answer.startswith("error"):
            raise Gone(f"'{line}': {answer or 'ended'}")
        return answer

    def state(self) -> dict[str, int]:
        """What the machine shows and holds."""
        return numbers(self.tell("state"))

    def state_at_end(self) -> dict[str, int]:
        """Asks the daemon to go, and gives what the machine showed and held then."""
        path = Path(self.log.name + ".end")
        self.tell(f"testament {path}")
        status = self.leave()
        if status != 0:
            raise Gone(f"it left with status {status}")
        text = path.read_text()
        path.unlink()
        return numbers(text)

    def uevent(self, action: str, path: str, *pairs: str, subsystem: str = "drm") -> None:
        """Says something in the kernel's name."""
        self.tell(" ".join([f"uevent {action}@{path}", f"SUBSYSTEM={subsystem}", *pairs]))

    def hotplug(self, card: int = 0) -> None:
        self.uevent("change", f"{DEVICE}/card{card}", "HOTPLUG=1")

    # The daemon.

    def ask(self, line: str) -> str:
        """Sends one command and gives the answer."""
        if self.client is None:
            self.client = self._connected()
        try:
            self.client.sendall(line.encode() + b"\n")
            answer = b""
            while not answer.endswith(b"\n"):
                more = self.client.recv(4096)
                if not more:
                    raise Gone(f"no answer to '{line}'")
                answer += more
        except OSError as error:
            raise Gone(f"'{line}': {error}") from None
        return answer.decode().strip()

    def _connected(self) -> socket.socket:
        end = time.monotonic() + 5
        while True:
            client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            client.settimeout(5)
            try:
                client.connect("\0" + self.name[1:])
                return client
            except OSError:
                client.close()
                if time.monotonic() > end or self.process.poll() is not None:
                    raise Gone("it does not listen: " + self.words()) from None
                time.sleep(0.01)

    def wait_for(self, condition, seconds: float = 5):
        """Waits until the machine's state fulfils something; None if it never does."""
        end = time.monotonic() + seconds
        while True:
            state = self.state()
            if condition(state):
                return state
            if time.monotonic() > end:
                return None
            time.sleep(0.01)

    def descriptors(self) -> int:
        """How many descriptors the daemon has open, the machine's own not among them."""
        return sum(
            int(name) < 200 for name in os.listdir(f"/proc/{self.process.pid}/fd")
        )

    def cpu_seconds(self) -> float:
        """The time that the daemon's own thread has had of a processor."""
        pid = self.process.pid
        fields = Path(f"/proc/{pid}/task/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def waits_for_ever(self) -> bool:
        """Whether it is in ppoll, whose third argument, the timeout, is null."""
        words = Path(f"/proc/{self.process.pid}/syscall").read_text().split()
        return words[0] in PPOLL and words[3] == "0x0"

    def words(self) -> str:
        """What it has said for people."""
        self.log.seek(0)
        return self.log.read().decode(errors="replace").strip()

    def leave(self) -> int:
        """Asks it to go; gives its status."""
        self.process.terminate()
        return self.wait_for_end()

    def wait_for_end(self) -> int:
        """Gives the status of a daemon that has been asked to go."""
        try:
            return self.process.wait(5)
        except subprocess.TimeoutExpired:
            raise Gone("it does not leave") from None

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.client:
            self.client.close()
        self.ours.close()
        self.log.close()
