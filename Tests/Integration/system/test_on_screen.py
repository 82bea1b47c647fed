# SPDX-License-Identifier: Apache-2.0
"""A passphrase that is tapped on the on-screen keyboard: a machine without a keyboard, and a turned panel."""

import pytest
from guest import Disk, Guest
from install import CRYPTTAB, encrypt
from kms.image import Image
from looks import asks, is_typed, pixel
from on_screen import LETTERS, memory_pixel

pytestmark = [pytest.mark.qemu, pytest.mark.root]

# The keyboard of the test is not there, its tablet is.
HARDWARE = {"machine": ",i8042=off", "devices": ("virtio-tablet-pci",)}
# The hook adds the drivers of the machine that makes the initramfs.
TABLET = "echo virtio_input >>/etc/initramfs-tools/modules\n"


def unrotated(frame: Image) -> Image:
    """A frame that was turned clockwise by 90 degrees, turned back."""
    pixels = bytearray(len(frame.pixels))
    for y in range(frame.width):
        column = (frame.width - 1 - y) * 3
        for channel in range(3):
            start = y * frame.height * 3 + channel
            line = frame.pixels[column + channel :: frame.width * 3]
            pixels[start : start + frame.height * 3 : 3] = line
    return Image(frame.height, frame.width, bytes(pixels))


def runs(frame: Image, y: int) -> list:
    """The first and the last column of each key in a row of pixels."""
    panel, found, start = pixel(frame, 0, frame.height - 1), [], None
    for x in range(frame.width + 1):
        is_key = x < frame.width and pixel(frame, x, y) != panel
        if is_key and start is None:
            start = x
        if not is_key and start is not None:
            found.append((start, x - 1))
            start = None
    return found


def keys(frame: Image) -> dict:
    """The middles of the letters' layer, found by their colour; empty where there is no keyboard."""
    places, y = {}, frame.height - 1
    for row in reversed(LETTERS):
        while y > frame.height // 4 and not runs(frame, y):
            y -= 1
        bottom = y
        while y > frame.height // 4 and runs(frame, y):
            y -= 1
        # Above the round corners.
        boxes = runs(frame, bottom - (bottom - y) // 4)
        if len(boxes) != len(row):
            return {}
        for key, (left, right) in zip(row, boxes):
            places[key] = ((left + right) // 2, (bottom + y + 1) // 2)
    return places


def tap(guest: Guest, places: dict, text: str) -> None:
    """Taps keys of the letters' layer on a panel that is turned by 90 degrees."""
    frame = guest.frame()
    for key in text:
        guest.click(*memory_pixel(*places[key], frame.width, frame.height, 90))


@pytest.mark.seconds(115)
def test_a_passphrase_is_tapped_on_a_turned_panel(cold, changed, scratch):
    """A LUKS root is opened in the initramfs without a keyboard; the first passphrase is wrong."""
    system = changed(CRYPTTAB + TABLET)
    volume = scratch / "volume"
    encrypt(system.image, "secret", volume)
    disk = Disk(scratch / "crypt.qcow2", volume).file
    words = "splash root=/dev/mapper/root_crypt flipbook.output=*:rotate=90"
    guest = cold(words, system, disk, **HARDWARE)
    guest.wait_for_frame("asked", lambda frame: asks(unrotated(frame)) and keys(unrotated(frame)))
    places = keys(unrotated(guest.frame()))
    tap(guest, places, "wrong")
    guest.wait_for_frame("typed", lambda frame: is_typed(unrotated(frame)))
    tap(guest, places, "\n")
    guest.wait_for_frame("tried", lambda frame: not is_typed(unrotated(frame)))
    guest.wait_for_frame("asked-again", lambda frame: asks(unrotated(frame)) and keys(unrotated(frame)))
    tap(guest, places, "secrex<t\n")
    guest.wait_for_agent()
    guest.keep("unlocked")
    assert guest.wait_until_running() == "running"
    assert "root_crypt" in guest.sh("findmnt -n -o SOURCE /")
    # Nobody can log in: there is a login prompt, but no keyboard.
    guest.wait_for("systemctl is-active getty@tty1.service")
    assert guest.sh("fgconsole") == "1"
    assert guest.attempt("grep -i keyboard /proc/bus/input/devices")[1] == 1
    assert guest.pids() == []
