#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Shows a program that owns the displays in a window of QEMU: a Debian kernel, busybox and the program, nothing else.

The guest has a virtio-gpu display of 1280 x 800. What the program prints comes out here. The kernel is downloaded once.
"""

import argparse
import lzma
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent)]

from kms import packages  # noqa: E402
from kms.checks import GuestError  # noqa: E402
from kms.commands import run  # noqa: E402
from kms.initramfs import Archive  # noqa: E402
from kms.kernel import SERIES, extract_vmlinux, module_name  # noqa: E402
from kms.qmp import Monitor  # noqa: E402

KERNEL = "6.1"
START = "display: the program starts"
PATIENCE = 300  # seconds that a guest has for its boot
MODULES = ("virtio_pci", "virtio_gpu")
INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /dev /proc /sys /run /tmp
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
for module in {modules}; do /bin/busybox insmod /modules/$module; done
echo "{start}" >/dev/ttyS0
/program/start >/dev/ttyS0 2>&1
echo "the program ended with status $?" >/dev/ttyS0
/bin/busybox poweroff -f
"""


def say(text: str) -> None:
    print(f"display: {text}", flush=True)


def cache() -> Path:
    """Where the kernel is kept; it may be removed at any time."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "flipbook" / "display"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def kernel(folder: Path) -> Path:
    """The newest kernel's image and modules, unpacked from Debian's package; downloaded where they are not there."""
    found = replace(packages.newest(KERNEL, SERIES[KERNEL]), others=())
    unpacked = folder / f"{found.image}_{found.version}"
    if not unpacked.is_dir():
        with tempfile.TemporaryDirectory(prefix="building-", dir=folder) as building:
            root = Path(building) / "root"
            packages.provide(found, Path(building) / "packages", root)
            run(["depmod", "-b", str(root), found.release])
            (root / "vmlinux").write_bytes(extract_vmlinux((root / f"boot/vmlinuz-{found.release}").read_bytes()))
            root.rename(unpacked)
    return unpacked


def module_files(root: Path) -> list[Path]:
    """The files of MODULES and of all they need, in the order of their loading."""
    folder = next((root / "lib/modules").iterdir())
    needs = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        file, _, others = line.partition(":")
        needs[module_name(file)] = [*reversed(others.split()), file]
    files: list[str] = []
    for module in MODULES:
        files += [file for file in needs[module] if file not in files]
    return [folder / file for file in files]


def initramfs(root: Path, program: Path) -> bytes:
    archive = Archive()
    archive.add_file("bin/busybox", Path("/bin/busybox").read_bytes(), executable=True)
    names = []
    for file in module_files(root):
        content = file.read_bytes()
        names.append(file.name.removesuffix(".xz"))
        archive.add_file(f"modules/{names[-1]}", lzma.decompress(content) if file.suffix == ".xz" else content)
    archive.add_file("init", INIT.format(modules=" ".join(names), start=START).encode(), executable=True)
    archive.add_file("program/start", program.read_bytes(), executable=True)
    listing = subprocess.run(["ldd", str(program)], capture_output=True, text=True)
    if "not found" in listing.stdout:
        raise GuestError(f"{program} links a library that is missing:\n{listing.stdout}")
    for library in re.findall(r"(/\S+) \(0x", listing.stdout):
        archive.add_file(library, Path(library).read_bytes(), executable=True)
    return archive.finished()


def command(root: Path, ramdisk: Path) -> list[str]:
    return [
        "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-m", "512", "-nodefaults", "-no-reboot",
        "-device", "virtio-vga,id=display", "-serial", "stdio", "-kernel", str(root / "vmlinux"), "-initrd", str(ramdisk),
        "-append", "console=ttyS0 quiet panic=-1 vt.global_cursor_default=0",
    ]  # fmt: skip


def photograph(command: list[str], folder: Path, image: Path, seconds: float) -> None:
    """Runs QEMU without a window, and saves what the display shows some seconds after the program's start."""
    command = [*command, "-display", "none", "-qmp", f"unix:{folder}/qmp,server=on,wait=off"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as guest:
        ending = threading.Timer(PATIENCE, guest.terminate)
        ending.start()
        started = any(print(line, end="") or line.startswith(START) for line in guest.stdout)
        ending.cancel()
        if not started:
            raise GuestError("the guest has ended before the program's start")
        printing = threading.Thread(target=lambda: [print(line, end="", flush=True) for line in guest.stdout])
        printing.start()
        time.sleep(seconds)
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(f"{folder}/qmp")
        Monitor(connection).ask("screendump", filename=str(image.resolve()), device="display", format="png")
        guest.terminate()
        printing.join()
    say(f"saved {image}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="Scripts/demo display", description=__doc__)
    parser.add_argument("program", type=Path, help="for this machine, with its libraries or without")
    parser.add_argument("--image", type=Path, help="save the display as a PNG in place of showing a window")
    parser.add_argument("--after", type=float, default=3, help="seconds from the program's start to that image (3)")
    options = parser.parse_args()
    if not options.program.is_file():
        parser.error(f"there is no program {options.program}")
    with tempfile.TemporaryDirectory(prefix="flipbook-display-") as folder:
        root = kernel(cache())
        ramdisk = Path(folder) / "initramfs"
        ramdisk.write_bytes(initramfs(root, options.program))
        say("starting QEMU")
        if options.image:
            return photograph(command(root, ramdisk), Path(folder), options.image, options.after)
        subprocess.run(command(root, ramdisk), check=False)


if __name__ == "__main__":
    try:
        main()
    except GuestError as error:
        raise SystemExit(f"display: {error}") from None
