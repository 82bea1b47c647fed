# SPDX-License-Identifier: Apache-2.0
"""A repository with a version to release, and programs that stand in for ours: nothing is built."""

import functools
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from daemon_process import ROOT

VERSION = (ROOT / "VERSION").read_text().strip()
PARSER = "1.8.2"

# A static program without a C library: prints a line, whatever its arguments.
FREESTANDING = """
static const char line[] = "%s\\n";
void _start(void) {
#if defined __x86_64__
  __asm__ volatile("syscall" :: "a"(1L), "D"(1L), "S"(line), "d"(sizeof line - 1) : "rcx", "r11", "memory");
  __asm__ volatile("syscall" :: "a"(60L), "D"(0L));
#else
  register long r7 __asm__("r7") = 4, r0 __asm__("r0") = 1, r2 __asm__("r2") = sizeof line - 1;
  register const char *r1 __asm__("r1") = line;
  __asm__ volatile("svc 0" : "+r"(r0) : "r"(r7), "r"(r1), "r"(r2) : "memory");
  r7 = 1, r0 = 0;
  __asm__ volatile("svc 0" :: "r"(r7), "r"(r0));
#endif
  __builtin_unreachable();
}
"""
TARGETS = {"amd64": ["x86_64-linux-gnu"], "armhf": ["armv7-linux-gnueabihf", "-marm"]}


@functools.cache
def toolchain() -> Path:
    """The folder of the compiler for other architectures: that of Swift's toolchain."""
    return Path(shutil.which("swiftc")).resolve().parent


def make_static(file: Path, architecture: str, line: str) -> None:
    """A static program of an architecture that prints a line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    target, *flags = TARGETS[architecture]
    subprocess.run([toolchain() / "clang", f"--target={target}", *flags, "-nostdlib", "-static", "-ffreestanding",
                    "-fno-stack-protector", "-fuse-ld=lld", "-O1", "-x", "c", "-o", file, "-"],
                   input=FREESTANDING % line, text=True, check=True)


def make_dynamic(file: Path, line: str) -> None:
    """A program of this machine that needs its C library, and prints a line and its name."""
    source = '#include <stdio.h>\nint main(int n, char **words) { return puts("%s") < 0 || n == 9 || !words; }\n'
    subprocess.run(["gcc", "-O1", "-s", "-x", "c", "-o", file, "-"], input=source % line, text=True, check=True)


def git(folder: Path, *words) -> str:
    return subprocess.run(["git", "-c", "user.name=one", "-c", "user.email=one@example.org", *words], cwd=folder,
                          check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path, *words: str) -> None:
    """Commits all files of a folder."""
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=one", *words)


class Sources:
    """A clone of these sources, as they are, in which a version is ready."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        names = git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
        for name in names:
            if (ROOT / name).is_symlink() or not (ROOT / name).exists():
                continue
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        log = folder / "CHANGELOG.md"
        head, _, rest = log.read_text().partition("## [Unreleased]\n")
        log.write_text(f"{head}## [Unreleased]\n\n## [{VERSION}]{rest.partition(f'## [{VERSION}]')[2]}")
        git(folder, "init", "--quiet")
        commit(folder)
        parser = folder / ".build/checkouts/swift-argument-parser"
        parser.mkdir(parents=True)
        (parser / "Package.swift").write_text("// The package.\n")
        git(parser, "init", "--quiet")
        commit(parser)
        git(parser, "tag", PARSER)

    @property
    def line(self) -> str:
        """What follows a program's name in its answer to --version."""
        return f"{VERSION} ({git(self.folder, 'rev-parse', 'HEAD')[:12]})"

    def release(self, *words, **environment) -> subprocess.CompletedProcess:
        return subprocess.run([self.folder / "Scripts/release", *words], capture_output=True, text=True,
                              env=os.environ | environment)

    def refusal(self, *words) -> str:
        """The line with which a release is refused, before any file is made."""
        output = self.folder / ".build/nothing"
        run = self.release(*words, "--output", output)
        assert run.returncode == 1 and run.stderr.count("\n") == 1, run.stderr
        assert not output.exists() or not list(output.iterdir())
        return run.stderr.removeprefix("release: ").rstrip("\n")


def make_programs(folder: Path, line: str) -> Path:
    """Stand-ins for all programs, which answer --version; and a page."""
    for name in TARGETS:
        make_static(folder / name / "flipbookd", name, f"flipbookd {line}")
    for name in ("flipbookd", "flipbook", "flipbook-theme"):
        make_dynamic(folder / name, f"{name} {line}")
    (folder / "themes").mkdir()
    for theme in (ROOT / "config/themes").iterdir():
        (folder / f"themes/{theme.name}.pack").write_text(f"{theme.name}\n")
    (folder / "wasm32").mkdir()
    (folder / "wasm32/index.html").write_text("<!doctype html>\n")
    (folder / "wasm32/flipbook.wasm").write_bytes(b"\0asm\1\0\0\0")
    return folder


@pytest.fixture(scope="module")
def sources(tmp_path_factory) -> Sources:
    """For tests that leave it as it is."""
    return Sources(tmp_path_factory.mktemp("sources"))


@pytest.fixture
def own_sources(tmp_path) -> Sources:
    """For tests that change it."""
    return Sources(tmp_path / "sources")


@pytest.fixture(scope="module")
def programs(sources, tmp_path_factory) -> Path:
    return make_programs(tmp_path_factory.mktemp("programs"), sources.line)
