# SPDX-License-Identifier: Apache-2.0
"""What units and scripts call besides our own programs, as BusyBox has it."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from daemon_process import ROOT

UNITS = sorted((ROOT / "systemd").glob("*.service")) + sorted((ROOT / "dracut").rglob("*.service"))
COMMAND = re.compile(r"^Exec[A-Za-z]*=[-@:+!]*(\S+)(.*)$", re.M)
OURS = ("flipbook", "plymouth", "systemd", "systemctl")


def commands():
    """The commands of all units that start neither a program of ours nor systemd's."""
    for unit in UNITS:
        for program, words in COMMAND.findall(unit.read_text()):
            if not any(name in Path(program).name for name in OURS):
                yield pytest.param(program, words, id=f"{unit.name}-{Path(program).name}-{len(words)}")


@pytest.mark.parametrize("program, words", commands())
def test_busybox_takes_a_units_options(program, words, tmp_path):
    """With a program that ends at once in the place of ours, on a machine without a daemon."""
    words = words.replace("/run/", f"{tmp_path}/")
    words = [word if not word.startswith("/usr/") else "/bin/true" for word in shlex.split(words)]
    if "/bin/true" in words:
        words = words[:words.index("/bin/true") + 1]
    run = subprocess.run(["busybox", Path(program).name, *words], capture_output=True, text=True, timeout=20)
    assert run.returncode == 0, run.stderr
    assert "invalid" not in run.stderr and "unrecognized" not in run.stderr


def test_there_are_such_commands():
    assert len(list(commands())) >= 5
