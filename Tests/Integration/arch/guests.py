# SPDX-License-Identifier: Apache-2.0
"""Guests of other architectures under QEMU: Debian's kernel, its busybox, a daemon, and nothing else."""

import lzma
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from arch.packages import kept, unpack
from kms.checks import GuestError
from kms.image import Image
from kms.initramfs import Archive
from kms.qmp import Monitor

HERE = Path(__file__).resolve().parent
TIMEOUT = 240  # seconds; a guest boots in 10
LIFETIME = 1500  # seconds after which a guest is ended, whatever it does
DISPLAY = "1280x800"  # that of QEMU's virtio-gpu where nobody looks at it
# Those of the display, and of the images that RAUC mounts.
MODULES = ("virtio_pci", "virtio-gpu", "loop", "squashfs")
EMULATOR = ("-nodefaults", "-display", "none", "-no-reboot", "-smp", "1", "-m", "512",
            "-device", "virtio-gpu-pci,id=display")


@dataclass(frozen=True)
class Kernel:
    """Debian's kernel of an architecture, and how QEMU starts it."""

    architecture: str
    package: str  # the whole name, as a regular expression
    command: tuple[str, ...]
    serial: str  # the kernel's name of the serial line

    def provide(self) -> Path:
        """A folder with the kernel, busybox, and the modules in the order of their loading."""
        return kept(f"guest-{self.architecture}", repr(self) + Path(__file__).read_text(), self._take_out)

    def _take_out(self, made: Path) -> None:
        with tempfile.TemporaryDirectory(dir=made.parent) as folder:
            root = Path(folder)
            unpack(self.architecture, root, self.package, "busybox-static")
            shutil.copy(next((root / "boot").glob("vmlinu*")), made / "kernel")
            # Debian 13 has everything below /usr.
            base = root / "usr" if (root / "usr/lib/modules").is_dir() else root
            shutil.copy(base / "bin/busybox", made / "busybox")
            modules = module_files(base)
            (made / "modules").mkdir()
            for number, file in enumerate(modules):
                content = file.read_bytes()
                if file.suffix == ".xz":
                    content = lzma.decompress(content)
                (made / f"modules/{number:02}-{file.name.removesuffix('.xz')}").write_bytes(content)


def module_files(base: Path) -> list[Path]:
    """The modules of guests and their dependencies, in the order of loading, from an unpacked kernel."""
    release = next((base / "lib/modules").iterdir()).name
    subprocess.run(["depmod", "-b", base, release], check=True, capture_output=True)
    files: dict[Path, None] = {}
    for name in MODULES:
        shown = subprocess.run(["modprobe", "-d", base, "-S", release, "--show-depends", name], check=True,
                               capture_output=True, text=True).stdout
        files |= {Path(line.split()[1]): None for line in shown.splitlines() if line.startswith("insmod ")}
    return list(files)


ARM64 = Kernel("arm64", "linux-image-[0-9.]+-[0-9]+-arm64",
               ("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72"), "ttyAMA0")
RISCV64 = Kernel("riscv64", r"linux-image-[0-9.]+(\+deb[0-9]+)?(-[0-9]+)?-riscv64",
                 ("qemu-system-riscv64", "-M", "virt"), "ttyS0")


class Guest:
    """A running guest that has some files of ours; ends with the `with` that holds it."""

    def __init__(self, kernel: Kernel, files: dict[str, bytes]) -> None:
        self._kernel, self._files = kernel, files
        self._received = b""

    def __enter__(self) -> "Guest":
        self._folder = tempfile.TemporaryDirectory(prefix="flipbook-arch-")
        self._here = Path(self._folder.name)
        provided = self._kernel.provide()
        (self._here / "initramfs").write_bytes(self._initramfs(provided))
        command = [
            "timeout", "--kill-after=5", str(LIFETIME), *self._kernel.command, *EMULATOR,
            "-kernel", provided / "kernel", "-initrd", self._here / "initramfs",
            "-append", f"console={self._kernel.serial} loglevel=3 panic=-1 vt.global_cursor_default=0",
            "-chardev", f"socket,id=orders,path={self._here}/orders,server=on,wait=on,logfile={self._here}/console",
            "-serial", "chardev:orders", "-qmp", f"unix:{self._here}/qmp,server=on,wait=off"]
        with open(self._here / "errors", "wb") as errors:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)
        try:
            # QEMU continues when a client has connected to the serial line.
            self._orders = self._connect("orders")
            self._monitor = Monitor(self._connect("qmp"))
            self._read_to(b"@@READY")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()

    def _initramfs(self, provided: Path) -> bytes:
        archive = Archive()
        for folder in ("bin", "dev", "proc", "sys", "run", "tmp"):
            archive.add_folder(folder)
        archive.add_file("bin/busybox", (provided / "busybox").read_bytes(), executable=True)
        archive.add_file("init", (HERE / "guest-init").read_bytes(), executable=True)
        for module in sorted((provided / "modules").iterdir()):
            archive.add_file(f"modules/{module.name}", module.read_bytes())
        for path, content in self._files.items():
            archive.add_file(path, content, executable=True)
        return archive.finished()

    def _connect(self, name: str) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                connection.connect(f"{self._here}/{name}")
                connection.settimeout(TIMEOUT)
                return connection
            except (FileNotFoundError, ConnectionRefusedError):
                if self._process.poll() is not None or time.monotonic() > end:
                    raise GuestError(f"QEMU does not start: {self._last_words()}") from None
                time.sleep(0.01)

    def _last_words(self) -> str:
        return "\n".join((self._here / name).read_text(errors="replace")[-2000:]
                         for name in ("errors", "console") if (self._here / name).exists())

    def _read_to(self, mark: bytes) -> tuple[str, str]:
        """What came before the line that begins with the mark, and that line."""
        while True:
            before, found, rest = self._received.partition(mark)
            line, ended, rest = rest.partition(b"\n")
            if found and ended:
                self._received = rest
                return before.decode(errors="replace").replace("\r", ""), line.decode().strip()
            try:
                piece = self._orders.recv(1 << 16)
            except TimeoutError:
                piece = b""
            if not piece:
                raise GuestError(f"no answer from the guest: {self._last_words()}")
            self._received += piece

    def sh(self, line: str) -> str:
        """Has the guest's shell run one line, which must succeed; returns its output."""
        self._orders.sendall(f"{line}\n".encode())
        text, status = self._read_to(b"@@RC ")
        if status != "0":
            raise GuestError(f"in the guest '{line}' gave {status}: {text}")
        return text

    def frame(self) -> Image:
        """What the display shows now."""
        file = self._here / "frame.ppm"
        self._monitor.ask("screendump", filename=str(file), device="display", head=0)
        return Image.read(file)
