# SPDX-License-Identifier: Apache-2.0
"""Our packages in a guest: installed by APT inside, booted with them, and kept so."""

import hashlib
import json
import os
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from base import ROOT, Base, Locked, as_root, cache, make_image, run, unpack_initramfs
from guest import TIMEOUT_FACTOR, Disk, Guest, Hardware
from kms.checks import GuestError
from run_options import chosen

NAMES = ("flipbookd", "flipbook", "flipbook-plymouth")


@dataclass
class Boot:
    """What was seen of a boot from outside and inside."""

    shots: list = field(default_factory=list)  # (seconds on the host, file)
    facts: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Installed:
    """A folder of the cache: the guest with our packages."""

    base: Base
    folder: Path
    packages: tuple

    @property
    def tree(self) -> Path:
        """The same as files; belongs to root."""
        return self.folder / "tree"

    @property
    def disk(self) -> Path:
        """The root file system, ext4."""
        return self.folder / "root.img"

    @property
    def initramfs(self) -> Path:
        """As the guest's own update-initramfs made it, unpacked."""
        return self.folder / "initramfs"

    @property
    def running_disk(self) -> Path:
        """The root file system as it is while the guest of `state` runs."""
        return self.folder / "running.qcow2"

    @property
    def state(self) -> Path:
        """The guest some seconds after its boot with `splash`."""
        return self.folder / "state"

    @property
    def log(self) -> str:
        """What APT printed."""
        return (self.folder / "apt.log").read_text()

    @property
    def boot(self) -> Boot:
        """The boot to `state`."""
        return Boot(**json.loads((self.folder / "boot.json").read_text()))


def packages() -> tuple:
    """The packages that are installed."""
    return tuple(package(name) for name in NAMES)


def package(name: str) -> Path:
    """A package to test."""
    folder = Path(chosen.packages)
    files = sorted(folder.glob(f"{name}_[0-9]*.deb"))
    option = " --theme" if name == "flipbook-theme" else ""
    assert len(files) == 1, f"{folder} has {len(files)} packages {name}; run Scripts/package{option}"
    return files[0]


def provide(base: Base) -> Installed:
    """The guest with our packages, made where the cache has none."""
    files = packages()
    digest = hashlib.sha256(base.folder.name.encode())
    for file in [Path(__file__), Path(__file__).with_name("guest.py"), *files]:
        digest.update(file.read_bytes())
    folder = cache() / f"installed-{digest.hexdigest()[:12]}"
    with Locked("installed"):
        installed = Installed(base, folder, files)
        if not (folder / "boot.json").exists():
            as_root("rm", "-rf", folder)
            folder.mkdir()
            install(installed)
            boot(installed)
        folder.touch()
    return installed


def install(installed: Installed) -> None:
    """Installs in a tree of files, at the host's speed; update-initramfs takes minutes in a guest."""
    base, folder = installed.base, installed.folder
    tree = folder / "tree"
    as_root("cp", "-a", base.tree, tree)
    as_root("mkdir", "-p", tree / "root/in")
    for file in installed.packages:
        as_root("cp", file, tree / "root/in")
    text = in_tree(tree, "cd /root/in; apt-get -y install ./flipbook*.deb 2>&1; rm -r /root/in")
    (folder / "apt.log").write_text(text)
    unpack_initramfs(initramfs_of(tree), installed.initramfs)
    make_image(tree, installed.disk)


def in_tree(tree: Path, script: str) -> str:
    """Runs a script of the shell in a tree of files; gives what it printed."""
    command = ["sudo"] * bool(os.geteuid())
    command += ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive"]
    command += ["LC_ALL=C", "chroot", str(tree), "sh", "-ec", script]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, f"'{script}' gave {done.returncode}: {done.stdout[-3000:]}"
    return done.stdout


def initramfs_of(tree: Path) -> Path:
    return next((tree / "boot").glob("initrd.img-*"))


def boot(installed: Installed) -> None:
    """Boots with the splash, looks on, and keeps the guest as it is then."""
    seen = Boot()
    Disk(installed.running_disk, installed.disk)
    with Guest(installed.base, Hardware(installed.initramfs), installed.running_disk) as guest:
        guest.name = "boot"
        seen.shots = watch_boot(guest, 1.0)
        guest.wait_for_agent()
        facts = seen.facts
        facts["pid in the initramfs"] = guest.sh("cat /run/test-initramfs-pid", check=False)
        facts["running"] = guest.wait_until_running()
        # Noted when the daemon that the unit starts had found the first one, and had ended.
        facts["pids in the real root"] = [int(pid) for pid in guest.sh("cat /run/test-processes").split()]
        for name, line in FACTS.items():
            facts[name] = guest.sh(line, check=False)
        # All guests that begin with this state would have that clock.
        assert not guest.is_fast(), "the clock of the guest is fast"
        guest.freeze(installed.state)
    (installed.folder / "boot.json").write_text(json.dumps(seen.__dict__, indent=2, default=str))


FACTS = {
    "failed units": "systemctl --failed --no-legend",
    "jobs": "systemctl list-jobs --no-legend",
    "critical chain": "systemd-analyze critical-chain --no-pager",
    "time": "systemd-analyze time",
    "processes after": "pgrep '^@?flipbookd$'",
    "terminal": "fgconsole",
    "journal": "journalctl -b -o short-monotonic --no-pager | grep -iE 'flipbook|plymouth'",
    "warnings": "journalctl -b -p warning -o short-monotonic --no-pager | grep -iE 'flipbook|plymouth'",
    "units": "systemctl show -p Id,ActiveState,Result,NRestarts plymouth-start plymouth-quit"
    " plymouth-quit-wait plymouth-read-write getty@tty1",
    "run": "ls /run/plymouth /run/flipbook*",
}


