# SPDX-License-Identifier: Apache-2.0
"""Unified kernel images, and a machine with UEFI that boots one."""

from dataclasses import dataclass
from pathlib import Path

from base import Base, Locked, cache, mirror, run
from guest import HOST_TIME, PROCESSOR, Hardware

# Debian 12 has no ukify.
SUITE = "trixie"
PACKAGES = ("systemd-ukify", "systemd-boot-efi")
STUB = "usr/lib/systemd/boot/efi/linuxx64.efi.stub"
FIRMWARE = "/usr/share/OVMF/OVMF_{}_4M.fd"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


@dataclass(frozen=True)
class UefiHardware(Hardware):
    """Starts what its disk has at EFI/BOOT; the display is one that the firmware has a driver for."""

    display: str = "vga"

    def command(self, base: Base) -> list[str]:
        command = ["qemu-system-x86_64", "-M", "q35,hpet=off", *HOST_TIME, "-cpu", PROCESSOR, "-m", str(self.memory)]
        command += ["-nodefaults", "-display", "none", "-no-reboot"]
        command += ["-drive", f"if=pflash,format=raw,readonly=on,file={FIRMWARE.format('CODE')}"]
        command += ["-drive", f"if=pflash,format=raw,snapshot=on,file={FIRMWARE.format('VARS')}"]
        command += ["-device", "virtio-blk-pci,drive=root,bootindex=0", "-device", "virtio-blk-pci,drive=exchange"]
        return [*command, "-device", "VGA,id=display"]


def ukify() -> Path:
    """The files of ukify and of systemd's stub, from Debian's packages."""
    folder = cache() / f"ukify-{SUITE}"
    with Locked("ukify"):
        if not (folder / STUB).exists():
            download(folder)
        folder.touch()
    return folder


def download(folder: Path) -> None:
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    sources = folder / "sources.list"
    sources.write_text(f"deb [signed-by={KEYS}] {mirror()} {SUITE} main\n")
    apt = ["apt-get", "--quiet=2", "-o", f"Dir::Etc::SourceList={sources}", "-o", "Dir::Etc::SourceParts=/dev/null"]
    apt += ["-o", f"Dir::State::lists={folder}/lists", "-o", f"Dir::Cache={folder}/cache"]
    apt += ["-o", "APT::Sandbox::User=root", "-o", "Acquire::Languages=none"]
    run([*apt, "update"])
    run([*apt, "download", *PACKAGES], cwd=folder)
    for file in folder.glob("*.deb"):
        run(["dpkg-deb", "-x", str(file), str(folder)])


def unified(folder: Path, base: Base, initramfs: Path, words: str) -> Path:
    """One file of kernel, initramfs and command line, as a user makes it."""
    tools, made = ukify(), folder / "flipbook.efi"
    command = ["/usr/bin/python3", tools / "usr/bin/ukify", "build", f"--linux={base.bzimage}", f"--initrd={initramfs}"]
    command += [f"--cmdline={words}", f"--os-release=@{base.tree}/etc/os-release", f"--stub={tools / STUB}"]
    run([str(word) for word in [*command, f"--output={made}"]])
    return made


def system_partition(folder: Path, image: Path) -> Path:
    """A disk that a firmware boots the image from."""
    disk = folder / "esp.img"
    size = (image.stat().st_size >> 20) + 40  # FAT32 has at least 33
    script = f"""truncate -s {size}M {disk}; mformat -i {disk} -F ::; mmd -i {disk} ::/EFI ::/EFI/BOOT
        mcopy -i {disk} {image} ::/EFI/BOOT/BOOTX64.EFI"""
    run(["sh", "-ec", script])
    return disk
