# SPDX-License-Identifier: Apache-2.0
"""A guest under QEMU: booted or started from a snapshot, ordered about by shell lines."""

import ctypes
import functools
import mmap
import os
import platform
import select
import shlex
import socket
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

from base import ROOT, Base
from kms.commands import TIMEOUT_FACTOR, run
from kms.image import Image
from kms.qmp import Monitor
from kms.checks import GuestError

LIFETIME = 3600  # seconds after which a guest is ended, whatever it does
SHOTS = ROOT / ".build" / "system" / "shots"
# With norandmaps programs are where they were the last time, and QEMU need not translate them again: a boot
# takes 15 seconds of the host's processor in place of 26, update-initramfs 32 in place of 85.
QUIET = (
    "root=/dev/vda ro quiet tsc=reliable no_timer_check mitigations=off random.trust_cpu=on"
    " cryptomgr.notests noreplace-smp norandmaps clearcpuid=rep_good"
)
# Without what real processors are quick by, and QEMU is slow by: a repeated instruction copies byte by byte.
# With rep_good, which the kernel finds out itself, that is 12 seconds in place of 15.
PROCESSOR = "max,-erms,-fsrm,-la57,-smap,-smep"
DISPLAYS = {
    "bochs": ("bochs-display,id=display",),
    "virtio": ("virtio-gpu-pci,id=display",),
    "vga": ("VGA,id=display",),
    "none": (),
}
# One processor: of two, one's timer may be lost for minutes on a busy host, and the boot stands still.
HOST_TIME = ("-accel", "tcg,thread=multi", "-smp", "1")
# 2 ns for each of the guest's instructions, however slow the host.
COUNTED_TIME = (
    "-accel", "tcg,thread=single", "-rtc", "clock=vm,base=2026-01-01",
    "-icount", "shift=1,sleep=on", "-smp", "1",
)  # fmt: skip
EXCHANGE = 96 << 20  # bytes of the disk by which files go in and out


@functools.cache
def frequency_words() -> str:
    """Passes to the kernel how often a second the host's time stamp counter counts, which under TCG is the guest's.

    On a busy host the kernel finds out far too little itself: its seconds were 43 to one of the host's, a limit of
    30 s was over at once, and so it was in all that was started from that guest's state.
    """
    if platform.machine() != "x86_64":
        return ""
    # rdtsc; shl $32, %rdx; or %rdx, %rax; ret
    code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex("0f31 48c1e220 4809d0 c3"))
    count = ctypes.CFUNCTYPE(ctypes.c_int64)(ctypes.addressof(ctypes.c_char.from_buffer(code)))

    def measure() -> int:
        began, first = time.monotonic_ns(), count()
        time.sleep(0.05)
        return (count() - first) * 10**6 // (time.monotonic_ns() - began)

    # Who has to wait for a processor in between measures less.
    return f" tsc_early_khz={max(measure() for _ in range(5))}"


@dataclass(frozen=True)
class Hardware:
    """What a guest is started with."""

    initramfs: Path
    words: str = "splash"  # of the kernel command line, after QUIET
    display: str = "bochs"
    clock: tuple = HOST_TIME
    memory: int = 768  # MiB
    has_firmware: bool = False  # starts the bzImage: vga= in the words sets a mode
    machine: str = ""  # more of -M, such as ",i8042=off" for no keyboard
    devices: tuple = ()  # more of -device

    def with_words(self, words: str) -> "Hardware":
        return replace(self, words=words)

    def clock_words(self) -> str:
        return frequency_words() if self.clock == HOST_TIME else ""

    def command(self, base: Base) -> list[str]:
        command = ["qemu-system-x86_64", "-M", f"q35,hpet=off{self.machine}", *self.clock, "-cpu", PROCESSOR]
        command += ["-m", str(self.memory), "-nodefaults", "-display", "none", "-no-reboot"]
        command += ["-kernel", str(base.bzimage if self.has_firmware else base.vmlinux)]
        command += ["-initrd", str(self.initramfs), "-append", f"{QUIET}{self.clock_words()} {self.words}"]
        command += ["-device", "virtio-blk-pci,drive=root"]
        command += ["-device", "virtio-blk-pci,drive=exchange"]
        for device in (*DISPLAYS[self.display], *self.devices):
            command += ["-device", device]
        return command


