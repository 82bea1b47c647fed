# SPDX-License-Identifier: Apache-2.0
"""Other words on the kernel's command line: serial consoles, no `quiet`, no driver for the display."""

from dataclasses import dataclass

import pytest
from film import after_splash, film
from guest import Disk, Guest, Hardware
from kms.image import Image
from looks import asks, is_black, is_splash
from test_boot import login

pytestmark = [pytest.mark.qemu, pytest.mark.root]


def is_login(guest: Guest):
    """Whether a frame shows the end of the boot: no splash, and its unit has been asked to end it."""
    has_agent = False

    def is_end(frame: Image) -> bool:
        nonlocal has_agent
        if is_splash(frame) or not has_agent and not guest.has_agent():
            return False
        if not has_agent:
            guest.wait_for_agent()
            has_agent = True
        return guest.sh("systemctl show -P ActiveState plymouth-quit") in ("activating", "active")

    return is_end


def reaches_its_login(guest: Guest) -> None:
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    assert guest.pids() == []
    login(guest)


@pytest.mark.seconds(50)
@pytest.mark.parametrize("last", [pytest.param("ttyS0", marks=pytest.mark.short), "tty0"])
def test_a_serial_console_beside_the_display(cold, last):
    """The splash is on the display, whichever console is the last; a question is at both, and so is a login."""
    first = "tty0" if last == "ttyS0" else "ttyS0"
    guest = cold(f"splash console={first} console={last} test.ask")
    guest.wait_for_frame("asked", asks)
    guest.wait_for_serial("Passphrase of the vault")
    guest.type_serial("secret\r")
    guest.wait_for_frame("answered", lambda frame: is_splash(frame) and not asks(frame))
    guest.wait_for_agent()
    assert guest.sh("cat /sys/class/tty/console/active").split() == [first, last]
    guest.wait_for_serial("guest login:")
    assert guest.sh("cat /run/test-ask") == "secret"
    reaches_its_login(guest)


@dataclass(frozen=True)
class LoudHardware(Hardware):
    """Without `quiet`."""

    def command(self, base) -> list[str]:
        return [word.replace(" quiet ", " ") for word in super().command(base)]


@pytest.mark.seconds(40)
def test_without_quiet(installed, scratch):
    """The messages of kernel, initramfs and systemd are behind the splash, and on the console after it."""
    disk = Disk(scratch / "disk.qcow2", installed.disk).file
    with Guest(installed.base, LoudHardware(installed.initramfs), disk) as guest:
        assert after_splash(film(guest, is_login(guest))) == []
        assert "quiet" not in guest.sh("cat /proc/cmdline").split()
        assert guest.sh("cut -f 1 /proc/sys/kernel/printk") == "7"
        reaches_its_login(guest)


@pytest.mark.seconds(40)
def test_nomodeset_with_a_framebuffer_of_the_firmware(cold):
    """The driver of the display does nothing; the splash is on the framebuffer until the login."""
    guest = cold("splash vga=0x318 nomodeset", display="vga", has_firmware=True)
    assert after_splash(film(guest, is_login(guest))) == []
    frame = guest.frame()
    assert (frame.width, frame.height) == (1024, 768)
    assert guest.attempt("ls -d /sys/bus/pci/drivers/bochs-drm/0000:*")[1] != 0
    reaches_its_login(guest)


@pytest.mark.seconds(40)
def test_nomodeset_in_text_mode(cold):
    """Without any framebuffer the boot is in text, as without a splash."""
    guest = cold("splash nomodeset", display="vga")
    guest.wait_for_agent()
    assert guest.sh("ls /dev/dri /dev/fb*", check=False).count("No such file") == 2
    reaches_its_login(guest)
    frame = guest.frame()
    assert not is_black(frame) and not is_splash(frame)
