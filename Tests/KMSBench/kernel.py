"""Debian's kernel, taken out of its packages: a vmlinux that QEMU starts at once, and modules.

Nothing is installed. All that is made here is kept under the cache folder, in a folder named for
what it was made from.
"""

import gzip
import hashlib
import lzma
import os
import re
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import initramfs
import vkms
from commands import output, run
from report import BenchError, note

# What the guests load by name; what these need comes with them.
MODULES = ("virtio_pci", "virtio_blk", "virtio-gpu", "bochs", "vkms")
WEEK = 7 * 24 * 3600
HERE = Path(__file__).resolve().parent


@dataclass
class Kernel:
    """A kernel ready to boot."""

    name: str  # tells one build from another
    vmlinux: Path
    initramfs: Path


def provide(cache: Path) -> Kernel:
    """The kernel of this Debian release with its initramfs, from the cache where it is there."""
    image, version = newest_kernel()
    name = f"{image}_{version}_{recipe_hash()}"
    folder = cache / name
    kernel = Kernel(name, folder / "vmlinux", folder / "initramfs.cpio")
    if not folder.is_dir():
        note(f"no {name} in the cache: building it")
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="building-", dir=cache) as scratch:
            made = Path(scratch) / "made"
            build(image, version, Path(scratch), made)
            made.rename(folder)
    return kernel


def recipe_hash() -> str:
    """Changes whenever what is made of the packages may change."""
    digest = hashlib.sha256()
    for path in (
        HERE / "kernel.py",
        HERE / "vkms.py",
        HERE / "initramfs.py",
        HERE / "guest" / "init",
        Path("/bin/busybox"),
    ):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def newest_kernel() -> tuple[str, str]:
    """The name and version of the package with the image of the release's own kernel."""
    for attempt in ("as it is", "with fresh lists"):
        depends = output(["apt-cache", "depends", "linux-image-amd64"])
        match = re.search(r"Depends: (linux-image-\S+)", depends)
        if match:
            shown = output(["apt-cache", "show", "--no-all-versions", match.group(1)])
            version = re.search(r"^Version: (\S+)", shown, re.M)
            if version:
                return match.group(1), version.group(1)
        if attempt == "as it is":
            refresh_package_lists()
    raise BenchError("apt knows no linux-image-amd64; are Debian's package sources configured?")


def refresh_package_lists() -> None:
    note("apt-get update")
    run((["sudo"] if os.geteuid() else []) + ["apt-get", "--quiet=2", "update"])


def build(image: str, version: str, scratch: Path, made: Path) -> None:
    release = image.removeprefix("linux-image-")
    series = ".".join(version.split(".")[:2])
    flavour = release.rsplit("-", 1)[1]
    headers = f"linux-headers-{release}"
    packages = [
        image,
        headers,
        f"linux-headers-{release.removesuffix('-' + flavour)}-common",
        f"linux-kbuild-{series}",
        f"linux-source-{series}",
    ]
    download(packages, scratch)
    made.mkdir()
    root = scratch / "root"
    for package in packages:
        unpack(only(scratch.glob(f"{package}_*.deb")), root)
    note("extracting vmlinux")
    (made / "vmlinux").write_bytes(extract_vmlinux((root / f"boot/vmlinuz-{release}").read_bytes()))
    vkms.add(root, series, release, headers)
    modules = module_files(root, release)
    initramfs.write_base(made / "initramfs.cpio", release, modules, scratch)


def download(packages: list[str], folder: Path) -> None:
    note("downloading " + " ".join(packages))
    command = ["apt-get", "--quiet=2", "-o", "APT::Sandbox::User=root", "download", *packages]
    try:
        run(command, cwd=folder, timeout=900)
    except BenchError:
        refresh_package_lists()
        run(command, cwd=folder, timeout=900)


def unpack(package: Path, root: Path) -> None:
    note(f"unpacking {package.name}")
    run(["dpkg-deb", "-x", str(package), str(root)])
    package.unlink()


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
    raise BenchError(f"the kernel is packed in an unknown way (it begins with {payload[:6].hex()})")


def module_files(root: Path, release: str) -> list[Path]:
    """The files of MODULES and of all they need."""
    run(["depmod", "-b", str(root), release])
    folder = root / "lib/modules" / release
    needs = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        file, _, others = line.partition(":")
        needs[module_name(file)] = [file, *others.split()]
    files = []
    for module in MODULES:
        if module_name(module) not in needs:
            raise BenchError(f"{release} has no module {module}")
        files += [file for file in needs[module_name(module)] if file not in files]
    return [folder / file for file in files]


def module_name(file: str) -> str:
    return Path(file).name.split(".")[0].replace("-", "_")


def only(found) -> Path:
    found = list(found)
    if len(found) != 1:
        raise BenchError(f"expected one file, found {found}")
    return found[0]


def forget_others(cache: Path, keep: Kernel) -> None:
    """Removes other kernels, what an interrupted run left, and snapshots unused for a week."""
    for path in cache.iterdir():
        if path.is_dir() and path.name.startswith(("linux-image-", "building-")):
            if path.name != keep.name:
                shutil.rmtree(path, ignore_errors=True)
        elif path.suffix == ".unfinished" or (
            path.suffix == ".snapshot" and time.time() - path.stat().st_mtime > WEEK
        ):
            path.unlink(missing_ok=True)
