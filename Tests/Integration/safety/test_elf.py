# SPDX-License-Identifier: Apache-2.0
"""What ships cannot be turned against itself as easily as it might be."""

import re
import subprocess

import pytest
from daemon_process import flipbookd

PROGRAMS = [flipbookd()]


def readelf(option: str, program: str) -> str:
    return subprocess.run(
        ["readelf", "--wide", option, program], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("program", PROGRAMS)
def test_tables_of_addresses_are_read_only_once_it_runs(program):
    assert "GNU_RELRO" in readelf("--program-headers", program)
    # Bound at once: nothing is left to be written later.
    assert re.search(r"\(FLAGS_1\).*\bNOW\b", readelf("--dynamic", program))


@pytest.mark.parametrize("program", PROGRAMS)
def test_it_is_loaded_anywhere(program):
    assert re.search(r"\(FLAGS_1\).*\bPIE\b", readelf("--dynamic", program))
    assert re.search(r"Type:\s+DYN", readelf("--file-header", program))


@pytest.mark.parametrize("program", PROGRAMS)
def test_no_memory_is_both_written_and_executed(program):
    headers = readelf("--program-headers", program)
    stack = re.search(r"GNU_STACK.*", headers)
    assert stack and "RWE" not in headers and re.search(r"\bRW\b", stack[0])


@pytest.mark.parametrize("program", PROGRAMS)
def test_no_path_of_its_builder_is_searched_for_libraries(program):
    assert not re.search(r"RPATH|RUNPATH|TEXTREL", readelf("--dynamic", program))


def test_the_running_daemon_has_no_memory_to_write_and_execute(daemon):
    with open(f"/proc/{daemon.pid}/maps") as maps:
        assert not [line for line in maps if "wx" in line.split()[1]]
