# SPDX-License-Identifier: Apache-2.0
"""psplash's pipes: several named pipes, or that of PSPLASH_FIFO_DIR."""

import os

import pytest


@pytest.fixture
def daemon(start_daemon, tmp_path):
    """A daemon with two pipes."""
    return start_daemon("--psplash", tmp_path / "one", "--psplash", tmp_path / "two")


def test_two_pipes_are_read(daemon, tmp_path):
    (tmp_path / "one").write_text("PROGRESS 40\n")
    daemon.wait_for_status("target=40.00")
    (tmp_path / "two").write_bytes(b"MSG checking\0PROGRESS -70\0")
    daemon.wait_for_status("target=70.00")
    assert daemon.message() == "checking"


def test_quit_ends_the_daemon(daemon, tmp_path):
    (tmp_path / "one").write_text("QUIT\n")
    assert daemon.wait_for_end() == 0


def test_the_daemon_removes_its_pipes(daemon, tmp_path):
    assert len(list(tmp_path.iterdir())) == 2
    (tmp_path / "one").write_text("QUIT\n")
    daemon.wait_for_end()
    assert list(tmp_path.iterdir()) == []


def test_the_variable_names_the_pipe(start_daemon, tmp_path):
    daemon = start_daemon("--psplash", "on",
                          environment={**os.environ, "PSPLASH_FIFO_DIR": str(tmp_path)})
    (tmp_path / "psplash_fifo").write_text("MSG by the variable\n")
    daemon.wait_for_message("by the variable")


def test_a_pipe_that_cannot_be_made_is_logged(start_daemon):
    daemon = start_daemon("--psplash", "/nonexistent/fifo")
    assert daemon.log == ("flipbookd: /nonexistent/fifo: no such file or directory; going on "
                          "without this pipe of psplash's writers\n")
