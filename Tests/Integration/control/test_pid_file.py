# SPDX-License-Identifier: Apache-2.0
"""--pid-file."""

import stat

import pytest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new/pid"


def test_the_pid_file_has_the_number(start_daemon, path):
    daemon = start_daemon("--pid-file", path)
    assert path.read_text() == f"{daemon.pid}\n"


def test_everybody_may_read_the_pid_file(start_daemon, path):
    start_daemon("--pid-file", path)
    assert stat.S_IMODE(path.stat().st_mode) & 0o444 == 0o444


def test_the_daemon_removes_the_pid_file(start_daemon, path):
    daemon = start_daemon("--pid-file", path)
    assert daemon.end() == 0
    assert not path.exists()


def test_a_pid_file_that_cannot_be_written_is_logged(start_daemon):
    daemon = start_daemon("--pid-file", "/proc/nothing/pid")
    assert daemon.log == ("flipbookd: /proc/nothing/pid: no such file or directory; going on "
                          "without this file of --pid-file\n")
