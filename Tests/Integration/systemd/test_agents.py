# SPDX-License-Identifier: Apache-2.0
"""systemd-ask-password, with systemd's agent for Plymouth and with the tool's."""

from pathlib import Path

import pytest
from daemon_process import TIMEOUT, tool
from memory_contents import copies

pytestmark = pytest.mark.root

SECRET = "an-unlikely-pass-phrase"
SYSTEMD = ("systemd-tty-ask-password-agent", "--plymouth", "--watch")
OURS = (tool(), "agent")
AGENTS = pytest.mark.parametrize("words", [SYSTEMD, OURS], ids=["systemd's agent", "the tool's"])


def test_units_find_a_splash_that_can_ask(daemon):
    assert Path("/run/plymouth/pid").exists()


@AGENTS
def test_a_password_is_answered(daemon, start, ask_password, person, words):
    start(*words)
    question = ask_password("Key of the disk?")
    person.type(SECRET)
    person.type("\r")
    assert question.communicate(timeout=TIMEOUT)[0].decode() == SECRET + "\n"
    assert question.returncode == 0
    daemon.wait_for_message("")


@AGENTS
def test_a_prompt_ends_with_its_program(daemon, start, ask_password, words):
    start(*words)
    question = ask_password("Who asked is gone?")
    question.terminate()
    question.communicate(timeout=TIMEOUT)
    daemon.wait_for_message("")


def test_control_c_is_the_password_for_systemds_agent(daemon, start, ask_password, person):
    """It takes the byte of a cancelled question for the password, as it does from Plymouth."""
    start(*SYSTEMD)
    question = ask_password("Once more?")
    person.type("\x03")
    assert question.communicate(timeout=TIMEOUT)[0] == b"\x03\n"
    assert question.returncode == 0


def test_control_c_is_no_answer_for_the_tools_agent(daemon, start, ask_password, person):
    start(*OURS)
    question = ask_password("Once more?")
    person.type("\x03")
    assert question.communicate(timeout=TIMEOUT)[0] == b""
    assert question.returncode != 0


def test_the_tools_agent_keeps_no_password(daemon, start, ask_password, person):
    agent = start(*OURS)
    question = ask_password("Key of the disk?")
    person.type(SECRET + "\r")
    assert question.communicate(timeout=TIMEOUT)[0].decode() == SECRET + "\n"
    daemon.wait_for_message("")
    assert copies(agent.pid, SECRET.encode()) == []
    # That the search finds what the agent does keep.
    assert copies(agent.pid, b"ask-password") != []
