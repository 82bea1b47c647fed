# SPDX-License-Identifier: Apache-2.0
"""Fixtures of systemd's password requests, and of daemons that answer them."""

import os

import pytest
from agent.password_requests import Agent, Answers, Requests


@pytest.fixture
def requests(tmp_path):
    made = Requests(tmp_path)
    yield made
    made.socket.close()


@pytest.fixture
def name(tmp_path) -> str:
    """A name instead of Plymouth's."""
    return f"@flipbook-agent-{os.getpid()}-{tmp_path.name}"


@pytest.fixture
def start_agent(requests, name):
    """A function that starts the agent of these requests."""
    agents = []

    def start() -> Agent:
        agents.append(Agent(requests.folder, name))
        return agents[-1]

    yield start
    for agent in agents:
        if agent.process.poll() is None:
            agent.end()


@pytest.fixture
def answers(start_daemon, person, name) -> Answers:
    """A daemon with a keyboard, at the agent's name."""
    return Answers(start_daemon("--keyboard", person.path, plymouth=name), person)


@pytest.fixture
def agent(answers, start_agent) -> Agent:
    """The agent of a daemon with a keyboard."""
    return start_agent()
