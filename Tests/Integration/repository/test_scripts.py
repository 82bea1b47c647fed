# SPDX-License-Identifier: Apache-2.0
"""What every script of Scripts/ does alike."""

import os
import subprocess

import pytest
from repository.manifest import ROOT

SCRIPTS = sorted(file for folder in ("Scripts", ".ci") for file in (ROOT / folder).iterdir()
                 if file.is_file() and os.access(file, os.X_OK))


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_prints_its_usage(script, option, tmp_path):
    """From any folder, without anything installed or built: no program but these few is in PATH."""
    for name in ("bash", "dirname", "env", "python3", "sed"):
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    run = subprocess.run([script, option], cwd="/", env={"PATH": str(tmp_path)}, stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")
    assert str(script.relative_to(ROOT)) in run.stdout
    assert "SPDX" not in run.stdout
