# SPDX-License-Identifier: Apache-2.0
"""Scripts/install --no-tool: everything except the tool and its units, for small systems."""

import pytest
from install_script.installation import Installation, own_programs, run_script


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Installation:
    """One installation without the tool, which tests only read."""
    made = Installation(tmp_path_factory.mktemp("small"))
    made.install_without_tool()
    return made


def test_the_daemon_and_its_client_are_there(small):
    assert small.mode("/usr/sbin/flipbookd") == 0o755
    assert str(small.path("/usr/bin/flipbookctl").readlink()) == "../sbin/flipbookd"


def test_nothing_of_the_tool_is_there(small):
    assert not small.path("/usr/bin/flipbook").exists()
    assert not small.path("/usr/share/man/man1/flipbook.1").exists()


def test_no_unit_starts_what_is_not_there(small):
    units = sorted(small.path(small.units).glob("*.service"))
    programs = [program for unit in units if not unit.is_symlink() for program in own_programs(unit)]
    assert len(programs) > 5
    assert [program for program in programs if not small.path(program).exists()] == []


def test_each_link_leads_to_an_installed_file(small):
    assert [link for link in small.links() if not link.exists()] == []


def test_a_tool_that_was_not_built_is_named(tmp_path):
    run = run_script("--destdir", tmp_path, "--daemon", "/bin/echo", "--tool", "/nonexistent")
    assert run.returncode != 0
    assert "/nonexistent: no such file" in run.stderr
