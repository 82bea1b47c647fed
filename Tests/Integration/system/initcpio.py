# SPDX-License-Identifier: Apache-2.0
"""Small systems: an initramfs with the files of packaging/arch, and a root that has little more than busybox.

They boot in a fraction of the time that a Debian takes. mkinitcpio itself is no package of Debian's: initcpio/mkinitcpio has
the functions that its manual page documents.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from base import HERE, ROOT, Base, as_root, run

PACKAGING = ROOT / "packaging"
BUSYBOX = Path("/bin/busybox")
# As a hook of mkinitcpio for disks and keyboards would add them.
MODULES = ("virtio_pci", "virtio_blk", "ext4", "i8042", "atkbd", "crc32c_generic")


def tarball(folder: Path, daemon: str) -> Path:
    """What a release's tarball unpacks to, with another daemon."""
    version = (ROOT / "VERSION").read_text().strip()
    unpacked = folder / f"flipbookd-{version}-amd64-linux-musl"
    install = [ROOT / "Scripts/install", "--no-tool", "--units", "/usr/lib/systemd/system"]
    run([str(word) for word in [*install, "--daemon", daemon, "--destdir", unpacked]])
    documents = unpacked / "usr/share/doc/flipbookd"
    documents.mkdir(parents=True)
    for file in (ROOT / "LICENSE", PACKAGING / "NOTICES"):
        shutil.copy(file, documents)
    return unpacked


# makepkg does not run as root.
MAKE = """
cp {recipe}/* .
tar -cJf {name}.tar.xz -C {folder} {name}
chmod -R a+rwX .
setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=$PWD sh -ec '
    makepkg --geninteg >>PKGBUILD
    makepkg --nodeps'
mkdir -p {target}/var/lib/pacman
pacman -U --root {target} --dbpath {target}/var/lib/pacman --cachedir . --noconfirm --nodeps *.pkg.tar.*
"""


def package(folder: Path, daemon: str) -> Path:
    """A root in which makepkg and pacman have installed the package of packaging/arch."""
    unpacked, target = tarball(folder, daemon), folder / "package"
    # pytest's folders are closed for other users.
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o777)
        script = MAKE.format(recipe=PACKAGING / "arch", name=unpacked.name, folder=folder, target=target)
        as_root("env", "--chdir", made, "sh", "-ec", script)
    return target


def image(folder: Path, base: Base, package: Path, kind: str = "udev", settings: str = "", modules=()) -> Path:
    """Makes an image in a root of Debian's programs that has the package; gives the folder of its files."""
    release = next((base.tree / "usr/lib/modules").iterdir()).name
    shutil.copy(HERE / "initcpio/mkinitcpio", package / "mkinitcpio")
    made = folder / f"image-{kind}"
    made.mkdir()
    (package / "etc/flipbook/initramfs.conf").write_text(settings)
    script = f"""
        mount -t tmpfs none {folder}/layer
        mkdir {folder}/layer/upper {folder}/layer/work {folder}/layer/root
        mount -t overlay overlay {folder}/layer/root \
            -o lowerdir={package}:{base.tree},upperdir={folder}/layer/upper,workdir={folder}/layer/work
        mkdir {folder}/layer/root/image
        mount --bind {made} {folder}/layer/root/image
        mount --bind /dev {folder}/layer/root/dev
        mount --bind /proc {folder}/layer/root/proc
        exec chroot {folder}/layer/root /mkinitcpio {release} /image {kind} {' '.join([*MODULES, *modules])}"""
    (folder / "layer").mkdir(exist_ok=True)
    environment = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    as_root(*environment, "unshare", "--mount", "sh", "-ec", script)
    return made


def boots(made: Path) -> Path:
    """Adds what the hook 'base' has, and the tests' first process; gives the file for QEMU."""
    shutil.copy(BUSYBOX, made / "usr/bin/busybox")
    shutil.copy(HERE / "initcpio/init", made / "init")
    (made / "answer").write_text('#!/usr/bin/sh\nread -r word\n[ "$word" = secret ]\n')
    (made / "answer").chmod(0o755)
    return pack(made)


def pack(made: Path) -> Path:
    """An archive as the kernel unpacks it."""
    file = made.with_suffix(".cpio")
    run(["sh", "-ec", f"cd {made}; find . | cpio --quiet -o -H newc >{file}"])
    return file


def small_root(folder: Path, package: Path, base: Base) -> Path:
    """A file system with busybox and the package."""
    tree, file = folder / "root", folder / "root.img"
    as_root("cp", "-a", package, tree)
    for name in ("proc", "sys", "dev", "run", "bin", "lib64"):
        (tree / name).mkdir(exist_ok=True)
    shutil.copy(BUSYBOX, tree / "bin/busybox")
    shutil.copy(HERE / "initcpio/root-init", tree / "init")
    add_libraries(tree, base, tree / "usr/bin/flipbookd")
    with open(file, "wb") as image:
        image.truncate(24 << 20)
    run(["mkfs.ext4", "-q", "-F", "-d", str(tree), str(file)])
    return file


def add_libraries(tree: Path, base: Base, *programs: Path) -> None:
    """What programs are linked with, from Debian's files."""
    for program in programs:
        listed = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
        for word in listed.split():
            if word.startswith("/") and not (tree / word[1:]).exists():
                (tree / word[1:]).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(base.tree / word[1:], tree / word[1:])