class Disk:
    """A layer over a root file system that no guest writes to."""

    def __init__(self, file: Path, below: Path, form: str = "raw"):
        self.file = file
        run(["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(below), "-F", form, str(file)])


class Guest:
    """One running guest; ends with the `with` that holds it."""

    def __init__(self, base: Base, hardware: Hardware, disk: Path, state: Path | None = None):
        self.base, self.hardware, self.disk, self.state = base, hardware, disk, state
        self.name = os.environ.get("PYTEST_CURRENT_TEST", "guest").split("::")[-1].split(" ")[0]
        self.received = b""
        self.shots = SHOTS

    def __enter__(self) -> "Guest":
        try:
            self._start(["-incoming", f"exec:cat {shlex.quote(str(self.state))}"] if self.state else [])
            if self.state:
                self.monitor.wait_for_status(("paused", "postmigrate", "prelaunch"))
                self.monitor.ask("cont")
                self.sh(":", 30)
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_) -> None:
        self.end()

    # Starting and ending

    def _start(self, more: list[str]) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="flipbook-system-")
        here = Path(self.folder.name)
        self.exchange = here / "exchange"
        with open(self.exchange, "wb") as file:
            file.truncate(EXCHANGE)
        command = ["timeout", "--kill-after=5", str(LIFETIME), *self.hardware.command(self.base)]
        if self.hardware.clock == COUNTED_TIME:
            # What the host takes for its devices counts, too.
            command = ["nice", "-n", "-15", *command]
        command += ["-drive", f"file={self.disk},format=qcow2,if=none,id=root,cache=unsafe"]
        command += ["-drive", f"file={self.exchange},format=raw,if=none,id=exchange,cache=unsafe"]
        for name in ("console", "orders"):
            address = f"path={here}/{name},server=on,wait=off"
            log = f",logfile={here}/{name}.log" if name == "console" else ""
            command += ["-chardev", f"socket,id={name},{address}{log}", "-serial", f"chardev:{name}"]
        command += ["-qmp", f"unix:{here}/qmp,server=on,wait=off", *more]
        self.began = time.monotonic()
        with open(here / "errors", "wb") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
            )
        self.orders = self._connect(here / "orders")
        self.console = self._connect(here / "console")
        # Only the log reads the console's socket; the output must not fill it.
        threading.Thread(target=self._drain, args=(self.console,), daemon=True).start()
        self.monitor = Monitor(self._connect(here / "qmp"))

    @staticmethod
    def _drain(connection: socket.socket) -> None:
        try:
            while connection.recv(1 << 16):
                pass
        except OSError:
            pass

    def _connect(self, path: Path) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + 10 * TIMEOUT_FACTOR
        while time.monotonic() < end:
            try:
                connection.connect(str(path))
                return connection
            except (FileNotFoundError, ConnectionRefusedError):
                self._demand_alive()
                time.sleep(0.01)
        raise GuestError(f"QEMU does not listen on {path.name}")

    def _demand_alive(self) -> None:
        if self.process.poll() is not None:
            raise GuestError(f"the guest ended: {self.last_words()}")

    def last_words(self) -> str:
        """The end of what QEMU and the serial console printed."""
        here = Path(self.folder.name)
        files = [here / "errors", here / "console.log"]
        said = [file.read_text(errors="replace")[-3000:] for file in files if file.exists()]
        return "\n".join(said).strip() or "nothing was printed"

    def end(self) -> None:
        if not hasattr(self, "process"):
            return
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.folder.cleanup()

    def wait_for_end(self, timeout: float = 30, shots: str = "") -> list[Image]:
        """Waits until the guest is off; gives what the display showed, each change once."""
        end = time.monotonic() + timeout * TIMEOUT_FACTOR
        taken, last = [], None
        while self.process.poll() is None:
            if time.monotonic() > end:
                raise GuestError(f"the guest is not off after {timeout * TIMEOUT_FACTOR:.0f} s")
            if shots:
                try:
                    frame = self.frame()
                except (GuestError, OSError):
                    continue  # it has ended
                if frame != last:
                    last = frame
                    self.keep(f"{shots}-{len(taken):03}")
                    taken.append(frame)
            time.sleep(0.05)
        return taken

    def freeze(self, state: Path) -> None:
        """Stops the guest and writes its state; its disk stays as it is now."""
        self.sh("sync")
        self.monitor.ask("stop")
        self.monitor.ask("migrate-set-parameters", **{"max-bandwidth": 10**10})
        self.monitor.ask("migrate", uri=f"exec:cat > {shlex.quote(str(state))}")
        self.monitor.wait_for_migration()
        self.monitor.ask("quit")
        self.process.wait(20 * TIMEOUT_FACTOR)

    # Shell lines

    def sh(self, line: str, timeout: float = 60, check: bool = True) -> str:
        """Has the guest's shell run one line; gives what it printed."""
        text, status = self.attempt(line, timeout)
        if status and check:
            raise GuestError(f"in the guest: '{line}' gave {status}: {text[-3000:]}")
        return text

    def attempt(self, line: str, timeout: float = 60) -> tuple[str, int]:
        """Like `sh`, for commands whose status is part of the result."""
        line = line.strip()
        assert "\n" not in line
        for _ in range(3):
            self.send(line)
            text, mark = self._read_to(b"@@", timeout)
            if mark.startswith("@@RC "):
                return text.replace("\r", "").strip(), int(mark.split()[1])
        raise GuestError("the serial line loses orders")

    def send(self, line: str) -> None:
        """A line whose result nobody waits for, such as one that ends the guest."""
        self.orders.sendall(f"{len(line.encode())} {line}\n".encode())

    def has_answer(self) -> bool:
        """Whether the line sent last has ended; does not wait."""
        self._take_what_is_there()
        return b"@@RC " in self.received

    def answer(self, timeout: float = 60) -> tuple[str, int]:
        """What the line sent last printed, and its status."""
        text, mark = self._read_to(b"@@RC ", timeout)
        return text.replace("\r", "").strip(), int(mark.split()[1])

    @staticmethod
    def pause(seconds: float) -> None:
        time.sleep(seconds)

    def _read_to(self, mark: bytes, timeout: float) -> tuple[str, str]:
        end = time.monotonic() + timeout * TIMEOUT_FACTOR
        while True:
            start = self.received.find(mark)
            stop = self.received.find(b"\n", start) if start >= 0 else -1
            if stop >= 0:
                before, line = self.received[:start], self.received[start:stop]
                self.received = self.received[stop + 1 :]
                return before.decode(errors="replace"), line.decode(errors="replace")
            self._receive(end, timeout)

    def _receive(self, end: float, timeout: float) -> None:
        left = end - time.monotonic()
        if left <= 0:
            self.keep("hung")
            raise GuestError(
                f"no answer from the guest in {timeout * TIMEOUT_FACTOR:.0f} s; received"
                f" {self.received[-1000:]!r}; {self.last_words()}"
            )
        if select.select([self.orders], [], [], min(left, 1))[0]:
            chunk = self.orders.recv(1 << 16)
            if not chunk:
                raise GuestError(f"the guest went away: {self.last_words()}")
            self.received += chunk
        else:
            self._demand_alive()

    # The boot

    def wait_for_agent(self, timeout: float = 90) -> float:
        """Waits until the guest takes orders; gives its time since the kernel began."""
        return float(self._read_to(b"@@READY", timeout)[1].split()[1])

    def has_agent(self) -> bool:
        """Whether the guest takes orders by now; does not wait."""
        self._take_what_is_there()
        return b"@@READY" in self.received

    def _take_what_is_there(self) -> None:
        while select.select([self.orders], [], [], 0)[0]:
            chunk = self.orders.recv(1 << 16)
            if not chunk:
                break
            self.received += chunk

    def is_fast(self) -> bool:
        """Whether seconds of the guest are shorter than the host's, however busy that is."""
        uptime = "cut -d' ' -f1 /proc/uptime"
        began, first = time.monotonic(), float(self.sh(uptime))
        self.sh("sleep 1")
        return float(self.sh(uptime)) - first > 1.3 * (time.monotonic() - began)

    def wait_until_running(self, timeout: float = 90) -> str:
        """Waits for the end of the boot; gives what systemctl calls the system's state."""
        return self.sh("systemctl is-system-running --wait", timeout, check=False)

    def wait_for(self, line: str, timeout: float = 30, pause: float = 0.3) -> str:
        """Repeats a line until its status is 0; gives what it printed."""
        end = time.monotonic() + timeout * TIMEOUT_FACTOR
        while True:
            text, status = self.attempt(line)
            if status == 0:
                return text
            if time.monotonic() > end:
                self.keep("hung")
                raise GuestError(f"'{line}' still gave {status} after {timeout * TIMEOUT_FACTOR:.0f} s: {text}")
            time.sleep(pause)

    def wait_for_frame(self, what: str, wanted, timeout: float = 90) -> Image:
        """Waits until the display shows what a function says yes to; saves that frame."""
        end = time.monotonic() + timeout * TIMEOUT_FACTOR
        while not wanted(frame := self.frame()):
            self._demand_alive()
            if time.monotonic() > end:
                self.keep("hung")
                raise GuestError(f"no {what} after {timeout * TIMEOUT_FACTOR:.0f} s; {self.last_words()}")
            time.sleep(0.3)
        self.keep(what)
        return frame

    def wait_for_serial(self, text: str, timeout: float = 60) -> None:
        """Waits until the serial console has shown a text."""
        end = time.monotonic() + timeout * TIMEOUT_FACTOR
        while text not in self.serial():
            self._demand_alive()
            if time.monotonic() > end:
                raise GuestError(f"no '{text}' on the serial console; {self.last_words()}")
            time.sleep(0.3)

    # Files

    def put(self, *files: Path) -> None:
        """Copies files into the guest's folder /root/in."""
        run(["tar", "-cf", str(self.exchange), "-C", str(files[0].parent), *(f.name for f in files)])
        self.sh("mkdir -p /root/in; echo 3 >/proc/sys/vm/drop_caches; tar -xf /dev/vdb -C /root/in")

    def get(self, path: str, target: Path) -> None:
        """Copies one file of the guest's."""
        size = int(self.sh(f"stat -L -c %s {path}"))
        assert size <= EXCHANGE, f"{path} of {size} bytes does not fit on the exchange disk"
        self.sh(f"dd if=$(echo {path}) of=/dev/vdb bs=1M conv=fsync status=none", 120)
        with open(self.exchange, "rb") as file:
            target.write_bytes(file.read(size))

    # Display and keyboard

    def frame(self) -> Image:
        """What the display shows now."""
        file = Path(self.folder.name) / "frame.ppm"
        self.monitor.ask("screendump", filename=str(file), device="display", head=0)
        return Image.read(file)

    def keep(self, name: str) -> Path | None:
        """Saves what the display shows as a PNG file among the shots of this test."""
        if self.hardware.display == "none":
            return None
        self.shots.mkdir(parents=True, exist_ok=True)
        file = self.shots / f"{self.name}-{name}.png"
        try:
            self.monitor.ask(
                "screendump", filename=str(file), format="png", device="display", head=0
            )
        except (GuestError, OSError):
            return None
        return file

    def type(self, text: str) -> None:
        """Types on the guest's PS/2 keyboard; a line feed is the Enter key."""
        names = {" ": "spc", "-": "minus", "\n": "ret", ".": "dot", "/": "slash", ">": "shift-dot"}
        for letter in text:
            key = names.get(letter, f"shift-{letter.lower()}" if letter.isupper() else letter)
            self.monitor.ask("human-monitor-command", **{"command-line": f"sendkey {key} 40"})
            time.sleep(0.1)

    def click(self, x: int, y: int) -> None:
        """Clicks on a pixel of the display with the guest's tablet."""
        frame = self.frame()
        for axis, value, length in (("x", x, frame.width), ("y", y, frame.height)):
            event = {"type": "abs", "data": {"axis": axis, "value": (2 * value + 1) * 32768 // (2 * length)}}
            self.monitor.ask("input-send-event", events=[event])
        for is_down in (True, False):
            event = {"type": "btn", "data": {"button": "left", "down": is_down}}
            self.monitor.ask("input-send-event", events=[event])
            time.sleep(0.2)

    def type_serial(self, text: str) -> None:
        """Types on the serial console."""
        self.console.sendall(text.encode())

    def serial(self) -> str:
        """What the serial console has shown."""
        return (Path(self.folder.name) / "console.log").read_text(errors="replace")

    # The daemon

    def pids(self) -> list[int]:
        """The process ids of all daemons."""
        return [int(word) for word in self.sh("pgrep '^@?flipbookd$' || true").split()]
