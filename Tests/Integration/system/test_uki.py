# SPDX-License-Identifier: Apache-2.0
"""The splash in a unified kernel image, which the firmware itself starts."""

import initcpio
import pytest
import uki
from guest import QUIET, Disk, Guest, frequency_words
from looks import asks, is_splash

pytestmark = [pytest.mark.qemu, pytest.mark.root, pytest.mark.apt, pytest.mark.short, pytest.mark.seconds(40)]


def test_on_the_firmwares_display_and_then_a_driver(arch_package, base_image, tmp_path):
    """The kernel has the framebuffer from UEFI; the driver comes later, and the console before a shell."""
    made = initcpio.image(tmp_path, base_image, arch_package, settings="FLIPBOOK_DRM=no\n", modules=["bochs"])
    words = f"{QUIET}{frequency_words()} splash test.modules=i8042,atkbd test.late=bochs"
    image = uki.unified(tmp_path, base_image, initcpio.boots(made), words)
    disk = Disk(tmp_path / "disk.qcow2", uki.system_partition(tmp_path, image)).file
    with Guest(base_image, uki.UefiHardware(image, memory=384), disk) as guest:
        guest.wait_for_serial("@@STARTED ")
        assert "framebuffer: EFI VGA" in guest.serial()
        guest.wait_for_frame("firmware", is_splash)
        guest.type_serial("\n")
        guest.wait_for_serial("framebuffer: bochs")
        guest.wait_for_frame("asked", asks)
        guest.type("secret\n")
        guest.wait_for_serial("@@ANSWERED 0")
        guest.wait_for_serial("@@SHELL")
        guest.wait_for_frame("console", lambda frame: not is_splash(frame))
        guest.type_serial("\n")
        guest.wait_for_end()
