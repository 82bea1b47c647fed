# SPDX-License-Identifier: Apache-2.0
"""Requests that cannot be answered, and other files in their folder."""

import os
import subprocess

import pytest
from daemon_process import tool


def test_an_incomplete_request_is_logged(requests, agent, answers):
    requests.write("a", "[Ask]\nMessage=x\n")
    requests.add("b", "Good?")
    answers.type("Good?", "y\r")
    assert requests.answer() == b"+y"
    assert agent.end() == f"flipbook: {requests.folder}/ask.a: Socket= is no absolute path\n"


def test_without_a_keyboard_the_request_is_left_to_others(start_daemon, start_agent, requests, name):
    start_daemon("--keyboard", "none", plymouth=name)
    agent = start_agent()
    requests.add("a", "Nobody?")
    assert agent.log_line() == (
        "flipbook: ask.a: the daemon has no keyboard; another agent has to ask\n")


def test_a_missing_folder_is_an_error():
    run = subprocess.run([tool(), "agent", "--folder", "/nonexistent"], capture_output=True,
                         text=True)
    assert run.returncode == 2
    assert run.stderr == "flipbook: cannot watch /nonexistent: no such file or directory\n"


@pytest.mark.root
def test_other_files_do_not_block_a_request(requests, start_agent, answers):
    os.mkfifo(requests.folder / "ask.fifo")
    (requests.folder / "ask.link").symlink_to("/dev/zero")
    (requests.folder / "ask.folder").mkdir()
    os.mknod(requests.folder / "ask.zero", 0o20600, os.makedev(1, 5))
    agent = start_agent()
    requests.add("good", "Good?")
    answers.type("Good?", "y\r")
    assert requests.answer() == b"+y"
    with (requests.folder / "ask.large").open("wb") as large:
        large.truncate(1 << 40)
    requests.add("next", "Next?")
    answers.wait_for("Next?")
    lines = [f"flipbook: {requests.folder}/ask.{name}: not a regular file"
             for name in ("fifo", "folder", "link", "zero")]
    lines.append(f"flipbook: {requests.folder}/ask.large: there is no section [Ask]")
    assert agent.end().splitlines() == lines
