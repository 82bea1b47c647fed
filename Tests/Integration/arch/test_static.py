# SPDX-License-Identifier: Apache-2.0
"""The static file: it needs nothing of the system that it runs on but the kernel."""

import shutil
import subprocess

from daemon_process import ROOT


def test_it_is_one_file(static_build):
    shown = subprocess.run(["readelf", "--wide", "--dynamic", "--program-headers", static_build.daemon], check=True,
                           capture_output=True, text=True).stdout
    assert "(NEEDED)" not in shown
    assert "INTERP" not in shown


def test_it_runs_in_an_empty_root(tmp_path):
    """As the first program of an initramfs with nothing else in it."""
    shutil.copy(ROOT / ".build/embedded-amd64-musl/flipbookd", tmp_path / "flipbookd")
    run = subprocess.run(
        ["chroot", tmp_path, "/flipbookd", "--output", "memory:64x48", "--socket", "/socket", "--no-stdin",
         "--psplash", "off", "--plymouth", "off", "--exit-after-frames", "1"],
        capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
