# SPDX-License-Identifier: Apache-2.0
"""The logo that a UEFI firmware has drawn stays where it is when the splash comes."""

import re

import initcpio
import pytest
import uki
from guest import QUIET, Disk, Guest, frequency_words

pytestmark = [pytest.mark.qemu, pytest.mark.root, pytest.mark.apt, pytest.mark.short, pytest.mark.seconds(40)]

OPTIONS = "--animation ring --background 102030 --firmware-logo auto"
BACKGROUND = (0x10, 0x20, 0x30)


def rectangle(frame, x: int, y: int, width: int, height: int) -> bytes:
    rows = range(y, y + height)
    return b"".join(frame.pixels[3 * (row * frame.width + x) : 3 * (row * frame.width + x + width)] for row in rows)


def colors(pixels: bytes) -> int:
    """The number of different colours: a console has few."""
    return len({pixels[at : at + 3] for at in range(0, len(pixels), 3)})


def test_the_logo_does_not_move_by_a_pixel(arch_package, base_image, tmp_path):
    file = arch_package / "etc/flipbook/flipbook.conf"
    before = file.read_text()
    try:
        file.write_text(f'FLIPBOOK_OPTIONS="{OPTIONS}"\n')
        made = initcpio.image(tmp_path, base_image, arch_package, settings="FLIPBOOK_DRM=no\n", modules=["bochs"])
    finally:
        file.write_text(before)
    words = f"{QUIET}{frequency_words()} splash test.modules=i8042,atkbd test.late=bochs"
    image = uki.unified(tmp_path, base_image, initcpio.boots(made), words)
    disk = Disk(tmp_path / "disk.qcow2", uki.system_partition(tmp_path, image)).file

    def is_splash(frame) -> bool:
        return frame.pixels[:3] == bytes(BACKGROUND)

    with Guest(base_image, uki.UefiHardware(image, memory=384), disk) as guest:
        drawn = guest.wait_for_frame("logo", lambda frame: colors(frame.pixels) > 50 and not is_splash(frame))
        guest.wait_for_serial("@@STARTED ")
        shown = guest.wait_for_frame("splash", is_splash)
        place = dict(re.findall(r"@@BGRT (\w+) (\d+)", guest.serial()))
        x, y, width, height = (int(place[name]) for name in ("xoffset", "yoffset", "width", "height"))
        assert (drawn.width, drawn.height) == (shown.width, shown.height)
        logo = rectangle(shown, x, y, width, height)
        assert colors(logo) > 50
        assert logo == rectangle(drawn, x, y, width, height)
        guest.keep("splash")
