# SPDX-License-Identifier: Apache-2.0
"""Typed text, and its way through Plymouth's protocol."""

import pytest
from prompts import Question

pytestmark = pytest.mark.root


@pytest.fixture
def question(daemon):
    made = Question(daemon, "Pass")
    yield made
    made.close()


def test_a_password_is_edited(question, person):
    person.type("sä\x7f\x7fxsecrez\x7ft\x15se cret\x17\x17ä\x7fsecret")
    person.type("\r")
    assert question.answer() == b"\2secret"


def test_an_empty_password_is_answered(question, person):
    person.type("\r")
    assert question.answer() == b"\2"


def test_cached_passwords_are_answered(question, person):
    person.type("secret\r")
    question.answer()
    question.ask_without_text("*", "Password:")
    person.type("\r")
    question.answer()
    question.send("c")
    assert question.answer() == b"\tsecret\0\0"


def test_a_question_is_answered(question, person):
    person.type("\r")
    question.answer()
    question.ask("Name?", "W")
    person.type("Zoë")
    person.type("\r")
    assert question.answer() == b"\2Zo\xc3\xab"


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["control-C", "control-D"])
def test_a_cancelled_password_is_answered(question, person, key):
    person.type("\r")
    question.answer()
    question.ask_without_text("*", "Password:")
    person.type("abc" + key)
    assert question.answer() == b"\2\3"


def test_a_prompt_ends_with_its_client(daemon):
    question = Question(daemon, "Gone")
    question.close()
    daemon.wait_for_message("")
