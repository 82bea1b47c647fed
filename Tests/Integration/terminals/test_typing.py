# SPDX-License-Identifier: Apache-2.0
"""Typing at an input device."""

import os

from terminals.input_devices import MOUSE, WITH_SHIFT_HELD


def test_no_device_is_opened_before_a_question(daemon, input_devices):
    input_devices.add(3)
    input_devices.add(0, MOUSE)
    assert daemon.ask("status")
    assert input_devices.log.read_text() == ""


def test_only_keyboards_are_grabbed(ask, input_devices):
    input_devices.add(3)
    input_devices.add(0, MOUSE)
    ask()
    assert input_devices.count("grab") == 1


def test_the_answer_is_what_was_typed(ask, input_devices):
    keyboard = input_devices.add(3)
    mouse = input_devices.add(0, MOUSE)
    question = ask()
    keyboard.event("shift", 1)
    keyboard.press("s")
    keyboard.event("shift", 0)
    keyboard.press("e", "x", "backspace", "4")
    mouse.press("z")
    keyboard.press("caps", "a")
    keyboard.press("caps", "a")
    keyboard.press("enter")
    assert question.answer() == b"\2Se4Aa"


def test_control_c_cancels_and_keys_before_the_question_do_not_count(ask, input_devices):
    keyboard = input_devices.add(3)
    question = ask()
    keyboard.press("enter")
    assert question.answer() == b"\2"
    keyboard.press("n")
    question.ask("Name:", "W")
    keyboard.event("ctrl", 1)
    keyboard.press("c")
    keyboard.event("ctrl", 0)
    assert question.answer() == b"\2\3"


def test_enter_alone_is_an_empty_answer(ask, input_devices):
    keyboard = input_devices.add(3)
    question = ask("Name:", "W")
    keyboard.event("shift", 1)
    keyboard.press("enter")
    assert question.answer() == b"\2"


def test_a_key_released_between_questions_is_not_held(ask, input_devices):
    keyboard = input_devices.add(3)
    question = ask("Name:", "W")
    keyboard.event("shift", 1)
    keyboard.press("enter")
    assert question.answer() == b"\2"
    question.ask("Name:", "W")
    keyboard.press("x", "enter")
    assert question.answer() == b"\2x"


def test_a_key_pressed_between_questions_is_held(ask, input_devices):
    keyboard = input_devices.add(3)
    question = ask("Name:", "W")
    keyboard.press("enter")
    assert question.answer() == b"\2"
    os.chmod(keyboard.path, WITH_SHIFT_HELD)
    question.ask("Name:", "W")
    keyboard.press("x")
    keyboard.event("shift", 0)
    keyboard.press("y", "enter")
    assert question.answer() == b"\2Xy"
