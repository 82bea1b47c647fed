# SPDX-License-Identifier: Apache-2.0
"""A small system with busybox and OpenRC, as Alpine has it, with the files of packaging/alpine."""

import shutil
from pathlib import Path

import initcpio
from base import HERE, ROOT, Base, as_root, run
from kms.commands import output

PACKAGES = ("openrc", "libeinfo1", "librc1")


def package(folder: Path, daemon: str) -> Path:
    """The package of packaging/alpine: its own function installs the files of a tarball, with another daemon."""
    initcpio.tarball(folder, daemon)
    target = folder / "package"
    alpine = ROOT / "packaging/alpine"
    for file in alpine.iterdir():
        shutil.copy(file, folder)
    run(["busybox", "sh", "-euc", f"srcdir={folder}; pkgdir={target}; . {alpine}/APKBUILD; package"])
    return target


def initramfs(folder: Path, base: Base, package: Path) -> Path:
    """What mkinitfs makes of a feature: the files and drivers that its two lists name; here not all of those."""
    made = folder / "initramfs"
    features = package / "etc/mkinitfs/features.d"
    for name in ("usr/bin", "usr/sbin", "usr/lib", "etc"):
        (made / name).mkdir(parents=True)
    for name in ("bin", "sbin", "lib"):
        (made / name).symlink_to(f"usr/{name}")
    (made / "lib64").symlink_to("usr/lib")
    own = package / "usr/share/mkinitfs/initramfs-init"
    own.parent.mkdir()
    shutil.copy(HERE / "openrc/initramfs-init", own)
    for line in (features / "flipbook.files").read_text().split():
        for file in package.glob(line[1:]):
            target = made / file.relative_to(package)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target, follow_symlinks=False)
    shutil.copy(initcpio.BUSYBOX, made / "usr/bin/busybox")
    (made / "usr/bin/sh").symlink_to("busybox")
    initcpio.add_libraries(made, base, made / "usr/sbin/flipbookd")
    modules = base.tree / "usr/lib/modules"
    release = next(modules.iterdir()).name
    listed = (features / "flipbook.modules").read_text().split()
    assert any((modules / release / line).rglob("bochs.ko") for line in listed)
    shutil.copytree(modules, made / "usr/lib/modules")
    # As 'init=' of mkinitfs.conf has it.
    shutil.copy(package / "usr/share/flipbook/initramfs/init", made / "init")
    return initcpio.pack(made)


def root(folder: Path, base: Base, package: Path) -> Path:
    """A file system with the package, busybox, and OpenRC from Debian's packages."""
    tree, file = folder / "root", folder / "root.img"
    download = folder / "download"
    download.mkdir()
    run(["apt-get", "--quiet=2", "-o", "APT::Sandbox::User=root", "download", *PACKAGES], cwd=download)
    tree.mkdir()
    for archive in download.glob("*.deb"):
        run(["dpkg-deb", "-x", str(archive), str(tree)])
    as_root("cp", "-a", f"{package}/.", tree)
    for name in ("proc", "sys", "dev", "run", "tmp", "bin", "sbin", "lib", "lib64"):
        (tree / name).mkdir(exist_ok=True)
    run(["/bin/busybox", "sh", str(HERE / "openrc/services"), str(tree)])
    shutil.copy(initcpio.BUSYBOX, tree / "bin/busybox")
    for applet in output([str(initcpio.BUSYBOX), "--list"]).split():
        if not any((tree / name / applet).exists() for name in ("bin", "sbin", "usr/bin", "usr/sbin")):
            (tree / "bin" / applet).symlink_to("busybox")
    (tree / "sbin/init").symlink_to("../bin/busybox")
    (tree / "etc/fstab").touch()
    programs = [tree / "usr/sbin/flipbookd", *(tree / "sbin").glob("*rc*"), *(tree / "lib/rc/bin").iterdir()]
    initcpio.add_libraries(tree, base, *programs)
    with open(file, "wb") as image:
        image.truncate(48 << 20)
    run(["mkfs.ext4", "-q", "-F", "-d", str(tree), str(file)])
    return file
