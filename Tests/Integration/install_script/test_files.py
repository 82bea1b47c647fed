# SPDX-License-Identifier: Apache-2.0
"""The files that Scripts/install puts into an empty root."""

import subprocess

import pytest
from install_script.installation import SERVICES, own_programs

PLYMOUTH = "/usr/bin/plymouth"


@pytest.mark.parametrize("name", ["/usr/sbin/flipbookd", "/usr/bin/flipbook"])
def test_a_program_is_executable(installed, name):
    assert installed.mode(name) == 0o755


def test_the_client_has_plymouths_name(installed):
    assert str(installed.path(PLYMOUTH).readlink()) == "flipbookctl"


def test_plymouths_name_can_be_run(installed):
    run = subprocess.run([installed.path(PLYMOUTH), "--ping"], capture_output=True, text=True)
    assert run.stdout == "--ping\n"


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_the_unit_is_installed(installed, unit):
    assert installed.path(f"{installed.units}/{unit.name}").read_bytes() == unit.read_bytes()


@pytest.mark.parametrize(("unit", "program"), [
    pytest.param(unit, program, id=f"{unit.name}: {number} {program}")
    for unit in SERVICES for number, program in enumerate(own_programs(unit))])
def test_the_units_program_is_installed(installed, unit, program):
    assert installed.mode(program) & 0o111


def test_each_link_leads_to_an_installed_file(installed):
    links = installed.links()
    assert len(links) > 10
    assert [link for link in links if not link.exists()] == []


@pytest.mark.parametrize("page", ["man1/flipbook.1", "man8/flipbookd.8"])
def test_the_page_is_installed(installed, page):
    assert installed.path(f"/usr/share/man/{page}").stat().st_size > 0