def watch_boot(guest: Guest, every: float, timeout: float = 120) -> list:
    """Saves the display now and then until the guest takes orders; each change once."""
    shots, last = [], None
    end = time.monotonic() + timeout * TIMEOUT_FACTOR
    while not guest.has_agent() and time.monotonic() < end:
        frame = guest.frame()
        if frame != last:
            last = frame
            shots.append((time.monotonic() - guest.began, guest.keep(f"{len(shots):03}")))
        time.sleep(every)
    return shots


def seconds_to_login(guest: Guest) -> float:
    """Guest time from the kernel's start until the first terminal's login prompt was started.

    Without the time in which there was nothing to do but to wait for the disk: that is the host's, and
    long where others use its processors.
    """
    guest.wait_for("systemctl is-active getty@tty1.service")
    login = int(guest.sh("systemctl show -P ActiveEnterTimestampMonotonic getty@tty1.service")) / 1e6
    waited = int(guest.sh("head -n 1 /proc/stat").split()[5]) / 100
    print(f"login after {login:.2f} s, of which it waited {waited:.2f} s for the disk")
    return login - waited


def seconds_without_splash(installed: Installed, words: str, start) -> float:
    """What `seconds_to_login` gives for a boot of `start` without a splash; measured once."""
    kept = installed.folder / f"login{words}"
    with Locked(kept.name):
        if not kept.exists():
            guest = start()
            guest.wait_for_agent()
            assert guest.wait_until_running() == "running"
            assert guest.pids() == []
            kept.write_text(str(seconds_to_login(guest)))
            guest.end()
    return float(kept.read_text())


@dataclass(frozen=True)
class Variant:
    """The installed system after some changes, in a folder of its own."""

    folder: Path

    @property
    def image(self) -> Path:
        return self.folder / "root.img"

    @property
    def initramfs(self) -> Path:
        return self.folder / "initramfs"


REBUILD = "update-initramfs -u"


def variant(parent: Path, tree: Path, script: str, rebuild: str = REBUILD) -> Variant:
    """What boots of a tree of files after a script in it, kept in a folder of the cache's."""
    digest = hashlib.sha256(f"{script}\n{rebuild}".encode() + Path(__file__).read_bytes()).hexdigest()[:12]
    made = Variant(parent / f"variant-{digest}")
    with Locked(f"variant-{digest}"):
        if not made.folder.is_dir():
            with tempfile.TemporaryDirectory(prefix="building-", dir=parent) as building:
                make_variant(Path(building), tree, f"{script}\n{rebuild}").folder.rename(made.folder)
    return made


def make_variant(scratch: Path, tree: Path, script: str, files: dict[str, Path] | None = None) -> Variant:
    """Copies a tree of files, puts files there by their paths, runs a script in it, and makes what boots of that."""
    copy, made = scratch / "tree", Variant(scratch / "made")
    made.folder.mkdir()
    as_root("cp", "-a", tree, copy)
    try:
        for path, file in (files or {}).items():
            as_root("install", "-D", "-m", "644", file, copy / path)
        (made.folder / "log").write_text(in_tree(copy, script))
        unpack_initramfs(initramfs_of(copy), made.initramfs)
        make_image(copy, made.image)
    finally:
        as_root("rm", "-rf", copy)
    return made


# The root as a LUKS volume, which the initramfs opens.
CRYPTTAB = """
echo 'root_crypt /dev/vda none luks,initramfs' >/etc/crypttab
cat >/etc/initramfs-tools/hooks/zz-crypttab <<'END'
#!/bin/sh
[ "$1" = prereqs ] && { echo cryptroot; exit 0; }
. /usr/share/initramfs-tools/hook-functions
manual_add_modules dm_mod dm_crypt aesni_intel aes_generic xts ecb cbc sha256_generic algif_skcipher
mkdir -p "$DESTDIR/cryptroot"
echo 'root_crypt /dev/vda none luks' >"$DESTDIR/cryptroot/crypttab"
END
chmod 755 /etc/initramfs-tools/hooks/zz-crypttab
"""


def encrypt(image: Path, passphrase: str, target: Path) -> None:
    """A LUKS volume with a file system's bytes; needs no device mapper.

    The key is derived in 5 ms of this machine, of which a guest makes thirty times as long for each try.
    """
    secret = target.with_suffix(".secret")
    secret.write_text(passphrase)
    command = ["qemu-img", "convert", "-O", "luks", "--object", f"secret,id=key,file={secret}"]
    command += ["-o", "key-secret=key,iter-time=5", str(image), str(target)]
    for attempt in range(5):
        try:
            return run(command, timeout=300)
        except GuestError as error:
            # It times its key derivation first, which fails now and then on a busy machine.
            if "CPU usage" not in str(error) or attempt == 4:
                raise


def members(initramfs: Path) -> set:
    """The paths in an initramfs."""
    with open(initramfs, "rb") as archive:
        done = subprocess.run(["cpio", "-t", "--quiet"], stdin=archive, capture_output=True, check=True)
    return set(done.stdout.decode().split("\n"))
