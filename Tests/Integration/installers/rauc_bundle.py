# SPDX-License-Identifier: Apache-2.0
"""RAUC as a service on a message bus, and bundles for it."""

import os
import subprocess
from pathlib import Path

from daemon_process import wait_until
from installers.following import TIMEOUT, Following, make_certificate, run, wait_until_connected

COMPATIBLE = "Test"
BOOTLOADER = "#!/bin/sh\ncase $1 in get-primary) echo A;; get-state) echo good;; esac\nexit 0\n"


def write_configuration(folder: Path) -> None:
    (folder / "boot").write_text(BOOTLOADER)
    (folder / "boot").chmod(0o755)
    (folder / "mnt").mkdir()
    for slot in "AB":
        (folder / f"slot{slot}").write_bytes(bytes(1 << 20))
    (folder / "system.conf").write_text(
        f"[system]\ncompatible={COMPATIBLE}\nbootloader=custom\nbundle-formats=plain\n"
        f"mountprefix={folder}/mnt\n[keyring]\npath={folder}/cert.pem\n"
        f"[handlers]\nbootloader-custom-backend={folder}/boot\n"
        + "".join(f"[slot.rootfs.{number}]\ndevice={folder}/slot{slot}\ntype=raw\nbootname={slot}\n"
                  for number, slot in enumerate("AB")))


def make_bundle(folder: Path, compatible: str) -> Path:
    content = folder / "content"
    content.mkdir()
    (content / "rootfs.img").write_bytes(os.urandom(500_000))
    (content / "manifest.raucm").write_text(
        f"[update]\ncompatible={compatible}\nversion=1\n[bundle]\nformat=plain\n"
        "[image.rootfs]\nfilename=rootfs.img\n")
    bundle = folder / f"{compatible}.raucb"
    run("rauc", "bundle", "--cert", folder / "cert.pem", "--key", folder / "key.pem", content,
        bundle)
    return bundle


def followed_rauc(following: Following, bus: str):
    """A function that has RAUC install a bundle; the follower's exit status."""
    folder = following.folder
    make_certificate(folder)
    write_configuration(folder)
    follower = following.follow("follow", "rauc", "--once", "--bus", bus)
    wait_until_connected(follower)
    environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": bus, "DBUS_SESSION_BUS_ADDRESS": bus,
                   "DBUS_STARTER_BUS_TYPE": "session"}
    following.start("rauc", "service", f"--conf={folder}/system.conf", "--override-boot-slot=A",
                    env=environment)
    assert wait_until(lambda: subprocess.run(["rauc", "status"], env=environment,
                                             capture_output=True).returncode == 0, TIMEOUT)

    def installed(compatible: str) -> int:
        subprocess.run(["rauc", "install", make_bundle(folder, compatible)], env=environment,
                       capture_output=True)
        return follower.wait(TIMEOUT)

    return installed
