#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Boots the guest with a theme of one's own, and saves what its display shows.

A Debian with the packages of .build/packages, the theme in its initramfs, under QEMU: from the kernel to the login,
and to the end of the shutdown. Each image that differs becomes a PNG file, and twelve of them sheet.png.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent)]

import base as bases  # noqa: E402
import install  # noqa: E402
from guest import Disk, Guest, Hardware  # noqa: E402
from kms.checks import GuestError  # noqa: E402

CANVAS = "1280x800"  # of QEMU's virtio-gpu
PASSPHRASE = "flipbook"
STILL = 4  # seconds without a change after which the splash waits for input
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
    """The changes of the system besides the theme."""
    lines = [f"echo LANG={locale} >/etc/default/locale"] if locale else []
    return "\n".join(lines + [install.CRYPTTAB] * asks + [install.REBUILD])


def boot(installed: install.Installed, pack: Path, locale: str | None, asks: bool, output: Path) -> tuple[str, list]:
    """Boots and shuts down; leaves boot-NUMBER.png, boot-asked-N.png, boot-typed-N.png and boot-shutdown-NUMBER.png.

    Gives what systemctl called the system's state, and the daemons that were left then.
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
            left = guest.pids()
            say(f"booted: {state}; shutting down")
            guest.send("systemctl poweroff")
            guest.wait_for_end(shots="shutdown")
    return state, left


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
            attempts += 1
            say(f"typing the passphrase, '{PASSPHRASE}'")
            guest.keep(f"asked-{attempts}")
            guest.type(PASSPHRASE)
            guest.keep(f"typed-{attempts}")
            guest.type("\n")
            since = time.monotonic() + 2 * STILL
        time.sleep(0.3)


def write_sheet(output: Path) -> None:
    """Writes sheet.png, with at most twelve of a boot's images, and says where all are."""
    files, count = images(output), COLUMNS * ROWS
    if not files:
        return
    chosen = files if len(files) <= count else [files[i * (len(files) - 1) // (count - 1)] for i in range(count)]
    sheet = Image.new("RGB", (COLUMNS * THUMBNAIL[0], ROWS * THUMBNAIL[1]), (40, 40, 40))
    for index, file in enumerate(chosen):
        thumbnail = Image.open(file).convert("RGB").resize(THUMBNAIL)
        sheet.paste(thumbnail, (index % COLUMNS * THUMBNAIL[0], index // COLUMNS * THUMBNAIL[1]))
    sheet.save(output / "sheet.png")
    say(f"{len(files)} images in {output}, {len(chosen)} of them in sheet.png")


def main() -> None:
    parser = argparse.ArgumentParser(prog="Scripts/demo boot", description=__doc__.split("\n")[0])
    parser.add_argument("pack", type=Path, help="the theme, as flipbook-theme compile has made it")
    parser.add_argument("--locale", help="the system's language, such as de_DE.UTF-8")
    parser.add_argument("--passphrase", action="store_true", help="on an encrypted root, whose passphrase is asked for")
    parser.add_argument(
        "--output", type=Path, default=bases.ROOT / ".build/demo/boot", help="where images go (default: .build/demo/boot)"
    )
    parser.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)  # the arguments
    options = parser.parse_args()
    if not options.pack.is_file():
        parser.error(f"{options.pack}: no such file")
    if options.locale and not re.fullmatch(r"[A-Za-z]+_[A-Z]+(\.[A-Za-z0-9-]+)?(@[a-z]+)?", options.locale):
        parser.error(f"--locale: '{options.locale}' is none; expected one such as de_DE.UTF-8")
    if options.only_check:
        return
    say("looking for the system, which is made the first time and kept")
    try:
        # None of an earlier boot is taken for one of this.
        options.output.mkdir(parents=True, exist_ok=True)
        for old in [*images(options.output), options.output / "sheet.png"]:
            old.unlink(missing_ok=True)
        installed = install.provide(bases.provide())
        check(installed, options.pack)
        boot(installed, options.pack, options.locale, options.passphrase, options.output)
    except (GuestError, OSError, AssertionError) as error:
        raise SystemExit(f"boot: {error}") from error
    finally:
        write_sheet(options.output)


if __name__ == "__main__":
    main()
