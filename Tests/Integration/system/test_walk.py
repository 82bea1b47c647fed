# SPDX-License-Identifier: Apache-2.0
"""The walk of a new user with only README.md and its page on the splash, from the first command to the last."""

import re

import install
import pytest
from base import ROOT
from guest import Disk
from install import CRYPTTAB, members
from looks import asks, is_splash
from test_boot import login

pytestmark = [pytest.mark.qemu, pytest.mark.root, pytest.mark.apt]

PAGES = ("README.md", "Documentation/splash.md")
TEXT = re.sub(r"\s+", " ", "\n".join((ROOT / page).read_text() for page in PAGES))


def command(pattern: str) -> str:
    """A command as the pages have it."""
    found = re.search(pattern, TEXT)
    assert found, f"none of {PAGES} has '{pattern}'"
    return found.group(1)


class Grub:
    """Starts what the configuration that `update-grub` has written says, as GRUB would."""

    def __init__(self, guest, scratch):
        packed, self.initramfs, config = scratch / "packed", scratch / "initramfs", scratch / "grub.cfg"
        guest.get("/boot/grub/grub.cfg", config)
        guest.get("/boot/initrd.img-*", packed)
        install.unpack_initramfs(packed, self.initramfs)
        lines = re.findall(r"^\s*linux\s+\S+\s+(.*)$", config.read_text(), re.M)
        self.words = lines[0]
        self.disk = guest.disk

    def start(self, cold, words: str = ""):
        return cold(f"{self.words} {words}", disk=self.disk, initramfs=self.initramfs)


def unlock_at_the_console(guest) -> None:
    """Answers the question for the root's passphrase, as cryptsetup asks without a splash."""
    guest.wait_for_serial("unlock disk root_crypt")
    guest.type_serial("secret\r")
    guest.wait_for_agent()
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    assert guest.pids() == []


def off(guest, shots: str = "") -> list:
    guest.send("systemctl poweroff")
    return [is_splash(frame) for frame in guest.wait_for_end(60, shots)]


@pytest.mark.slow
@pytest.mark.seconds(540)
def test_the_walk_of_a_new_user(cold, installed, scratch):
    """Installed, booted with an encrypted root, an installation followed, and purged again."""
    base = installed.base
    system = install.variant(installed.folder, base.tree, "apt-get -y install grub-pc 2>&1\n" + CRYPTTAB)
    volume = scratch / "volume"
    install.encrypt(system.image, "secret", volume)
    guest = cold(
        "root=/dev/mapper/root_crypt console=ttyS0", system, Disk(scratch / "crypt.qcow2", volume).file
    )
    unlock_at_the_console(guest)
    # The packages are where Scripts/package leaves them.
    guest.put(*installed.packages)
    guest.sh("mkdir -p /root/.build && mv /root/in /root/.build/packages")
    guest.sh(f"cd /root; yes | {command('(apt install ./[^ ]*[.]deb)')} 2>&1", 600)
    line = command('`(GRUB_CMDLINE_LINUX_DEFAULT="[^"]*")` in `/etc/default/grub`')
    guest.sh(f"sed -i 's/^GRUB_CMDLINE_LINUX_DEFAULT=.*/{line}/' /etc/default/grub")
    guest.sh(f"{command(r'/etc/default/grub` . `([^`]*)`')} 2>&1", 300)
    grub = Grub(guest, scratch)
    assert not any(off(guest)), "a splash before the next boot"

    guest = grub.start(cold)
    guest.wait_for_frame("asked", asks)
    guest.type("secret\n")
    guest.wait_for_agent()
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    assert guest.sh("cat /run/test-initramfs-pid").isdigit()
    assert guest.pids() == []
    login(guest)
    guest.sh("apt-get -qq update")
    guest.send(command("(systemctl start install-progress@hello)"))
    guest.wait_for_frame("followed", is_splash)
    assert guest.answer(120)[1] == 0
    guest.wait_for_frame("console", lambda frame: not is_splash(frame))
    splashes = off(guest, "off")
    assert any(splashes) and all(splashes[splashes.index(True) :]), splashes

    guest = grub.start(cold)
    guest.wait_for_frame("asked-again", asks)
    guest.type("secret\n")
    guest.wait_for_agent()
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    guest.sh(f"yes | {command('`(apt purge [^`]*)`')} 2>&1", 600)
    grub = Grub(guest, scratch)
    left = [name for name in members(grub.initramfs) if "flipbook" in name or "plymouth" in name]
    assert not left
    off(guest)

    guest = grub.start(cold, "console=ttyS0")
    unlock_at_the_console(guest)
    login(guest)
    assert not is_splash(guest.frame())
