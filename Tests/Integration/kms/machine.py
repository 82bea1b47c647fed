# SPDX-License-Identifier: Apache-2.0
"""A guest under QEMU: started from a snapshot, ordered about by shell lines, photographed."""

import hashlib
import os
import re
import select
import shlex
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from kms.checks import GuestError, note
from kms.commands import TIMEOUT_FACTOR
from kms.image import Image
from kms.kernel import Kernel
from kms.payload import Payload
from kms.qmp import Monitor
from kms.viewer import Viewer

LIFETIME = 1800  # seconds after which a guest is ended, whatever it does
QUIET = (
    "console=ttyS0 loglevel=4 panic=-1 oops=panic tsc=reliable no_timer_check nokaslr"
    " mitigations=off"
    " random.trust_cpu=on cryptomgr.notests noreplace-smp vt.global_cursor_default=0"
)


COUNTING = ("-accel", "tcg,thread=single", "-rtc", "clock=vm,base=2026-01-01", "-icount")


class Clock(Enum):
    """What makes a guest's time pass."""

    HOST = ("-accel", "tcg,thread=multi")  # the host's time, for what does not depend on time
    # 2 ns for each of the guest's instructions, however slow the host; idle time is …
    COUNTED = (*COUNTING, "shift=1,sleep=on")  # … the host's: its devices keep up
    EXACT = (*COUNTING, "shift=1,sleep=off")  # … none: the same numbers each time


@dataclass(frozen=True)
class Guest:
    """What a guest is made of. Guests that are equal share a snapshot."""

    modules: str  # in the guest's order: "bochs" or "vkms:no_atomic=1"
    devices: tuple = ()  # QEMU's -device arguments; the display is called "display"
    options: str = ""  # more for the kernel command line
    clock: Clock = Clock.HOST
    memory: int = 256  # MiB
    has_firmware: bool = False  # starts as from a disk: vga= in the options sets a mode
    heads: int = 0  # so many of the display's heads are served to viewers, who may resize them

    def command(self, kernel: Kernel) -> list[str]:
        """QEMU's command line, without what differs from run to run."""
        command = [
            "qemu-system-x86_64",
            "-M",
            "q35,hpet=off,smm=off",
            *self.clock.value,
            "-cpu",
            "max",
            "-smp",
            "1",
            "-m",
            str(self.memory),
            "-nodefaults",
            "-display",
            "none",
            "-no-reboot",
            "-kernel",
            str(kernel.bzimage if self.has_firmware else kernel.vmlinux),
            "-initrd",
            str(kernel.initramfs),
            "-append",
            f"{QUIET} {self.options} mods={self.modules}",
            "-device",
            "virtio-blk-pci,drive=payload",
        ]
        for device in self.devices:
            command += ["-device", device]
        return command


