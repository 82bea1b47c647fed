# SPDX-License-Identifier: Apache-2.0
"""A small system with busybox's init and start scripts, as Buildroot makes it, with the package of packaging/buildroot."""

import shutil
from pathlib import Path

import initcpio
from base import HERE, ROOT, Base, run
from kms.commands import output

# Buildroot's macros, as far as the package uses them.
MAKEFILE = """
qstrip = $(strip $(subst ",,$(1)))
INSTALL = install
generic-package =
BR2_x86_64 = y
FLIPBOOK_PKGDIR = {package}
TARGET_DIR = {target}
include {package}/flipbook.mk
{unpacked}/installed:
\t$(FLIPBOOK_INSTALL_TARGET_CMDS)
\t$(FLIPBOOK_INSTALL_INIT_SYSV)
"""


def image(folder: Path, base: Base, daemon: str) -> Path:
    """An initramfs that is the whole system."""
    unpacked, target = initcpio.tarball(folder, daemon), folder / "target"
    makefile = folder / "Makefile"
    makefile.write_text(MAKEFILE.format(
        package=ROOT / "packaging/buildroot/package/flipbook", target=target, unpacked=unpacked))
    for name in ("proc", "sys", "dev", "run", "tmp", "etc/init.d", "usr/bin", "usr/sbin", "usr/lib"):
        (target / name).mkdir(parents=True)
    for name in ("bin", "sbin", "lib"):
        (target / name).symlink_to(f"usr/{name}")
    (target / "lib64").symlink_to("usr/lib")
    run(["make", "-f", str(makefile)])
    (target / "etc/flipbook/flipbook.conf").write_text('FLIPBOOK_OPTIONS="--animation ring"\n')
    for name in ("inittab", "init.d/rcS", "init.d/rcK", "init.d/S50work"):
        shutil.copy(HERE / "buildroot" / Path(name).name, target / "etc" / name)
    shutil.copy(initcpio.BUSYBOX, target / "usr/bin/busybox")
    for applet in output([str(initcpio.BUSYBOX), "--list"]).split():
        if not any((target / name / applet).exists() for name in ("usr/bin", "usr/sbin")):
            (target / "usr/bin" / applet).symlink_to("busybox")
    (target / "usr/sbin/init").symlink_to("../bin/busybox")
    (target / "init").symlink_to("usr/sbin/init")
    initcpio.add_libraries(target, base, target / "usr/sbin/flipbookd")
    shutil.copytree(base.tree / "usr/lib/modules", target / "usr/lib/modules")
    return initcpio.pack(target)
