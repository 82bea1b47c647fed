# SPDX-License-Identifier: Apache-2.0
"""Daemons of other architectures beside those of this one."""

import os
import subprocess

import pytest
from arch.architectures import Build, chosen
from daemon_process import ROOT, Daemon

collect_ignore = [] if os.environ.get("FLIPBOOK_ARCH") == "--all" else ["test_static.py"]


def pytest_generate_tests(metafunc) -> None:
    for name, libcs in (("build", "glibc musl"), ("dynamic_build", "glibc"), ("static_build", "musl")):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, [build for build in chosen() if build.libc in libcs], ids=str)


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    """Where the step has not built the programs, it is done here: pytest alone, or a path that was asked for."""
    for words, folder in [(["daemon", "selftest"], ROOT / ".build/embedded"),
                          *((build.words, build.folder) for build in chosen())]:
        if not all((folder / name).exists() for name in ("flipbookd", "flipbook-selftest")):
            subprocess.run([ROOT / "Scripts/build", *words], check=True)


@pytest.fixture
def start_foreign_daemon(start_daemon):
    """A function that starts daemons of another architecture; all live at the end, or have been ended."""

    def start(build: Build, *options: str, **others) -> Daemon:
        return start_daemon(*options, before=build.emulator, program=str(build.daemon), **others)

    return start


@pytest.fixture(scope="session")
def native_hashes() -> list[str]:
    """What this machine's self-test prints."""
    run = subprocess.run([ROOT / ".build/embedded/flipbook-selftest"], check=True,
                         capture_output=True, text=True)
    return run.stdout.splitlines()
