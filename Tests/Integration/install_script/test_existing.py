# SPDX-License-Identifier: Apache-2.0
"""Scripts/install with existing files."""

import pytest
from install_script.installation import run_script

CONFIGURATION = "/etc/flipbook/flipbook.conf"
PLYMOUTH = "/usr/bin/plymouth"


def test_a_changed_configuration_stays(installation):
    installation.install()
    installation.path(CONFIGURATION).write_text("changed\n")
    installation.install()
    assert installation.path(CONFIGURATION).read_text() == "changed\n"


def test_our_plymouth_is_installed_again(installation):
    installation.install()
    installation.install()
    assert str(installation.path(PLYMOUTH).readlink()) == "flipbookctl"


@pytest.fixture(params=["usr/bin", "usr/sbin", "bin"])
def beside_plymouth(request, installation):
    """An installation beside Plymouth's own client, and the path of that client."""
    client = installation.path(f"{request.param}/plymouth")
    client.parent.mkdir(parents=True)
    client.write_text("real\n")
    installation.install()
    return installation, client


def test_plymouths_own_client_stays(beside_plymouth):
    assert beside_plymouth[1].read_text() == "real\n"


def test_plymouths_own_units_stay(beside_plymouth):
    installation, _ = beside_plymouth
    assert not installation.path(f"{installation.units}/plymouth-start.service").exists()


def test_nobody_takes_its_name(beside_plymouth):
    installation, client = beside_plymouth
    ours = installation.path(PLYMOUTH)
    assert ours == client or not ours.exists()


def test_a_link_made_by_hand_is_replaced(installation):
    link = installation.path(PLYMOUTH)
    link.parent.mkdir(parents=True)
    link.symlink_to("/usr/bin/flipbook")
    installation.install()
    assert str(link.readlink()) == "flipbookctl"


@pytest.mark.parametrize("words", [
    pytest.param(["--prefix", "/"], id="unknown option"),
    pytest.param(["--destdir"], id="option without a value"),
    pytest.param(["--daemon", "/nonexistent"], id="daemon that was not built"),
])
def test_bad_arguments_are_refused_in_one_line(words):
    run = run_script(*words)
    assert run.returncode != 0
    assert len((run.stdout + run.stderr).splitlines()) == 1
