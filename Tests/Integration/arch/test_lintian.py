# SPDX-License-Identifier: Apache-2.0
"""The packages for other architectures, whose daemon is the static file: nothing that Debian would not take."""

import subprocess

import pytest
from daemon_process import ROOT


@pytest.mark.seconds(15)
def test_lintian_finds_nothing(static_build, tmp_path):
    own = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()
    if static_build.name == own:
        return  # its packages have another daemon: packages/test_packages.py
    subprocess.run([ROOT / "Scripts/package", "--arch", static_build.name, "--programs", static_build.folder,
                    "--version", "9.8.7-1", "--output", tmp_path], check=True, capture_output=True)
    packages = sorted(tmp_path.glob(f"*_{static_build.name}.deb"))
    assert len(packages) == 2
    run = subprocess.run(["lintian", "--fail-on", "error,warning", "--allow-root", *packages],
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
