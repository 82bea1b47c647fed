# SPDX-License-Identifier: Apache-2.0
"""The base of all guests: a small Debian, made once and kept in the cache for its recipe.

A folder of the cache holds the root file system as an image, an initramfs without a splash, and the
kernel twice: as the ELF image that QEMU starts at once, and as the bzImage that sets a mode of the
firmware's. The packages that a guest may install are a repository of files inside the image.
"""

import fcntl
import hashlib
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.append(str(ROOT / "Tests" / "Integration"))

from kms import kernel as kernels  # noqa: E402
from kms import packages  # noqa: E402
from kms.checks import GuestError  # noqa: E402
from kms.commands import output, run  # noqa: E402

SUITE = "bookworm"
KERNEL = ("6.1", "linux-image-amd64")
SYSTEM = (
    "systemd,systemd-sysv,udev,dbus,kmod,kbd,procps,apt,initramfs-tools,zstd,login,util-linux,"
    "cryptsetup,cryptsetup-initramfs,libpam-systemd"
)
# What can be installed inside: small packages to install, what ours depend on, and Plymouth.
REPOSITORY = (
    "hello tree figlet ncal libdrm2 libpng16-16 libsystemd0 libstdc++6 plymouth plymouth-label"
    " plymouth-themes",
    "dracut",  # conflicts with initramfs-tools
    "grub-pc",
    "packagekit packagekit-tools iproute2",
)
# Every module of the guests, with what it needs; nothing else of the kernel's is installed.
MODULES = (
    "virtio_pci virtio_blk virtio_input virtio_gpu bochs ext4 crc32c_generic crc32c_intel i8042 atkbd psmouse evdev autofs4"
    " dm_mod dm_crypt aesni_intel aes_generic xts ecb cbc sha256_generic algif_skcipher af_alg"
).split()
MASKED = (
    "systemd-hwdb-update.service apt-daily.timer apt-daily-upgrade.timer e2scrub_all.timer"
    " fstrim.timer dpkg-db-backup.timer e2scrub_reap.service systemd-timesyncd.service"
    " systemd-networkd-wait-online.service"
)
# What no test looks at, and a boot takes time for.
SLOW = (
    "dev-hugepages.mount dev-mqueue.mount sys-kernel-debug.mount kmod-static-nodes.service systemd-sysusers.service"
    " modprobe@configfs.service modprobe@efi_pstore.service modprobe@fuse.service modprobe@loop.service"
    " systemd-initctl.socket systemd-random-seed.service systemd-update-utmp.service"
    " systemd-update-utmp-runlevel.service"
)
# To compile their filters of system calls takes 0.5 s of the 6 s that a boot takes.
FILTERED = ("systemd-journald", "systemd-logind", "systemd-udevd")
UNFILTERED = """[Service]
SystemCallFilter=
SystemCallArchitectures=
RestrictAddressFamilies=
RestrictNamespaces=no
RestrictRealtime=no
RestrictSUIDSGID=no
MemoryDenyWriteExecute=no
LockPersonality=no
ProtectClock=no
ProtectHostname=no
ProtectKernelLogs=no
ProtectKernelModules=no
"""
# What no test reads: a third of the image.
UNUSED = (
    "usr/share/doc usr/share/man usr/share/locale usr/share/i18n usr/share/info usr/share/zoneinfo"
    " var/cache/apt usr/lib/udev/hwdb.bin usr/lib/udev/hwdb.d"
)
SPACE = 400  # MiB left in the image for what the tests install


@dataclass(frozen=True)
class Base:
    """A folder of the cache."""

    folder: Path

    @property
    def image(self) -> Path:
        """The root file system, ext4 without a partition table."""
        return self.folder / "root.img"

    @property
    def tree(self) -> Path:
        """The same as files, of which others are made; belongs to root."""
        return self.folder / "tree"

    @property
    def initramfs(self) -> Path:
        """As mkinitramfs made it without any splash, unpacked for a quicker start."""
        return self.folder / "initramfs"

    @property
    def vmlinux(self) -> Path:
        return self.folder / "vmlinux"

    @property
    def bzimage(self) -> Path:
        return self.folder / "vmlinuz"


