"""Debian's kernel, taken out of its packages: a vmlinux that QEMU starts at once, and the modules the guests load.

Nothing is installed. Everything made here is kept under the cache folder, in a folder named for what it was made from.
"""
import gzip
import hashlib
import lzma
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import initramfs
from report import BenchError, note

# What the guests load by name; what these need comes with them.
MODULES = ("virtio_pci", "virtio_blk", "virtio-gpu", "bochs", "vkms")
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
    for path in (HERE / "kernel.py", HERE / "initramfs.py", HERE / "guest" / "init", Path("/bin/busybox")):
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
        image, headers, f"linux-headers-{release.removesuffix('-' + flavour)}-common", f"linux-kbuild-{series}",
        f"linux-source-{series}",
    ]
    download(packages, scratch)
    made.mkdir()
    root = scratch / "root"
    for package in packages:
        unpack(only(scratch.glob(f"{package}_*.deb")), root)
    note("extracting vmlinux")
    (made / "vmlinux").write_bytes(extract_vmlinux((root / f"boot/vmlinuz-{release}").read_bytes()))
    add_vkms(root, series, release, headers)
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
    """The ELF image inside a bzImage: it has a PVH entry, and QEMU starts it without the slow decompressor.

    Offsets from the x86 boot protocol's setup header: setup_sects 0x1f1, payload_offset 0x248, payload_length 0x24c.
    """
    setup_sectors = bzimage[0x1F1] or 4
    start = (setup_sectors + 1) * 512 + int.from_bytes(bzimage[0x248:0x24C], "little")
    payload = bzimage[start : start + int.from_bytes(bzimage[0x24C:0x250], "little")]
    if payload.startswith(b"\xfd7zXZ"):
        return lzma.decompress(payload[:-4])  # the last four bytes are the unpacked size
    if payload.startswith(b"\x1f\x8b"):
        return gzip.decompress(payload)
    raise BenchError(f"the kernel is packed in an unknown way (it begins with {payload[:6].hex()})")


def add_vkms(root: Path, series: str, release: str, headers: str) -> None:
    """Debian ships no vkms: builds it from Debian's source against Debian's headers, as a module."""
    target = root / f"lib/modules/{release}/kernel/drivers/gpu/drm/vkms"
    if target.is_dir():
        return
    note("building vkms")
    source = root / "usr/src"
    folder = f"linux-source-{series}/drivers/gpu/drm/vkms"
    run(["tar", "-xf", f"linux-source-{series}.tar.xz", folder], cwd=source)
    add_options(source / folder)
    # The headers' Makefile names the place where the package would be installed.
    makefile = source / headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src/", f"{source}/"))
    run(["make", "-C", str(source / headers), f"M={source / folder}", "CONFIG_DRM_VKMS=m", "modules"], timeout=300)
    target.mkdir()
    run(["strip", "--strip-debug", "-o", str(target / "vkms.ko"), str(source / folder / "vkms.ko")])


def add_options(folder: Path) -> None:
    """Gives vkms the parameters that the checks need.

    no_atomic makes it a driver that paces its flips but knows no atomic commits; width, height and rate say its only
    mode, so that a small one leaves the guest the time to compute the checksum of every frame.
    """
    replace(
        folder / "vkms_drv.c",
        ("static const struct drm_driver vkms_driver = {", NO_ATOMIC_VARIABLE + "static struct drm_driver vkms_driver = {"),
        ("static int __init vkms_init(void)\n{", NO_ATOMIC_INIT))
    replace(
        folder / "vkms_output.c",
        ("static int vkms_conn_get_modes(struct drm_connector *connector)\n{\n\tint count;\n", MODE_OPTIONS))


NO_ATOMIC_VARIABLE = """static bool no_atomic;
module_param(no_atomic, bool, 0444);
"""
NO_ATOMIC_INIT = """static int vkms_begin(void);
static int __init vkms_init(void)
{
	if (no_atomic)
		vkms_driver.driver_features &= ~DRIVER_ATOMIC;
	return vkms_begin();
}

static int vkms_begin(void)
{"""
MODE_OPTIONS = """static unsigned int width, height, rate = 60;
module_param(width, uint, 0444);
module_param(height, uint, 0444);
module_param(rate, uint, 0444);

static int vkms_conn_get_modes(struct drm_connector *connector)
{
	int count;

	if (width && height) {
		struct drm_display_mode *mode = drm_mode_create(connector->dev);

		if (!mode)
			return 0;
		mode->type = DRM_MODE_TYPE_DRIVER | DRM_MODE_TYPE_PREFERRED;
		mode->hdisplay = width;
		mode->hsync_start = width + 16;
		mode->hsync_end = width + 32;
		mode->htotal = width + 80;
		mode->vdisplay = height;
		mode->vsync_start = height + 2;
		mode->vsync_end = height + 4;
		mode->vtotal = height + 10;
		mode->clock = mode->htotal * mode->vtotal * rate / 1000;
		drm_mode_set_name(mode);
		drm_mode_probed_add(connector, mode);
		return 1;
	}
"""


def replace(file: Path, *changes: tuple[str, str]) -> None:
    """Replaces text that must be there, once."""
    text = file.read_text()
    for old, new in changes:
        if text.count(old) != 1:
            raise BenchError(f"{file.name} is not as expected: '{old.splitlines()[0]}' is there {text.count(old)} times")
        text = text.replace(old, new)
    file.write_text(text)


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


def output(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout


def run(command: list[str], cwd: Path = None, timeout: int = 120) -> None:
    """Runs a command to its end; what it printed is shown only where it fails."""
    try:
        done = subprocess.run(
            command, cwd=cwd, timeout=timeout, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
    except FileNotFoundError:
        raise BenchError(f"no {command[0]} here; run Scripts/setup test") from None
    except subprocess.TimeoutExpired:
        raise BenchError(f"took over {timeout} s: {' '.join(command)}") from None
    if done.returncode:
        raise BenchError(f"failed: {' '.join(command)}\n{done.stdout[-3000:]}")


def forget_others(cache: Path, keep: Kernel) -> None:
    """Removes kernels of older versions and what an interrupted run left."""
    for folder in cache.iterdir():
        if folder.is_dir() and folder.name.startswith(("linux-image-", "building-")) and folder.name != keep.name:
            shutil.rmtree(folder, ignore_errors=True)
