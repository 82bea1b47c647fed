# SPDX-License-Identifier: Apache-2.0
"""The static file in the roots of other distributions: started, asked by its own client, ended.

The same bytes in a root of Debian's, in one with musl as Alpine has it, and in one as Buildroot makes.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from arch.architectures import EMULATORS, Build
from arch.packages import unpacked
from daemon_process import wait_until

EXPR = ["expr", "41", "+", "1"]


def debian(build: Build, root: Path) -> list[str]:
    """A root of Debian. Returns a program in it that needs its C library, as in the others."""
    shutil.copytree(unpacked(build.name, "base-files", "libc6", "dash"), root, symlinks=True)
    return ["/bin/dash", "-c", "echo $((41 + 1))"]


def musl(build: Build, root: Path) -> list[str]:
    """A root with musl and busybox."""
    shutil.copytree(unpacked(build.name, "musl", "busybox-static"), root, symlinks=True)
    return ["/bin/busybox", *EXPR]


def buildroot(build: Build, root: Path) -> list[str]:
    """A root with all of glibc in /lib, and busybox for the rest."""
    packages = unpacked(build.name, "libc6", "busybox")
    shutil.copytree(next(packages.glob("lib/*-linux-gnu*")), root / "lib", symlinks=True)
    for loader in packages.glob("lib*/ld-linux*"):
        folder = root / loader.parent.name
        folder.mkdir(exist_ok=True)
        (folder / loader.name).unlink(missing_ok=True)
        shutil.copy(loader, folder / loader.name)
    (root / "bin").mkdir()
    shutil.copy(packages / "bin/busybox", root / "bin/busybox")
    return ["/bin/busybox", *EXPR]


class Root:
    """A root of an architecture, and programs that run in it."""

    def __init__(self, build: Build, root: Path) -> None:
        self._root = root
        self._before = ["chroot", str(root), *self._emulator(EMULATORS[build.name])]

    def _emulator(self, name: str) -> list[str]:
        """Copies the emulator with its libraries into a folder of its own, for the root has its own."""
        if not name:
            return []
        program = shutil.which(name)
        listing = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
        folder = self._root / "emulator"
        folder.mkdir()
        for file in (program, *re.findall(r"(/\S+) \(0x", listing)):
            shutil.copy(file, folder)
        loader = re.search(r"^\s*/\S*/(\S+) \(0x", listing, re.M)[1]
        return [f"/emulator/{loader}", "--library-path", "/emulator", f"/emulator/{name}"]

    def start(self, *words: str) -> subprocess.Popen:
        return subprocess.Popen([*self._before, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, process_group=0)

    def run(self, *words: str) -> tuple[int, str]:
        """A program's status and output."""
        run = subprocess.run([*self._before, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
        return run.returncode, run.stdout


@pytest.mark.parametrize("fill", [debian, musl, buildroot])
def test_it_runs_in_a_root(static_build, fill, tmp_path):
    folder = tmp_path / "root"
    program = fill(static_build, folder)
    root = Root(static_build, folder)
    assert root.run(*program) == (0, "42\n"), "the root is not as it is called"
    for name in ("etc", "run", "usr/sbin", "usr/bin"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "etc/group").write_text("root:x:0:\nsplash:x:4711:\n")
    shutil.copy(static_build.daemon, folder / "usr/sbin/flipbookd")
    (folder / "usr/bin/flipbookctl").symlink_to("../sbin/flipbookd")

    daemon = root.start("/usr/sbin/flipbookd", "--output", "memory:320x180", "--group", "splash", "--plymouth", "off",
                        "--no-stdin")
    try:
        assert wait_until(lambda: root.run("/usr/bin/flipbookctl", "progress", "42")[0] == 0)
        status, text = root.run("/usr/bin/flipbookctl", "status")
        assert (status, "target=42.00" in text, "size=320x180" in text) == (0, True, True), text
        assert (folder / "run/flipbook.sock").stat().st_gid == 4711
        assert root.run("/usr/bin/flipbookctl", "quit") == (0, "")
        assert daemon.wait(60) == 0, daemon.stderr.read()
    finally:
        daemon.kill()
        daemon.wait()


def test_it_runs_in_an_empty_root(static_build, tmp_path):
    """As the first program of an initramfs without other files."""
    shutil.copy(static_build.daemon, tmp_path / "flipbookd")
    assert Root(static_build, tmp_path).run(
        "/flipbookd", "--output", "memory:64x48", "--socket", "/socket", "--no-stdin", "--psplash", "off",
        "--plymouth", "off", "--exit-after-frames", "1")[0] == 0


def test_it_is_one_file(static_build):
    shown = subprocess.run(["readelf", "--wide", "--dynamic", "--program-headers", static_build.daemon], check=True,
                           capture_output=True, text=True).stdout
    assert "(NEEDED)" not in shown
    assert "INTERP" not in shown


def permissions(process: subprocess.Popen, program: Path, segment: str) -> str:
    """What a process may do with the first page of a segment of a file, as /proc/PID/maps has it; nothing before it
    is mapped."""
    headers = subprocess.run(["readelf", "--wide", "--program-headers", program], check=True, capture_output=True,
                             text=True).stdout
    address = int(re.search(rf"^ *{segment} +\S+ +0x(\w+)", headers, re.M)[1], 16)
    base = None
    for line in Path(f"/proc/{process.pid}/maps").read_text().splitlines():
        start, end = (int(number, 16) for number in line.split()[0].split("-"))
        if line.endswith(f"/{program.name}") and base is None:
            base = start
        if base is not None and start <= base + address < end:
            return line.split()[1]
    return ""


def test_what_is_relocated_cannot_be_written(static_build, tmp_path):
    """Including its pointers to functions, which the C library's static programs leave writable."""
    shutil.copy(static_build.daemon, tmp_path / "flipbookd")
    daemon = Root(static_build, tmp_path).start("/flipbookd", "--output", "memory:64x48", "--socket", "/socket",
                                                "--no-stdin", "--psplash", "off", "--plymouth", "off")
    try:
        assert wait_until(lambda: (tmp_path / "socket").exists())
        assert permissions(daemon, static_build.daemon, "GNU_RELRO") == "r--p"
    finally:
        daemon.kill()
        daemon.wait()