def cache() -> Path:
    """Where bases and snapshots are kept; it may be removed at any time."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "flipbook" / "system"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Locked:
    """Two processes at once would make the same: the second waits and finds it made."""

    def __init__(self, name: str):
        self.path = cache() / f"{name}.lock"

    def __enter__(self):
        self.file = open(self.path, "w")
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_):
        self.file.close()


def provide(is_quick: bool = True) -> Base:
    """The base of this recipe, made where the cache has none.

    One that is not quick has all modules and services as Debian has them, for boots whose times are compared.
    """
    with Locked("base"):
        found = packages.newest(*KERNEL)
        kind = "" if is_quick else "-as-debian"
        folder = cache() / f"base-{found.release}_{found.version}_{recipe()}{kind}"
        if not folder.is_dir():
            with tempfile.TemporaryDirectory(prefix="building-", dir=cache()) as building:
                made = Path(building) / "made"
                made.mkdir()
                build(found, Path(building), made, is_quick)
                made.rename(folder)
        folder.touch()
        forget_others(folder)
        return Base(folder)


def recipe() -> str:
    """Changes whenever what is made may change."""
    digest = hashlib.sha256()
    for file in [Path(__file__), HERE.parent / "kms/guest/kmsclient.c", *files_of_guest()]:
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def files_of_guest() -> list[Path]:
    return sorted(file for file in (HERE / "guest").rglob("*") if file.is_file())


def forget_others(kept: Path) -> None:
    """Removes bases and what was made of them when nobody has used them for a week."""
    for path in cache().iterdir():
        if path != kept and path.suffix != ".lock" and kernels.age(path) > kernels.WEEK:
            as_root("rm", "-rf", path)


def build(found: packages.KernelPackages, scratch: Path, made: Path, is_quick: bool) -> None:
    tree = scratch / "tree"
    as_root("debootstrap", "--variant=minbase", f"--include={SYSTEM}", SUITE, tree, mirror())
    install_kernel(found, scratch, tree, made)
    repository(tree)
    configure(tree)
    if is_quick:
        make_quick(tree)
    as_root("chroot", tree, "apt-get", "-qq", "update")
    finish(tree, found.release, made)


def finish(tree: Path, release: str, made: Path) -> None:
    """Makes what boots of a tree of files."""
    as_root("chroot", tree, "update-initramfs", "-c", "-k", release, timeout=300)
    unpack_initramfs(tree / "boot" / f"initrd.img-{release}", made / "initramfs")
    for path in UNUSED.split():
        as_root("rm", "-rf", tree / path)
    as_root("mkdir", "-p", tree / "var/cache/apt/archives/partial")
    make_image(tree, made / "root.img")
    as_root("mv", tree, made / "tree")


def as_root(*command, timeout: int = 600) -> None:
    prefix = ["sudo"] if os.geteuid() else []
    run(prefix + [str(word) for word in command], timeout=timeout)


def mirror() -> str:
    """The mirror of Debian's own release that this machine's APT uses, no other archive for it."""
    form = "$(ORIGIN)|$(LABEL)|$(CODENAME)|$(COMPONENT)|$(SITE)"
    lines = output(["apt-get", "indextargets", "--format", form, "Created-By: Packages"])
    for line in lines.splitlines():
        named, _, site = line.rpartition("|")
        if named == f"Debian|Debian|{SUITE}|main" and site.startswith("http"):
            return site
    raise GuestError(f"APT has no source of Debian's {SUITE}")


def install_kernel(found, scratch: Path, tree: Path, made: Path) -> None:
    """The kernel for QEMU; in the guest its configuration and the modules of MODULES."""
    name = f"{found.image}={found.version}"
    folder = scratch / "kernel"
    folder.mkdir()
    run(["apt-get", "--quiet=2", "-o", "APT::Sandbox::User=root", "download", name], cwd=folder)
    place_kernel(next(folder.glob("*.deb")), found.release, scratch, tree, made)


def place_kernel(package: Path, release: str, scratch: Path, tree: Path, made: Path) -> None:
    """Puts a package's kernel where `install_kernel` says."""
    unpacked = scratch / "unpacked"
    run(["dpkg-deb", "-x", str(package), str(unpacked)], timeout=300)
    # Debian 13 has the modules below /usr.
    if (unpacked / "usr/lib/modules").is_dir():
        (unpacked / "usr/lib").rename(unpacked / "lib")
    image = (unpacked / f"boot/vmlinuz-{release}").read_bytes()
    (made / "vmlinuz").write_bytes(image)
    (made / "vmlinux").write_bytes(kernels.extract_vmlinux(image))
    modules = f"lib/modules/{release}"
    listed = wanted_modules(unpacked, release)
    for file in (unpacked / modules).rglob("*.ko*"):
        if file not in listed:
            file.unlink()
        elif file.suffix == ".xz":
            # Decompressed here, at the host's speed.
            run(["unxz", str(file)])
    as_root("mkdir", "-p", tree / "usr/lib/modules")
    as_root("cp", "-r", unpacked / modules, tree / "usr/lib/modules/")
    as_root("depmod", "-b", tree, release)
    for file in ("config", "vmlinuz"):
        as_root("cp", unpacked / f"boot/{file}-{release}", tree / "boot/")


