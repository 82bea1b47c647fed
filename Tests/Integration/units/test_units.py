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
# The splash of a boot begins with the capabilities for the console and the kernel's log.
SPLASH = 2.6


@pytest.mark.parametrize("name", UNITS)
def test_systemd_verifies_the_unit(units_root, name):
    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", f"--root={units_root}",
         name.replace("@.", "@example.")], capture_output=True, text=True)
    assert run.stdout + run.stderr == ""
    assert run.returncode == 0


# Nothing that takes mounts of its own: the splash of an end outlives its unit, and with them keeps the root in
# use that is to be unmounted; what an installer mounts would stay in them.
WITHOUT_MOUNTS = 3.5
END = 3.7
INSTALLER = 8.7
EXPOSURES = {
    "plymouth-start.service": SPLASH, "flipbook-show.service": SPLASH, "flipbook-agent.service": EXPOSURE,
    "flipbook-remember-boot.service": EXPOSURE, "flipbook-shutdown.service": WITHOUT_MOUNTS, "flipbook-follow@example.service": EXPOSURE,
    "flipbook-follow@systemd.service": WITHOUT_MOUNTS,
    **{f"plymouth-{verb}.service": END for verb in ("halt", "kexec", "poweroff", "reboot")},
    "install-progress@example.service": INSTALLER}
TAKES_MOUNTS = (
    "PrivateDevices PrivateMounts PrivateTmp ProcSubset ProtectControlGroups ProtectHome ProtectKernelLogs "
    "ProtectKernelModules ProtectKernelTunables ProtectProc ProtectSystem ReadOnlyPaths ReadWritePaths "
    "InaccessiblePaths TemporaryFileSystem BindPaths").split()


@pytest.mark.parametrize("name", EXPOSURES)
def test_the_units_exposure_is_low(units_root, name):
    run = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--root={units_root}",
         f"--threshold={EXPOSURES[name] * 10:.0f}", name], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("name", [name for name, limit in EXPOSURES.items() if limit > SPLASH])
def test_the_unit_takes_no_mounts_of_its_own(name):
    text = (ROOT / "systemd" / name.replace("@example", "@")).read_text()
    assert [word for word in TAKES_MOUNTS if f"\n{word}=" in text] == []


@pytest.mark.parametrize("verb", ["halt", "kexec", "poweroff", "reboot"])
def test_the_splash_of_an_end_is_confined_as_that_of_the_boot(verb):
    """But for what takes mounts, and for what is of a unit that is watched."""
    def settings(name: str) -> list[str]:
        lines = (ROOT / f"systemd/{name}.service").read_text().split("DeviceAllow=", 1)[1].splitlines()
        return [line for line in lines if line and not line.startswith("#")]

    left_out = ("Private", "Protect", "ReadWritePaths", "NoNewPrivileges")
    boot = [line for line in settings("plymouth-start") if not line.startswith(left_out)]
    assert settings(f"plymouth-{verb}") == boot


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
