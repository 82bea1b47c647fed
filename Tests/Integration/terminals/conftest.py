# SPDX-License-Identifier: Apache-2.0
"""Fixtures of input devices and of questions."""

import pytest
from prompts import Question
from terminals.input_devices import InputDevices


@pytest.fixture
def input_devices(tmp_path):
    made = InputDevices(tmp_path)
    yield made
    made.close()


@pytest.fixture
def daemon(request, start_daemon, input_devices):
    """A daemon that reads these keyboards; it may open others with the mark `unconfined`."""
    mark = request.node.get_closest_marker("unconfined")
    # The on-screen keyboard looks at each device, too.
    return start_daemon("--keyboard", input_devices.devices, "--on-screen-keyboard", "off",
                        *(["--no-sandbox"] if mark else []),
                        environment=input_devices.environment)


@pytest.fixture
def ask(daemon):
    """A function that asks a question, and waits until it is shown."""
    questions = []

    def asked(text: str = "Pass:", code: str = "*") -> Question:
        questions.append(Question(daemon, text, code))
        return questions[-1]

    yield asked
    for question in questions:
        question.close()