def wanted_modules(root: Path, release: str) -> set[Path]:
    run(["depmod", "-b", str(root), release])
    folder = root / "lib/modules" / release
    needs = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        file, _, others = line.partition(":")
        needs[kernels.module_name(file)] = [file, *others.split()]
    # Some are part of the kernel.
    return {folder / file for name in MODULES for file in needs.get(name.replace("-", "_"), [])}


def repository(tree: Path) -> None:
    """Downloads packages with what they need beyond the guest's own; makes a repository of them."""
    archives = tree / "srv/repo"
    as_root("mkdir", "-p", archives / "partial")
    for together in REPOSITORY:
        as_root(
            "apt-get", "--quiet=2", "--yes", "--download-only", "--no-install-recommends",
            "-o", "APT::Sandbox::User=root", "-o", f"Dir::State::status={tree}/var/lib/dpkg/status",
            "-o", f"Dir::Cache::archives={archives}", "-o", "Debug::NoLocking=1",
            "-o", "DPkg::Post-Invoke=", "install", "--reinstall", *together.split(),
        )  # fmt: skip
    index = output(["sh", "-c", f"cd '{archives}' && dpkg-scanpackages -m . 2>/dev/null"])
    assert re.search("^Package: hello$", index, re.M), "the guests' repository is empty"
    write(tree / "srv/repo/Packages", index)
    as_root("rm", "-rf", tree / "var/lib/apt/lists")
    as_root("mkdir", "-p", tree / "var/lib/apt/lists/partial")
    write(tree / "etc/apt/sources.list", "deb [trusted=yes] file:/srv/repo ./\n")


def configure(tree: Path) -> None:
    write(tree / "etc/hostname", "guest\n")
    write(tree / "etc/hosts", "127.0.0.1 localhost guest\n")
    write(tree / "etc/fstab", "/dev/vda / ext4 errors=remount-ro 0 1\n")
    write(tree / "etc/machine-id", "0123456789abcdef0123456789abcdef\n")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "kmsclient"
        flags = output(["pkg-config", "--cflags", "--libs", "libdrm"]).split()
        source = ROOT / "Tests/Integration/kms/guest/kmsclient.c"
        run(["cc", "-O2", "-Wall", "-Werror", str(source), "-o", str(program), *flags])
        as_root("install", "-m", "755", program, tree / "usr/local/sbin/kmsclient")
    # The files of guest/ have the paths that they have in the guest.
    for file in files_of_guest():
        path = file.relative_to(HERE / "guest")
        mode = "755" if os.access(file, os.X_OK) else "644"
        as_root("install", "-D", "-m", mode, file, tree / path)
    as_root("chroot", tree, "sh", "-c", "echo root:root | chpasswd")
    units = [file.name for file in files_of_guest() if b"[Install]" in file.read_bytes()]
    as_root("chroot", tree, "systemctl", "-q", "enable", *units)
    as_root("chroot", tree, "systemctl", "-q", "mask", *MASKED.split())
    # A small archive quickly: it is unpacked on the host before it boots.
    as_root("sed", "-i", "s/^#* *COMPRESSLEVEL=.*/COMPRESSLEVEL=1/", tree / "etc/initramfs-tools/initramfs.conf")


def make_quick(tree: Path) -> None:
    """Leaves out what the processor of a guest without KVM is busy with for a quarter of a boot."""
    for module in (tree / "usr/lib/modules").rglob("*.ko"):
        # Signatures, and types for BPF, which the kernel checks.
        as_root("objcopy", "--strip-debug", "--remove-section=.BTF", "--remove-section=.BTF_ids", module)
    as_root("chroot", tree, "systemctl", "-q", "mask", *SLOW.split())
    for name in FILTERED:
        write(tree / f"etc/systemd/system/{name}.service.d/unfiltered.conf", UNFILTERED)


def write(file: Path, text: str) -> None:
    """Writes a file that belongs to root."""
    with tempfile.NamedTemporaryFile("w") as made:
        made.write(text)
        made.flush()
        as_root("install", "-D", "-m", "644", made.name, file)


def unpack_initramfs(packed: Path, unpacked: Path) -> None:
    """Decompresses an initramfs: the kernel takes it so, too, and a guest unpacks slowly."""
    data = packed.read_bytes()
    if data.startswith(b"\x28\xb5\x2f\xfd"):
        data = kernels.filtered(["zstd", "--decompress", "--stdout"], data)
    assert data.startswith(b"070701"), f"{packed} is no initramfs of one part"
    unpacked.write_bytes(data)


def make_image(tree: Path, image: Path) -> None:
    size = int(output(["sudo"] * bool(os.geteuid()) + ["du", "-sm", str(tree)]).split()[0])
    with open(image, "wb") as file:
        file.truncate((size + SPACE) << 20)
    as_root("mkfs.ext4", "-q", "-F", "-d", tree, image)
    as_root("chown", f"{os.geteuid()}", image)