class Machine:
    """One running guest; ends with the `with` that holds it."""

    def __init__(self, guest: Guest, kernel: Kernel, payload: Payload, snapshots: Path):
        self.guest, self.kernel, self.payload = guest, kernel, payload
        self.snapshot = snapshots / (guest_key(guest, kernel) + ".snapshot")
        self.received = b""

    def __enter__(self) -> "Machine":
        # Now and then a guest does not wake from its snapshot under TCG. Nothing of ours runs in it
        # yet, so it is woken again, and then from another snapshot. One that wakes does so in a second:
        # the first two are not waited for long.
        for seconds in (5, 5, 30):
            last = seconds == 30
            if last:
                self.snapshot.unlink(missing_ok=True)
            self._provide_snapshot()
            try:
                self._wake(seconds)
                break
            except BaseException as error:
                self.end()
                if last or not isinstance(error, (GuestError, OSError)):
                    raise
                note(f"{self.guest.modules} does not wake from its snapshot; once more")
        return self

    def _provide_snapshot(self) -> None:
        for _ in range(3):
            if self._touch_snapshot():
                return
            self._make_snapshot()
        if not self._touch_snapshot():
            raise GuestError(f"the clock of {self.guest.modules} was fast three times")

    def _touch_snapshot(self) -> bool:
        """Marks the snapshot as in use, if there is one: another worker may remove it at any time."""
        try:
            os.utime(self.snapshot)
        except FileNotFoundError:
            return False
        return True

    def _wake(self, seconds: int) -> None:
        """Starts from the snapshot, up to a guest that has its payload."""
        self._start(["-incoming", f"exec:cat {shlex.quote(str(self.snapshot))}"])
        self.monitor.wait_for_status(
            ("paused", "postmigrate", "prelaunch"), seconds * TIMEOUT_FACTOR
        )
        self.monitor.ask("cont")
        self.sh("modprobe -q virtio_pci; modprobe virtio_blk && tar -xf /dev/vda -C /", seconds)

    def __exit__(self, *_) -> None:
        self.end()

    def _make_snapshot(self) -> None:
        """Boots, waits until the guest takes orders, and keeps it as it is then."""
        self._start([])
        try:
            self._read_to(b"@@READY", 120)
            if self._is_fast():
                note(f"the clock of {self.guest.modules} is fast; another snapshot")
                return
            self.monitor.ask("stop")
            self.monitor.ask("migrate-set-parameters", **{"max-bandwidth": 10**10})
            unfinished = self.snapshot.with_suffix(f".{os.getpid()}-{id(self)}.unfinished")
            self.monitor.ask("migrate", uri=f"exec:cat > {shlex.quote(str(unfinished))}")
            self.monitor.wait_for_migration()
            unfinished.rename(self.snapshot)
        finally:
            self.end()

    def _is_fast(self) -> bool:
        """Whether seconds of the guest are shorter than the host's.

        On a busy host the kernel may find out a wrong frequency of its clock as it boots. The snapshot
        would keep that, and the daemon's watchdog of 26 s end it after three.
        """
        if self.guest.clock is not Clock.HOST:
            return False
        began = time.monotonic()
        self.sh("sleep 1", 60)
        return time.monotonic() - began < 0.7

    def _start(self, more: list[str]) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="flipbook-kms-")
        here = Path(self.folder.name)
        command = ["timeout", "--kill-after=5", str(LIFETIME), *self.guest.command(self.kernel)]
        command += [
            "-drive",
            f"file={self.payload.image},format=raw,if=none,id=payload,readonly=on",
        ]
        command += [
            "-chardev",
            f"file,id=console,path={here}/console",
            "-serial",
            "chardev:console",
        ]
        command += [
            "-chardev",
            f"socket,id=orders,path={here}/orders,server=on,wait=off",
            "-serial",
            "chardev:orders",
        ]
        command += ["-qmp", f"unix:{here}/qmp,server=on,wait=off", *more]
        for head in range(self.guest.heads):
            address = f"unix:{here}/viewer{head}"
            command += ["-vnc", f"{address},id=viewer{head},display=display,head={head}"]
        with open(here / "errors", "wb") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
            )
        self.received = b""
        try:
            self.monitor = Monitor(self._connect(here / "qmp"))
            self.orders = self._connect(here / "orders")
        except (OSError, GuestError) as error:
            said = self.last_words()
            self.end()
            raise GuestError(f"QEMU does not start ({error}): {said}") from error

    def _connect(self, path: Path) -> socket.socket:
        """Connects to a socket of QEMU's; it exists a moment before it listens."""
        connection = socket.socket(socket.AF_UNIX)
        for _ in range(500 * TIMEOUT_FACTOR):
            try:
                connection.connect(str(path))
                return connection
            except (FileNotFoundError, ConnectionRefusedError):
                self._demand_alive()
                time.sleep(0.01)
        raise GuestError(f"QEMU does not listen on {path.name}")

    def _demand_alive(self) -> None:
        if self.process.poll() is not None:
            raise GuestError(f"the guest {self.guest.modules} ended: {self.last_words()}")

    def _processor(self) -> str:
        """Where the guest's processor is, three times: one that spins in the kernel stays there, and does not halt."""
        found = []
        try:
            for _ in range(3):
                text = self.monitor.ask("human-monitor-command", **{"command-line": "info registers"})
                found += re.findall(r"(?:RIP|HLT)=\w+", text)
                time.sleep(0.5)
        except (GuestError, OSError) as error:
            found.append(f"QEMU says nothing of its processor ({error})")
        return " ".join(found)

    def last_words(self) -> str:
        """The end of what QEMU and the guest's console said."""
        here = Path(self.folder.name)
        said = [
            (here / name).read_text(errors="replace")[-1500:]
            for name in ("errors", "console")
            if (here / name).exists()
        ]
        return "\n".join(said).strip() or "without a word"

    def sh(self, line: str, timeout: float = 60, allow_failure: bool = False) -> str:
        """Has the guest's shell run one line; gives what it printed."""
        text, status = self.attempt(line, timeout)
        if status and not allow_failure:
            raise GuestError(
                f"in the guest {self.guest.modules}: '{line}' gave {status}: {text[-2000:]}"
            )
        return text

    def attempt(self, line: str, timeout: float = 60) -> tuple[str, int]:
        """Like `sh`, for commands whose status is part of the result."""
        line = line.strip()
        for _ in range(3):
            self.orders.sendall(f"{len(line.encode())} {line}\n".encode())
            text, mark = self._read_to(b"@@", timeout)
            if mark.startswith("@@RC "):
                break
        else:
            raise GuestError(f"the serial line of {self.guest.modules} loses orders")
        return text.replace("\r", ""), int(mark.split()[1])

    def _read_to(self, mark: bytes, timeout: float) -> tuple[str, str]:
        """What came before the line that begins with the mark, and that line."""
        end = time.monotonic() + timeout * TIMEOUT_FACTOR
        while True:
            start = self.received.find(mark)
            stop = self.received.find(b"\n", start) if start >= 0 else -1
            if stop >= 0:
                before, line = self.received[:start], self.received[start:stop]
                self.received = self.received[stop + 1 :]
                return before.decode(errors="replace"), line.decode(errors="replace")
            left = end - time.monotonic()
            if left <= 0:
                raise GuestError(
                    f"no answer from the guest {self.guest.modules} in {timeout * TIMEOUT_FACTOR:.0f} s;"
                    f" it said {self.received[-1000:]!r}; {self._processor()}; {self.last_words()}"
                )
            if select.select([self.orders], [], [], min(left, 1))[0]:
                chunk = self.orders.recv(1 << 16)
                if not chunk:
                    raise GuestError(
                        f"the guest {self.guest.modules} went away: {self.last_words()}"
                    )
                self.received += chunk
            else:
                self._demand_alive()

    def frame(self, device: str = "display", head: int = 0) -> Image:
        """What a display shows now."""
        file = Path(self.folder.name) / "frame.ppm"
        self.monitor.ask("screendump", filename=str(file), device=device, head=head)
        image = Image.read(file)
        file.unlink()
        return image

    def viewer(self, head: int = 0) -> Viewer:
        """A viewer of one of the display's heads."""
        return Viewer(self._connect(Path(self.folder.name) / f"viewer{head}"))

    def end(self) -> None:
        """Ends QEMU and removes what it wrote."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.folder.cleanup()


def guest_key(guest: Guest, kernel: Kernel) -> str:
    """Names a snapshot for all that it depends on."""
    version = subprocess.run(
        ["qemu-system-x86_64", "--version"], capture_output=True, timeout=20 * TIMEOUT_FACTOR
    ).stdout
    parts = [version, kernel.name.encode(), repr(guest).encode(), Path(__file__).read_bytes()]
    return f"{guest.modules.split(':')[0]}-{hashlib.sha256(b'|'.join(parts)).hexdigest()[:16]}"
