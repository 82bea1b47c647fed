# SPDX-License-Identifier: Apache-2.0
"""The installed programs, without a toolchain and without libraries of other packages."""

import os
import subprocess
from pathlib import Path

import pytest
from daemon_process import tool, wait_until
from installed_root import InstalledRoot

pytestmark = [pytest.mark.root, pytest.mark.slow]


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> InstalledRoot:
    return InstalledRoot(tmp_path_factory.mktemp("root"))


def test_nothing_of_a_toolchain_is_there(root):
    names = [str(path) for path in root.folder.rglob("*")]
    assert names and not [name for name in names if "libswift" in name or "/opt/" in name]
    # A program that needs more than the packages have does not start: this test can fail.
    (root.folder / "usr/bin/other").write_bytes(Path("/usr/bin/python3").read_bytes())
    (root.folder / "usr/bin/other").chmod(0o755)
    assert root.run("/usr/bin/other", "-c", "").returncode == 127


def test_the_tool_needs_packages_of_the_base_system_and_four_more(root):
    expected = {"libc6", "libgcc-s1", "libstdc++6", "gcc-12-base"} | {
        "libpng16-16", "zlib1g", "libdrm2", "libdrm-common"}
    assert expected <= root.packages and "libsystemd0" not in root.packages


def test_version_and_help(root):
    run = root.run("/usr/bin/flipbook", "--version")
    assert (run.returncode, run.stderr) == (0, "") and run.stdout.startswith(b"flipbook 0.")
    for words in (["/usr/bin/flipbook", "agent", "--help"], ["/usr/sbin/flipbookd", "--help"]):
        run = root.run(*words)
        assert (run.returncode, run.stderr) == (0, "") and b"--" in run.stdout


def test_the_small_client(root):
    with root.daemon():
        run = root.run("/usr/bin/flipbookctl", "status")
        assert (run.returncode, run.stderr) == (0, "") and b"state=" in run.stdout


def test_render(root):
    run = root.run("/usr/bin/flipbook", "render", "ring", "--at", "0", "-o", "-")
    assert (run.returncode, run.stderr) == (0, "") and run.stdout.startswith(b"P6\n")
    run = root.run("/usr/bin/flipbook", "render", "ring", "--at", "500", "-o",
                   "/tmp/ring.png")
    assert (run.returncode, run.stderr) == (0, "")
    assert (root.folder / "tmp/ring.png").read_bytes().startswith(b"\x89PNG")


def test_status_of_a_daemon_and_snapshot(root):
    with root.daemon():
        assert root.run("/usr/bin/flipbook", "progress", "42").returncode == 0
        run = root.run("/usr/bin/flipbook", "status")
        assert (run.returncode, run.stderr) == (0, "") and b"\ntarget=42" in b"\n" + run.stdout
        run = root.run("/usr/bin/flipbook", "snapshot", "-o", "-")
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout.startswith(b"P6\n320 180\n255\n")
    assert root.run("/usr/bin/flipbook", "status").returncode == 3


def test_run_follows_a_command(root):
    with root.daemon():
        run = root.run("/usr/bin/flipbook", "run", "--", "/usr/bin/flipbook", "--version")
        assert (run.returncode, run.stderr) == (0, "") and run.stdout.startswith(b"flipbook 0.")
        assert wait_until(
            lambda: b"state=succeeded" in root.run("/usr/bin/flipbook", "status").stdout)
    assert not list((root.folder / "run").glob("flipbook-run-*"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_are_generated(root, shell):
    run = root.run("/usr/bin/flipbook", "--generate-completion-script", shell)
    assert (run.returncode, run.stderr) == (0, "") and b"snapshot" in run.stdout


def test_what_only_the_loader_writes_is_read_only():
    headers = subprocess.run(["readelf", "-lW", tool()], capture_output=True, text=True).stdout
    dynamic = subprocess.run(["readelf", "-dW", tool()], capture_output=True, text=True).stdout
    assert "GNU_RELRO" in headers and "NOW" in dynamic
    assert "RUNPATH" not in dynamic and "RPATH" not in dynamic
    assert os.path.getsize(tool()) < 18_291_520
