# SPDX-License-Identifier: Apache-2.0
"""Other systems' headers and libraries: where Yocto and Buildroot have GCC's files, a program is linked, too.

Made of Debian's, whose places for several architectures these have not.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from arch.architectures import Build, sysroot
from daemon_process import ROOT

ARCHITECTURES = {"arm64": ("aarch64-linux-gnu", "aarch64"), "armhf": ("arm-linux-gnueabihf", "arm")}
PROGRAM = """
#include <stdint.h>
#include <stdlib.h>
int main(int count, char **words) { return strtoull(words[1], NULL, 0) / (uint64_t)count == 21 ? 42 : 1; }
"""
# Prints Clang's flags for an architecture and a folder.
FLAGS = """
. Toolchain/architectures.sh
find_architecture "$1" glibc
clang_flags+=("--sysroot=$3")
gcc=$(gcc_files "$2" "$3" "${clang_flags[@]}") || exit
printf '%s\\n' "${clang_flags[@]}" $gcc
"""


def plain(name: str, folder: Path) -> Path:
    """A root with all headers in /usr/include and all libraries in /usr/lib. Returns GCC's folder of Debian."""
    source, multiarch = sysroot(name), ARCHITECTURES[name][0]
    shutil.copytree(source / "usr/include", folder / "usr/include", symlinks=True,
                    ignore=shutil.ignore_patterns(multiarch))
    shutil.copytree(source / "usr/include" / multiarch, folder / "usr/include", dirs_exist_ok=True)
    shutil.copytree(source / "usr/lib" / multiarch, folder / "usr/lib", ignore=shutil.ignore_patterns("*.so"))
    shutil.copytree(source / "lib" / multiarch, folder / "lib")
    for loader in (source / "lib").glob("ld-linux*"):
        if not (folder / "lib" / loader.name).exists():
            shutil.copy(loader, folder / "lib" / loader.name)
    # Linker scripts have paths of files.
    script = (source / "usr/lib" / multiarch / "libc.so").read_text()
    (folder / "usr/lib/libc.so").write_text(script.replace(f"/{multiarch}/", "/"))
    return next((source / "usr/lib/gcc" / multiarch).iterdir())


def copy_gcc(source: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    for file in (*source.glob("crt*.o"), *source.glob("libgcc*.a")):
        shutil.copy(file, folder)


def yocto(name: str, folder: Path) -> Path:
    gcc = plain(name, folder / "recipe-sysroot")
    copy_gcc(gcc, folder / f"recipe-sysroot/usr/lib/{ARCHITECTURES[name][1]}-poky-linux/13.3.0")
    return folder / "recipe-sysroot"


def buildroot(name: str, folder: Path) -> Path:
    tuple_ = f"{ARCHITECTURES[name][1]}-buildroot-linux-gnu"
    gcc = plain(name, folder / f"host/{tuple_}/sysroot")
    copy_gcc(gcc, folder / f"host/lib/gcc/{tuple_}/13.3.0")
    return folder / f"host/{tuple_}/sysroot"


def flags(name: str, root: Path) -> subprocess.CompletedProcess:
    return subprocess.run(["bash", "-c", FLAGS, "bash", name, clang(), root], capture_output=True, text=True, cwd=ROOT)


def clang() -> Path:
    return Path(shutil.which("swiftc")).resolve().parent / "clang"


@pytest.mark.parametrize("arrange", [yocto, buildroot])
@pytest.mark.parametrize("name", ARCHITECTURES)
def test_a_program_is_linked(name, arrange, tmp_path):
    root = arrange(name, tmp_path)
    found = flags(name, root)
    assert found.returncode == 0, found.stderr
    (tmp_path / "program.c").write_text(PROGRAM)
    subprocess.run([clang(), *found.stdout.split(), "-fuse-ld=lld", "-pie", "-static-libgcc", tmp_path / "program.c",
                    "-o", tmp_path / "program"], check=True)
    build = Build(name)
    run = subprocess.run([build.emulator[0], "-L", root, tmp_path / "program", "42"], timeout=60)
    assert run.returncode == 42


def test_a_root_without_gcc_is_noticed(tmp_path):
    assert flags("arm64", tmp_path).returncode != 0
