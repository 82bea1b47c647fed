#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Boots the guest with a theme of one's own, and saves what its display shows.

A Debian with the packages of .build/packages, the theme in its initramfs, under QEMU: from the kernel to the login,
and to the end of the shutdown. Each image that differs becomes a PNG file, and twelve of them sheet.png.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image as Picture

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent)]

import base as bases  # noqa: E402
import install  # noqa: E402
from guest import Disk, Guest, Hardware  # noqa: E402
from kms.checks import GuestError  # noqa: E402

CANVAS = "1280x800"  # of QEMU's virtio-gpu
PASSPHRASE = "flipbook"
STILL = 4  # seconds after which a display that shows the same waits for somebody
ATTEMPTS = 6
COLUMNS, ROWS, THUMBNAIL = 4, 3, (480, 300)


def say(text: str) -> None:
    print(f"boot: {text}", flush=True)


def check(installed: install.Installed, pack: Path) -> None:
    """Ends with the tool's own line where the daemon would show its built-in look."""
    with tempfile.TemporaryDirectory() as folder:
        program = str(installed.tree / "usr/bin/flipbook")
        command = [program, "render", "--theme", str(pack), "--canvas", CANVAS, "--at", "0", "-o", f"{folder}/x.png"]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr.strip())


def script(locale: str | None, asks: bool) -> str:
    """What is changed in the system besides the theme."""
    lines = [f"echo LANG={locale} >/etc/default/locale"] if locale else []
    return "\n".join(lines + [install.CRYPTTAB] * asks + [install.REBUILD])


def boot(installed: install.Installed, pack: Path, locale: str | None, asks: bool, output: Path) -> str:
    """Boots and shuts down; leaves boot-NUMBER.png, boot-asked.png, boot-typed.png and boot-shutdown-NUMBER.png.

    Gives what systemctl called the system's state.
    """
    with tempfile.TemporaryDirectory(prefix="flipbook-boot-") as folder:
        scratch = Path(folder)
        say("putting the theme into the system and its initramfs")
        system = install.make_variant(
            scratch, installed.tree, script(locale, asks), {"etc/flipbook/theme.pack": pack})  # fmt: skip
        words, image = "splash", system.image
        if asks:
            words, image = "splash root=/dev/mapper/root_crypt", scratch / "volume"
            install.encrypt(system.image, PASSPHRASE, image)
        say("booting")
        hardware = Hardware(system.initramfs, words, "virtio")
        with Guest(installed.base, hardware, Disk(scratch / "disk.qcow2", image).file) as guest:
            guest.name, guest.shots = "boot", output
            watch(guest, asks)
            guest.wait_for_agent()
            state = guest.wait_until_running()
            say(f"booted: {state}; shutting down")
            guest.send("systemctl poweroff")
            guest.wait_for_end(shots="shutdown")
    return state


def images(output: Path) -> list[Path]:
    """The images of a boot, in the order in which they were seen."""
    return sorted(output.glob("boot-*.png"), key=lambda file: file.stat().st_mtime_ns)


def watch(guest: Guest, asks: bool, timeout: float = 600) -> None:
    """Saves what the display shows until the system is up, and types the passphrase where it waits for it."""
    last, since, count, attempts = None, time.monotonic(), 0, 0
    end = since + timeout
    while not guest.has_agent():
        if time.monotonic() > end:
            raise GuestError(f"no system after {timeout} s; {guest.last_words()}")
        frame = guest.frame()
        if frame != last:
            # Without a driver QEMU shows a text of its own, and then black.
            last, since, count = frame, time.monotonic(), count + 1
            guest.keep(f"{count:03}")
        elif asks and count > 2 and attempts < ATTEMPTS and time.monotonic() - since > STILL:
            guest.keep("asked")
            guest.type(PASSPHRASE)
            guest.keep("typed")
            guest.type("\n")
            attempts, since = attempts + 1, time.monotonic() + 2 * STILL
        time.sleep(0.3)


def sheet(files: list[Path], file: Path) -> None:
    """Twelve of the images on one."""
    count = COLUMNS * ROWS
    chosen = files if len(files) <= count else [files[i * (len(files) - 1) // (count - 1)] for i in range(count)]
    result = Picture.new("RGB", (COLUMNS * THUMBNAIL[0], ROWS * THUMBNAIL[1]), (40, 40, 40))
    for index, source in enumerate(chosen):
        picture = Picture.open(source).convert("RGB").resize(THUMBNAIL)
        result.paste(picture, (index % COLUMNS * THUMBNAIL[0], index // COLUMNS * THUMBNAIL[1]))
    result.save(file)


def main() -> None:
    parser = argparse.ArgumentParser(prog="Scripts/demo boot", description=__doc__.split("\n")[0])
    parser.add_argument("pack", type=Path, help="the theme, as flipbook-theme compile has made it")
    parser.add_argument("--locale", help="the system's language, such as de_DE.UTF-8")
    parser.add_argument("--passphrase", action="store_true", help="on an encrypted root, whose passphrase is asked for")
    parser.add_argument(
        "--output", type=Path, default=bases.ROOT / ".build/demo/boot", help="where images go (default: .build/demo/boot)"
    )
    options = parser.parse_args()
    if not options.pack.is_file():
        parser.error(f"{options.pack}: no such file")
    options.output.mkdir(parents=True, exist_ok=True)
    for old in options.output.glob("*.png"):
        old.unlink()
    say("making the system, the first time; it is kept")
    try:
        installed = install.provide(bases.provide())
        check(installed, options.pack)
        boot(installed, options.pack, options.locale, options.passphrase, options.output)
    except GuestError as error:
        raise SystemExit(f"boot: {error}") from error
    files = images(options.output)
    sheet(files, options.output / "sheet.png")
    say(f"{len(files)} images in {options.output}, twelve of them in sheet.png")


if __name__ == "__main__":
    main()
