# SPDX-License-Identifier: Apache-2.0
"""A root with the units and their programs."""

import re
import shutil
from pathlib import Path

import pytest
from daemon_process import ROOT

SYSTEM = Path("/usr/lib/systemd/system")


def programs(unit: Path) -> set[str]:
    """Each program that a unit starts, without the marks that may precede its path."""
    return set(re.findall(r"^Exec[A-Za-z]*=[-@:+!]*(\S+)", unit.read_text(), re.M))


@pytest.fixture(scope="session")
def units_root(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("units")
    units = root / "usr/lib/systemd/system"
    units.mkdir(parents=True)
    # What every unit depends on by default.
    for kind in ("*.target", "*.slice"):
        for file in SYSTEM.glob(kind):
            shutil.copy2(file, units / file.name, follow_symlinks=False)
    for kind in ("service", "socket", "path"):
        for file in (ROOT / "systemd").glob(f"*.{kind}"):
            shutil.copy(file, units)
    (units / "flipbook.service").symlink_to("plymouth-start.service")
    for unit in [*(ROOT / "systemd").glob("*.service"), *(ROOT / "dracut").glob("*/*.service")]:
        for program in programs(unit):
            copy = root / program.lstrip("/")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy("/bin/true", copy)
    return root
