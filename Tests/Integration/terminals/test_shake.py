# SPDX-License-Identifier: Apache-2.0
"""The scene shakes when a password is asked again, and comes to rest."""

import time

import pytest
from prompts import Question

SHAKE = 1  # second: longer than the animation


class Questions:
    """Asks a daemon questions, and counts its frames."""

    def __init__(self, daemon, person) -> None:
        self.daemon = daemon
        self.person = person
        self.question = None

    def ask(self, text: str, code: str, answer: str) -> None:
        if self.question is None:
            self.question = Question(self.daemon, text, code)
        else:
            self.question.ask(text, code)
        self.person.type(answer + "\r")
        assert self.question.answer() == b"\2" + answer.encode()

    def frames_at_rest(self) -> int:
        last = -1
        while (count := int(self.daemon.status()["frames"])) != last:
            last = count
            time.sleep(0.3)
        return last

    def frames_of_a_question(self) -> int:
        """How many frames a question takes that has an empty answer, its end included.

        Meanwhile the status does not report frames: each key would be one.
        """
        before = self.frames_at_rest()
        self.question.ask("Pass:")
        assert "frames=" not in self.daemon.ask("status")
        time.sleep(SHAKE)
        self.person.type("\r")
        assert self.question.answer() == b"\2"
        return self.frames_at_rest() - before


@pytest.fixture
def questions(start_daemon, person):
    made = Questions(start_daemon("--animation", "download", "--keyboard", person.path,
                                  output="memory:320x180@240"), person)
    yield made
    made.question.close()


def test_a_password_asked_again_shakes_and_after_another_question_does_not(questions):
    """A shake is 115 frames more of 240 a second; beside it the field is drawn 30 times a second."""
    questions.ask("Pass:", "*", "wrong")
    shaken = questions.frames_of_a_question()
    questions.ask("Name:", "W", "")
    assert shaken > 1.25 * questions.frames_of_a_question()
