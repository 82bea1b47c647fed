# SPDX-License-Identifier: Apache-2.0
"""Debian 13 with programs that take the display after a splash, and with our packages.

A base as that of base.py, kept in the cache beside it, with compositors and display managers. None of them starts by
itself: the kernel's command line names a unit (systemd.wants=). The files of the folder desktop/ and those of a test
come into /run by a further archive of the initramfs; systemd reads units there.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import base as bases
import install
from base import HERE, Base, Locked, as_root, cache, output, write

SUITE = "trixie"
SYSTEM = (
    "systemd,systemd-sysv,udev,dbus,kmod,kbd,procps,apt,initramfs-tools,busybox,zstd,login,util-linux,libpam-systemd"
)
# With what our packages depend on: they are installed without a network.
PROGRAMS = (
    "weston cage sway greetd gtkgreet lightdm lightdm-gtk-greeter xserver-xorg-core"
    " xserver-xorg-input-libinput foot fonts-dejavu-core libdrm2 libpng16-16t64 libsystemd0 libstdc++6"
)
USER = "kiosk"


@dataclass(frozen=True)
class Desktop:
    """A folder of the cache: Debian 13 with compositors and our packages, none of which is started yet."""

    base: Base
    folder: Path

    @property
    def image(self) -> Path:
        return self.folder / "root.img"

    @property
    def initramfs(self) -> Path:
        return self.folder / "initramfs"


def provide() -> Desktop:
    """The system with our packages, made where the cache has none."""
    base = provide_base()
    files = install.packages()
    digest = hashlib.sha256(base.folder.name.encode())
    for file in [Path(install.__file__), *files]:
        digest.update(file.read_bytes())
    made = Desktop(base, cache() / f"desktop-installed-{digest.hexdigest()[:12]}")
    with Locked("desktop-installed"):
        if not made.folder.is_dir():
            with tempfile.TemporaryDirectory(prefix="building-", dir=cache()) as building:
                draft = install.Installed(base, Path(building) / "made", files)
                draft.folder.mkdir()
                install.install(draft)
                as_root("rm", "-rf", draft.tree)
                draft.folder.rename(made.folder)
        made.folder.touch()
    return made


def provide_base() -> Base:
    """The system without our packages."""
    with Locked("desktop"):
        folder = cache() / f"desktop-{recipe()}"
        if not folder.is_dir():
            with tempfile.TemporaryDirectory(prefix="building-", dir=cache()) as building:
                made = Path(building) / "made"
                made.mkdir()
                build(Path(building), made)
                made.rename(folder)
        folder.touch()
        return Base(folder)


def recipe() -> str:
    digest = hashlib.sha256(bases.recipe().encode())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()[:12]


def build(scratch: Path, made: Path) -> None:
    tree = scratch / "tree"
    as_root("debootstrap", "--variant=minbase", f"--include={SYSTEM}", SUITE, tree, bases.mirror())
    as_root("cp", "/etc/resolv.conf", tree / "etc/resolv.conf")
    # No package's script starts anything.
    write(tree / "usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n")
    as_root("chmod", "755", tree / "usr/sbin/policy-rc.d")
    install.in_tree(tree, f"apt-get -q update; apt-get -q -y --no-install-recommends install {PROGRAMS}")
    release = place_kernel(scratch, tree, made)
    as_root("rm", tree / "usr/sbin/policy-rc.d")
    bases.configure(tree)
    install.in_tree(tree, CONFIGURE)
    bases.make_quick(tree)
    write(tree / "etc/apt/sources.list", "")
    as_root("rm", "-rf", tree / "var/lib/apt/lists")
    as_root("mkdir", "-p", tree / "var/lib/apt/lists/partial")
    bases.finish(tree, release, made)


# None of them starts unless a test says so.
CONFIGURE = rf"""
useradd --create-home --shell /bin/bash {USER}
systemctl -q disable lightdm.service greetd.service 2>/dev/null || true
rm -f /etc/systemd/system/display-manager.service
systemctl -q set-default graphical.target
mkdir -p /etc/lightdm/lightdm.conf.d
ln -s /run/handover/lightdm.conf /etc/lightdm/lightdm.conf.d/test.conf
printf '[greeter]\nbackground=#204060\n' >/etc/lightdm/lightdm-gtk-greeter.conf
# Without it X loads 120 MB of a renderer, to find that the display has no need of it.
mkdir -p /etc/X11/xorg.conf.d
printf 'Section "Device"\nIdentifier "display"\nDriver "modesetting"\nOption "AccelMethod" "none"\nEndSection\n' \
  >/etc/X11/xorg.conf.d/test.conf
fc-cache -s
"""


def place_kernel(scratch: Path, tree: Path, made: Path) -> str:
    """The suite's kernel, as the base of the other guests has it."""
    script = "cd /tmp; apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: linux-image-//p'"
    release = install.in_tree(tree, script).strip()
    install.in_tree(tree, f"cd /tmp; apt-get -q -o APT::Sandbox::User=root download linux-image-{release}")
    package = next((tree / "tmp").glob("linux-image-*.deb"))
    bases.place_kernel(package, release, scratch, tree, made)
    as_root("rm", package)
    return release


def with_files(initramfs: Path, files: dict[str, str], made: Path) -> Path:
    """An initramfs with further files, by their paths there; those of test-run/ come into /run of the system.

    The files of desktop/ are always among these.
    """
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(HERE / "desktop", Path(folder) / "test-run")
        for path, text in files.items():
            file = Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        names = output(["sh", "-c", f"cd '{folder}' && find * "])
        command = ["cpio", "--quiet", "-o", "-H", "newc", "-R", "0:0"]
        archive = subprocess.run(command, cwd=folder, input=names.encode(), capture_output=True, check=True).stdout
    shutil.copyfile(initramfs, made)
    with open(made, "ab") as file:
        # The kernel looks for an archive at multiples of four.
        file.write(b"\0" * (-os.path.getsize(made) % 4) + archive)
    return made
