# SPDX-License-Identifier: Apache-2.0
"""Debian's kernels, taken out of their packages: what QEMU starts, and the modules of the guests.

All that is made here is kept under the cache folder, in a folder named for what it was made from.
"""

import gzip
import hashlib
import lzma
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from kms import drivers, initramfs, packages
from kms.checks import GuestError, note
from kms.commands import filtered, run

# By the package that stands for the newest kernel of a series.
SERIES = {"6.1": "linux-image-amd64", "6.12": "linux-image-6.12-amd64"}
# What the guests load by name; what these need comes with them.
MODULES = ("virtio_pci", "virtio_blk", "virtio-gpu", "bochs", "vkms")
MODULES += ("cirrus", "simpledrm", "firmwarefb", "snd-dummy")
# Those that are built for one series alone.
SERIES_MODULES = {"6.1": ("vkmsheads",)}
WEEK = 7 * 24 * 3600
HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Kernel:
    """A kernel ready to boot."""

    series: str
    name: str  # distinguishes one build from another, with the guests' base image
    vmlinux: Path  # starts at once
    bzimage: Path  # starts by its real-mode code, which can set a mode of the firmware's
    initramfs: Path


def provide(cache: Path, series: str, scratch: Path) -> Kernel:
    """The newest kernel of a series with an initramfs, from the cache where it is there."""
    found = packages.newest(series, SERIES[series])
    name = f"{found.image}_{found.version}_{recipe_hash()}"
    folder = cache / name
    if not folder.is_dir():
        note(f"no {name} in the cache: building it")
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="building-", dir=cache) as building:
            made = Path(building) / "made"
            build(found, Path(building), made)
            made.rename(folder)
    base = scratch / f"initramfs-{series}.cpio"
    initramfs.write_base(base, found.release, sorted((folder / "modules").iterdir()), scratch)
    digest = hashlib.sha256(base.read_bytes()).hexdigest()[:12]
    return Kernel(series, f"{name}_{digest}", folder / "vmlinux", folder / "vmlinuz", base)


def recipe_hash() -> str:
    """Changes whenever what is made of the packages may change."""
    digest = hashlib.sha256()
    for name in ("kernel.py", "drivers.py", "heads.py", "guest/firmwarefb.c"):
        digest.update((HERE / name).read_bytes())
    return digest.hexdigest()[:12]


def build(found: packages.KernelPackages, scratch: Path, made: Path) -> None:
    root = scratch / "root"
    packages.provide(found, scratch / "packages", root)
    made.mkdir()
    image = (root / f"boot/vmlinuz-{found.release}").read_bytes()
    (made / "vmlinuz").write_bytes(image)
    (made / "vmlinux").write_bytes(extract_vmlinux(image))
    drivers.add(root, found.series, found.release, f"linux-headers-{found.release}")
    (made / "modules").mkdir()
    for file in module_files(root, found.release, SERIES_MODULES.get(found.series, ())):
        content = file.read_bytes()
        if file.suffix == ".xz":
            content = lzma.decompress(content)
        (made / "modules" / file.name.removesuffix(".xz")).write_bytes(content)


def extract_vmlinux(bzimage: bytes) -> bytes:
    """The ELF image inside a bzImage, which QEMU starts by its PVH entry: no slow decompressor.

    Offsets from the x86 boot protocol's setup header: setup_sects 0x1f1, payload_offset 0x248,
    payload_length 0x24c.
    """
    setup_sectors = bzimage[0x1F1] or 4
    start = (setup_sectors + 1) * 512 + int.from_bytes(bzimage[0x248:0x24C], "little")
    payload = bzimage[start : start + int.from_bytes(bzimage[0x24C:0x250], "little")]
    if payload.startswith(b"\xfd7zXZ"):
        return lzma.decompress(payload[:-4])  # the last four bytes are the unpacked size
    if payload.startswith(b"\x1f\x8b"):
        return gzip.decompress(payload)
    if payload.startswith(b"\x28\xb5\x2f\xfd"):
        return filtered(["zstd", "--decompress", "--stdout"], payload[:-4])
    raise GuestError(f"the kernel is packed in an unknown way (it begins with {payload[:6].hex()})")


def module_files(root: Path, release: str, more: tuple) -> list[Path]:
    """The files of MODULES, of more, and of all they need."""
    run(["depmod", "-b", str(root), release])
    folder = root / "lib/modules" / release
    needs = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        file, _, others = line.partition(":")
        needs[module_name(file)] = [file, *others.split()]
    # What is a module in one kernel may be part of another.
    builtin = {module_name(line) for line in (folder / "modules.builtin").read_text().split()}
    files = []
    for module in (*MODULES, *more):
        name = module_name(module)
        if name not in needs and name not in builtin:
            raise GuestError(f"{release} has no module {module}")
        files += [file for file in needs.get(name, []) if file not in files]
    return [folder / file for file in files]


def module_name(file: str) -> str:
    return Path(file).name.split(".")[0].replace("-", "_")


def forget_others(cache: Path, kept: list[Kernel]) -> None:
    """Removes other kernels, what an interrupted run left, and snapshots unused for a week."""
    folders = {kernel.vmlinux.parent for kernel in kept}
    for path in cache.iterdir():
        if path.is_dir() and path.name.startswith(("linux-image-", "building-")):
            if path not in folders and age(path) > WEEK:
                shutil.rmtree(path, ignore_errors=True)
        elif path.suffix in (".unfinished", ".snapshot") and age(path) > WEEK:
            path.unlink(missing_ok=True)
    for folder in folders:
        folder.touch()


def age(path: Path) -> float:
    return time.time() - path.stat().st_mtime
