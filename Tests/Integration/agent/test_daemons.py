# SPDX-License-Identifier: Apache-2.0
"""An agent without a daemon, and with another program at the daemon's name."""

import contextlib
import os
import socket
import time

import pytest
from agent.password_requests import ABSENT, Answers
from daemon_process import TIMEOUT, as_nobody


def test_the_agent_waits_for_a_daemon(requests, start_agent, start_daemon, person, name):
    agent = start_agent()
    requests.add("a", "Early?")
    assert agent.log_line() == ABSENT
    answers = Answers(start_daemon("--keyboard", person.path, plymouth=name), person)
    answers.type("Early?", "at last\r")
    assert requests.answer() == b"+at last"


@pytest.mark.root
def test_a_listener_of_another_user_is_not_trusted(requests, start_agent, name):
    """A daemon must run as root or as the agent's own user."""
    ready, listens = os.pipe()
    result, reports = os.pipe()
    child = os.fork()
    if child == 0:
        as_nobody()
        with socket.socket(socket.AF_UNIX) as listener:
            listener.settimeout(TIMEOUT)
            listener.bind("\0" + name[1:])
            listener.listen()
            os.write(listens, b"x")
            client, _ = listener.accept()
            client.settimeout(TIMEOUT)
            os.write(reports, client.recv(100) or b"nothing")
        os._exit(0)
    os.read(ready, 1)
    agent = start_agent()
    requests.add("a", "Secret?")
    assert os.read(result, 100) == b"nothing"
    assert agent.log_line() == ABSENT
    os.waitpid(child, 0)
    for number in (ready, listens, result, reports):
        os.close(number)


def test_the_agent_waits_while_the_daemons_backlog_is_full(requests, start_agent, name):
    address = "\0" + name[1:]
    with socket.socket(socket.AF_UNIX) as listener:
        listener.settimeout(TIMEOUT)
        listener.bind(address)
        listener.listen(0)
        others = []
        with contextlib.suppress(BlockingIOError):
            while True:
                others.append(socket.socket(socket.AF_UNIX))
                others[-1].setblocking(False)
                others[-1].connect(address)
        assert len(others) > 1
        agent = start_agent()
        requests.add("a", "Waiting?")
        time.sleep(1.5)
        assert agent.process.poll() is None
        for other in others:
            other.close()
        request = b""
        while not request:
            client, _ = listener.accept()
            with client:
                client.settimeout(TIMEOUT)
                request = client.recv(100)
        assert b"Waiting?" in request


def test_an_answer_waits_for_a_full_socket(requests, agent, answers):
    count = 0
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
        other.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while other.sendto(b"full", requests.address):
                count += 1
    requests.add("a", "Busy?")
    answers.type("Busy?", "kept\r")
    answers.daemon.wait_for_message("")
    assert agent.comes_to_rest()
    assert {requests.answer() for _ in range(count)} == {b"full"}
    assert requests.answer() == b"+kept"
