# SPDX-License-Identifier: Apache-2.0
"""Requests that a person answers."""

import os
import subprocess
import time

import pytest


def test_a_password_is_answered_with_a_plus(requests, agent, answers):
    requests.add("a", "Passphrase for disk root:")
    answers.wait_for("Passphrase for disk root:")
    answers.person.type("sesam")
    answers.person.type("\r")
    assert requests.answer() == b"+sesam"


def test_a_cancelled_question_is_answered_with_a_minus(requests, agent, answers):
    requests.add("a", "First:")
    answers.type("First:", "x\r")
    assert requests.answer() == b"+x"
    requests.remove("a")
    answers.daemon.wait_for_message("")
    requests.add("b", "Name:", "Echo=1")
    answers.type("Name:", "bob")
    answers.person.type("\x03")
    assert requests.answer() == b"-"


def test_nothing_is_logged_when_all_goes_well(requests, agent, answers):
    requests.add("a", "Password:")
    answers.type("Password:", "x\r")
    assert requests.answer() == b"+x"
    assert agent.end() == ""


def test_a_question_ends_when_its_file_is_removed(requests, agent, answers):
    requests.add("a", "First?")
    answers.wait_for("First?")
    requests.add("b", "Second?")
    requests.remove("a")
    answers.type("Second?", "x\r")
    assert requests.answer() == b"+x"


def test_expired_requests_and_those_of_ended_processes_are_skipped(requests, agent, answers):
    requests.add("b", "Second?")
    answers.wait_for("Second?")
    soon = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000 + 1_500_000
    ended = subprocess.Popen(["true"])
    ended.wait()
    requests.add("c", "Late?", f"NotAfter={soon}")
    requests.add("d", "Gone?", f"PID={ended.pid}")
    requests.add("e", "Still?", f"PID={os.getpid()}")
    requests.remove("b")
    answers.type("Still?", "yes\r")
    assert requests.answer() == b"+yes"


@pytest.fixture
def cached(requests, agent, answers):
    """Several requests; the first was answered, and the others accept cached answers."""
    requests.add("a", "One?", "AcceptCached=1")
    answers.type("One?", "same\r")
    assert requests.answer() == b"+same"
    return requests


def test_a_cached_answer_is_sent_again(cached):
    cached.add("b", "Two?", "AcceptCached=1")
    assert cached.answer() == b"+same\0"


def test_without_accept_cached_a_person_is_asked(cached, answers):
    cached.add("c", "Three?")
    answers.wait_for("Three?")
    assert answers.daemon.message() == "Three?"


@pytest.mark.parametrize("line", [
    "NotAfter=18446744073709551615", "NotAfter=-1", "PID=99999999999", "Echo=perhaps"])
def test_any_value_of_an_optional_key_is_asked(requests, agent, answers, line):
    requests.add("a", "Number?", line)
    answers.type("Number?", "1\r")
    assert requests.answer() == b"+1"
    requests.remove("a")
    answers.daemon.wait_for_message("")
    assert agent.end() == ""


COUNT = 12  # more than the agent asks at a time


def test_the_agent_sleeps_while_a_person_types(requests, agent, answers):
    for number in range(COUNT):
        requests.add(f"{number:02}", f"Number {number}?")
    answers.wait_for("Number ")
    assert agent.comes_to_rest()


def test_many_requests_are_all_answered(requests, agent, answers):
    """In any order, as the daemon serves its clients in turn."""
    messages = {f"Number {number}?": number for number in range(COUNT)}
    for message, number in messages.items():
        requests.add(f"{number:02}", message)
    while messages:
        answers.wait_for("Number ")
        message = answers.daemon.message()
        if message in messages:
            number = messages.pop(message)
            answers.person.type(f"{number}\r")
            assert requests.answer() == f"+{number}".encode()
            requests.remove(f"{number:02}")
