# SPDX-License-Identifier: Apache-2.0
"""systemd's own checks of the units, and for how long they may be waited for."""

import re
import subprocess

import pytest
from daemon_process import ROOT

UNITS = sorted(path.name for kind in ("service", "socket", "path")
               for path in (ROOT / "systemd").glob(f"*.{kind}"))
# Of 10, which is open to everything: what is left is the display devices, the terminal, an abstract
# name of the host's network, and root.
EXPOSURE = 2.0


@pytest.mark.parametrize("name", UNITS)
def test_systemd_verifies_the_unit(units_root, name):
    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", f"--root={units_root}",
         name.replace("@.", "@example.")], capture_output=True, text=True)
    assert run.stdout + run.stderr == ""
    assert run.returncode == 0


@pytest.mark.parametrize("name", ["plymouth-start.service", "flipbook-show.service",
                                  "flipbook-agent.service", "flipbook-follow@example.service"])
def test_the_units_exposure_is_low(units_root, name):
    run = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--root={units_root}",
         f"--threshold={EXPOSURE * 10:.0f}", name], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("verb", ["halt", "kexec", "poweroff", "reboot"])
def test_nothing_delays_the_splash_of_the_end(verb):
    """The console is empty from the getty's end until its first frame: no other program comes before."""
    lines = (ROOT / f"systemd/plymouth-{verb}.service").read_text().splitlines()
    programs = [line.split("=", 1)[0] for line in lines if line.startswith("Exec")]
    assert programs == ["ExecStart", "ExecStartPost", "ExecStartPost"]


# What a boot or its end waits for.
WAITED_FOR = [name for name in UNITS if name.startswith("plymouth-") or name == "flipbook-show.service"]


@pytest.mark.parametrize("name", WAITED_FOR)
def test_no_unit_is_waited_for_without_end(name):
    """The default is no limit for Type=oneshot, and 90 s for others."""
    text = (ROOT / "systemd" / name).read_text()
    limit = re.search(r"^TimeoutStartSec=(\d+)$", text, re.M)
    assert limit and 0 < int(limit[1]) <= 30
