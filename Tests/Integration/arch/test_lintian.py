# SPDX-License-Identifier: Apache-2.0
"""The packages for other architectures with the static daemon: Debian would accept them."""

import subprocess

import pytest
from daemon_process import ROOT


@pytest.mark.seconds(15)
def test_lintian_finds_nothing(foreign_static_build, tmp_path):
    subprocess.run([ROOT / "Scripts/package", "--arch", foreign_static_build.name,
                    "--programs", foreign_static_build.folder,
                    "--version", "9.8.7-1", "--output", tmp_path], check=True, capture_output=True)
    packages = sorted(tmp_path.glob(f"*_{foreign_static_build.name}.deb"))
    assert len(packages) == 2
    run = subprocess.run(["lintian", "--fail-on", "error,warning", "--allow-root", *packages],
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
