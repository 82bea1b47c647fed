# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the packages' tests: the packages, and roots of Debian to install them in."""

import fcntl
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from daemon_process import ROOT, flipbookd
from packages.machine import Machine

NAMES = ("flipbookd", "flipbook", "flipbook-plymouth")


def build(folder: Path, *options: str, **environment: str) -> dict[str, Path]:
    """Makes the packages of the built programs; returns their files by their names."""
    subprocess.run(
        [ROOT / "Scripts/package", "--no-build", "--output", folder, *options], check=True,
        stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    found = {path.name.split("_")[0]: path for path in folder.glob("*.deb")}
    assert sorted(found) == sorted(NAMES)
    return found


@pytest.fixture(scope="session")
def packages(tmp_path_factory) -> dict[str, Path]:
    """The packages, once for all tests."""
    return build(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="session")
def programs(tmp_path_factory) -> Path:
    """The programs, with another program by the name of the tool, which is thirty times as large."""
    folder = tmp_path_factory.mktemp("programs")
    shutil.copy(flipbookd(), folder / "flipbookd")
    shutil.copy(flipbookd(), folder / "flipbook")
    return folder


@pytest.fixture(scope="session")
def light(tmp_path_factory, programs) -> dict[str, Path]:
    """The packages with those programs, for tests that do not depend on the tool: quickly made."""
    return build(tmp_path_factory.mktemp("light"), "--programs", str(programs))


# Of which initramfs-tools and dracut cannot be installed at once.
INCLUDED = ("systemd", "systemd-sysv", "plymouth", "initramfs-tools", "busybox", "zstd", "dpkg-dev", "python3-minimal",
            "dracut-core")


@pytest.fixture
def machine(tmp_path, bookworm):
    """A Debian 12; every change is removed after the test."""
    with Machine(tmp_path / "machine", bookworm) as made:
        yield made


@pytest.fixture(scope="session")
def bookworm() -> Path:
    return debian_root("bookworm")


DEBIANS = ("bookworm", "trixie")
# The libraries of flipbook-theme; others are their dependencies.
LIBRARIES = ("librsvg2-2", "libfreetype6", "libharfbuzz0b", "libfribidi0", "libjpeg62-turbo", "libqrencode4",
             "libxkbcommon0", "xkb-data", "libgif7", "libwebp7", "libwebpdemux2", "librlottie0-1",
             "libevent-core-2.1-7", "libevent-extra-2.1-7")


def kept_root(name: str, make: Callable[[Path], None]) -> Path:
    """A root that is made once and kept in the cache."""
    root = Path.home() / ".cache/flipbook/roots" / name
    root.parent.mkdir(parents=True, exist_ok=True)
    with open(root.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not root.exists():
            draft = root.with_suffix(".draft")
            subprocess.run(["rm", "-rf", draft], check=True)
            make(draft)
            draft.rename(root)
    return root


def debian_root(suite: str) -> Path:
    """A root of a Debian, with Plymouth."""
    def make(draft: Path) -> None:
        subprocess.run(["debootstrap", "--variant=minbase", f"--include={','.join(INCLUDED)}", suite, draft,
                        debian_mirror()], check=True, stdout=subprocess.DEVNULL)
    return kept_root(f"{suite}-2", make)


def root_with_libraries(suite: str) -> Path:
    """A root of a Debian, with the libraries of flipbook-theme."""
    def make(draft: Path) -> None:
        subprocess.run(["cp", "-a", debian_root(suite), draft], check=True)
        shutil.copy("/etc/resolv.conf", draft / "etc/resolv.conf")
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "--yes", "--no-install-recommends", *LIBRARIES]):
            subprocess.run(["chroot", draft, "apt-get", "-q", *words], check=True, stdout=subprocess.DEVNULL,
                           env=environment)
    return kept_root(f"{suite}-libraries-3", make)


@pytest.fixture(scope="session", params=DEBIANS)
def debian(request) -> Path:
    return debian_root(request.param)


@pytest.fixture(scope="session")
def debians_with_libraries() -> list[Path]:
    return [root_with_libraries(suite) for suite in DEBIANS]


def debian_mirror() -> str:
    """The Debian mirror of this machine's apt."""
    policy = subprocess.run(["apt-cache", "policy", "base-files"], check=True, capture_output=True, text=True).stdout
    return re.search(r"^ +\d+ (http\S+) \S+/main", policy, re.M)[1]


@pytest.fixture
def other_machine(tmp_path, debian):
    """A machine of that Debian."""
    with Machine(tmp_path / "machine", debian) as made:
        yield made


@pytest.fixture
def installed(machine, light) -> Machine:
    """The machine with all three packages installed."""
    run = machine.install(*light.values())
    assert run.returncode == 0, run.stdout
    return machine
