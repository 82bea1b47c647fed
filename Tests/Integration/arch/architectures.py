# SPDX-License-Identifier: Apache-2.0
"""The programs of other architectures, and how to run them on this machine."""

import functools
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import run_options
from c_helpers import shared_library
from daemon_process import ROOT
from displays.display_daemon import SOURCES

EMULATORS = {"arm64": "qemu-aarch64", "armhf": "qemu-arm", "armel": "qemu-arm", "riscv64": "qemu-riscv64",
             "i386": "qemu-i386", "amd64": ""}


@dataclass(frozen=True)
class Build:
    """The programs that Scripts/build has built for one architecture."""

    name: str
    libc: str = "glibc"

    def __str__(self) -> str:
        return self.name if self.libc == "glibc" else f"{self.name}-{self.libc}"

    @property
    def words(self) -> list[str]:
        """The arguments of Scripts/build."""
        return ["--arch", self.name, *(["--musl"] if self.libc == "musl" else [])]

    @property
    def has_32_bits(self) -> bool:
        return self.name in ("armhf", "armel", "i386")

    @property
    def folder(self) -> Path:
        return ROOT / f".build/embedded-{self}"

    @property
    def daemon(self) -> Path:
        return self.folder / "flipbookd"

    @property
    def selftest(self) -> Path:
        return self.folder / "flipbook-selftest"

    @property
    def emulator(self) -> list[str]:
        """The words before the name of a program of this architecture."""
        libraries = ["-L", str(sysroot(self.name))] if self.libc == "glibc" else []
        # That of the Raspberry Pi Zero.
        processor = ["-cpu", "arm1176"] if self.name == "armel" else []
        return [name for name in (EMULATORS[self.name], *processor, *libraries) if name]

    @property
    def fake_kms(self) -> Path:
        """The library of display devices in memory, for this architecture."""
        root = sysroot(self.name)
        flags = subprocess.run(
            ["bash", "-c", '. Toolchain/architectures.sh && find_architecture "$@" && echo "${clang_flags[*]}"',
             "bash", self.name, self.libc],
            check=True, capture_output=True, text=True, cwd=ROOT).stdout.split()
        return shared_library(
            f"libfake-kms-{self.name}", sorted(SOURCES.glob("*.c")), "-std=gnu17", "-Wextra",
            f"--sysroot={root}", f"-I{root}/usr/include/libdrm", "-fuse-ld=lld", "-lpthread", *flags,
            compiler=[str(Path(shutil.which("swiftc")).resolve().parent / "clang")])

    def run(self, program: Path, *arguments, **others) -> subprocess.CompletedProcess:
        return subprocess.run([*self.emulator, str(program), *map(str, arguments)],
                              capture_output=True, text=True, timeout=900, check=False, **others)


@functools.cache
def sysroot(name: str) -> Path:
    """The folder that has the libraries of an architecture."""
    made = subprocess.run([ROOT / "Toolchain/sysroot", name], check=True, capture_output=True,
                          text=True)
    return Path(made.stdout.strip())


ALWAYS = (Build("arm64"), Build("armhf"), Build("arm64", "musl"))
SOMETIMES = (Build("riscv64"), Build("i386"), Build("amd64", "musl"), Build("armhf", "musl"),
             Build("armel", "musl"), Build("riscv64", "musl"))


def is_everything() -> bool:
    return run_options.chosen.long


def chosen() -> tuple[Build, ...]:
    """What to test: more with --long."""
    return ALWAYS + (SOMETIMES if is_everything() else ())


def hashed() -> tuple[Build, ...]:
    """The architectures to hash: static files have the same code, and their self-test takes a minute to build."""
    return tuple(build for build in chosen() if build.libc == "glibc" or is_everything())
