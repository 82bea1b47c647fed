# SPDX-License-Identifier: Apache-2.0
"""The splash in an initramfs of mkinitcpio, from the package of packaging/arch."""

import re

import initcpio
import pytest
from guest import Disk, Guest, Hardware
from looks import asks, is_splash, is_typed

pytestmark = [pytest.mark.qemu, pytest.mark.root, pytest.mark.short, pytest.mark.seconds(25)]

UNITS = "usr/lib/systemd/system"


def test_asks_and_goes_on_in_the_root(arch_package, base_image, tmp_path):
    """As the hooks 'udev', 'flipbook' and 'encrypt' of an image without systemd do it."""
    made = initcpio.image(tmp_path, base_image, arch_package)
    disk = Disk(tmp_path / "disk.qcow2", initcpio.small_root(tmp_path, arch_package, base_image)).file
    words = "splash test.modules=i8042,atkbd,virtio_pci,virtio_blk,ext4,bochs test.root=/dev/vda"
    with Guest(base_image, Hardware(initcpio.boots(made), words, memory=256), disk) as guest:
        guest.wait_for_serial("@@STARTED ")
        guest.wait_for_frame("splash", is_splash)
        guest.type_serial("\n")
        guest.wait_for_frame("asked", asks)
        guest.type("wrong\n")
        guest.wait_for_frame("asked-again", lambda frame: asks(frame) and not is_typed(frame))
        guest.type("secret\n")
        guest.wait_for_serial("@@ROOT ")
        assert "@@ANSWERED 0" in guest.serial()
        started = re.search(r"@@STARTED (\d+)", guest.serial())[1]
        splash, root, its_root, command = re.search(r"@@ROOT (\d+) (\d+) (\d+) (.*)", guest.serial()).groups()
        assert splash == started and root == its_root, guest.serial()
        assert command.startswith("@flipbookd --no-stdin --mode boot-up --pid-file=/run/plymouth/pid"), command
        guest.wait_for_frame("root", lambda frame: is_splash(frame) and not asks(frame))
        guest.type_serial("\n")
        guest.wait_for_serial("@@QUIT 0")
        guest.wait_for_frame("console", lambda frame: not is_splash(frame))
        guest.type_serial("\n")
        guest.wait_for_end()


def test_an_image_with_systemd_has_the_units(arch_package, base_image, tmp_path):
    """The daemon's unit is that without namespaces, in which it could not follow to the real root."""
    made = initcpio.image(tmp_path, base_image, arch_package, "systemd", "FLIPBOOK_DRM=no\n")
    unit = (made / UNITS / "plymouth-start.service").read_text()
    assert "PrivateMounts" not in unit and "ExecStart=@/usr/sbin/flipbookd" in unit
    links = {str(file.relative_to(made / UNITS)): str(file.readlink())
             for file in (made / UNITS).rglob("*") if file.is_symlink()}  # fmt: skip
    assert links == {
        "sysinit.target.wants/plymouth-start.service": "../plymouth-start.service",
        "initrd-switch-root.target.wants/plymouth-start.service": "../plymouth-start.service",
        "initrd-switch-root.target.wants/plymouth-switch-root.service": "../plymouth-switch-root.service",
    }
    programs = {f"/{file.relative_to(made)}" for file in (made / "usr/bin").iterdir()}
    for file in (made / UNITS).rglob("*.*"):
        if file.is_file() and not file.is_symlink():
            used = re.findall(r"^Exec\w+=[-@]*(/usr/s?bin/\S+)", file.read_text(), re.M)
            assert {name.replace("/sbin/", "/bin/") for name in used} <= programs, file.name
    assert not list(made.rglob("bochs*"))
    assert not (made / "hooks").exists()
