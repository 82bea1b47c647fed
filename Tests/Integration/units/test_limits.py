# SPDX-License-Identifier: Apache-2.0
"""The daemon with the capabilities and devices that plymouth-start.service leaves it."""

import os
import re

import pytest
from daemon_process import ROOT

UNIT = ROOT / "systemd/plymouth-start.service"
GROUP = 54321  # nobody's


def setting(name: str) -> list[str]:
    """The words of all lines of a setting."""
    lines = re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.M)
    return [word for line in lines for word in line.split()]


@pytest.fixture
def limited(start_daemon):
    """The daemon with the unit's capabilities, and a group that its socket needs one for."""
    kept = ",".join("+" + word.removeprefix("CAP_").lower()
                    for word in setting("CapabilityBoundingSet"))
    return start_daemon("--group", GROUP, before=[
        "setpriv", f"--bounding-set=-all,{kept}", "--inh-caps=-all", "--no-new-privs"])


@pytest.mark.root
def test_the_socket_is_the_groups(limited):
    assert os.stat(limited.native).st_gid == GROUP


@pytest.mark.root
def test_the_daemon_changes_to_a_new_root(limited, tmp_path):
    assert limited.request("R", str(tmp_path).encode()) == b"\6"
    assert os.readlink(f"/proc/{limited.pid}/root") == str(tmp_path)


@pytest.mark.parametrize("device", ["char-drm", "char-fb", "char-input", "char-tty"])
def test_the_unit_allows_the_device(device):
    assert device in setting("DeviceAllow")


def test_the_unit_leaves_the_hosts_network():
    """Plymouth's names and the kernel's uevents are there."""
    assert "yes" not in setting("PrivateNetwork")
