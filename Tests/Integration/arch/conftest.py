# SPDX-License-Identifier: Apache-2.0
"""Daemons of other architectures beside those of this machine."""

import functools
import subprocess
from pathlib import Path

import pytest
from arch.architectures import Build, chosen, hashed
from daemon_process import ROOT, Daemon


@functools.cache
def own_architecture() -> str:
    """Debian's name of this machine's architecture."""
    return subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()


def pytest_generate_tests(metafunc) -> None:
    if "foreign_static_build" in metafunc.fixturenames:
        builds = [build for build in chosen() if build.libc == "musl" and build.name != own_architecture()]
        metafunc.parametrize("foreign_static_build", builds, ids=str)
    if "hashed_build" in metafunc.fixturenames:
        metafunc.parametrize("hashed_build", hashed(), ids=str)
    for name, libcs in (("build", "glibc musl"), ("dynamic_build", "glibc"), ("static_build", "musl")):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, [build for build in chosen() if build.libc in libcs], ids=str)


def build_missing(words: list[str], folder: Path, *programs: str) -> None:
    """Builds the programs if the step has not: for pytest alone, or for a given path."""
    for program, name in {"daemon": "flipbookd", "selftest": "flipbook-selftest"}.items():
        if program in programs and not (folder / name).exists():
            subprocess.run([ROOT / "Scripts/build", *words, program], check=True)


@pytest.fixture(autouse=True)
def built(request) -> None:
    """This machine's programs and those of the tested architectures."""
    programs = ["daemon", *(["selftest"] if "native_hashes" in request.fixturenames else [])]
    build_missing([], ROOT / ".build/embedded", *programs)
    for value in request.node.callspec.params.values() if hasattr(request.node, "callspec") else ():
        for build in value if isinstance(value, tuple) else (value,):
            if isinstance(build, Build):
                build_missing(build.words, build.folder, *programs)


@pytest.fixture
def start_foreign_daemon(start_daemon):
    """A function that starts daemons of another architecture; all live at the end, or have been ended."""

    def start(build: Build, *options: str, **others) -> Daemon:
        build_missing(build.words, build.folder, "daemon")
        return start_daemon(*options, before=build.emulator, program=str(build.daemon), **others)

    return start


@pytest.fixture(scope="session")
def native_hashes() -> list[str]:
    """The output of this machine's self-test."""
    run = subprocess.run([ROOT / ".build/embedded/flipbook-selftest"], check=True,
                         capture_output=True, text=True)
    return run.stdout.splitlines()
