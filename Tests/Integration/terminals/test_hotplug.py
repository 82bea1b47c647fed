# SPDX-License-Identifier: Apache-2.0
"""Input devices that come and go while a question is asked."""

import os
import time

import pytest
from daemon_process import plymouth_reply, wait_until
from prompts import Person, Question
from terminals.input_devices import GRABBED_BY_ANOTHER, MOUSE, InputDevices

RESCAN = 2.5  # seconds: longer than the interval of rescans without uevents


def test_without_a_uevent_there_is_no_rescan(ask, input_devices):
    input_devices.add(0, MOUSE)
    input_devices.add(3)
    ask()
    input_devices.add(300)
    time.sleep(RESCAN)
    assert (input_devices.count("mouse"), input_devices.count("keys")) == (1, 1)


def test_a_new_keyboard_is_read(ask, input_devices):
    input_devices.add(0, MOUSE)
    input_devices.add(3)
    question = ask()
    keyboard = input_devices.add(300)
    input_devices.send_uevent(300)
    input_devices.wait_for("grab", 2)
    keyboard.press("o", "k", "enter")
    assert question.answer() == b"\2ok"
    # Other devices are not opened again for it.
    assert input_devices.count("mouse") == 1, input_devices.log.read_text()


def test_a_uevent_before_the_devices_file(ask, input_devices):
    """As where another program than the kernel makes the files."""
    input_devices.add(3)
    input_devices.add(300)
    question = ask()
    input_devices.wait_for("grab", 2)
    input_devices.send_uevent(1023)
    input_devices.add(1023).press("1", "enter")
    assert question.answer() == b"\x021"


def test_without_a_uevent_source_devices_are_polled(start_daemon, tmp_path):
    devices = InputDevices(tmp_path, has_uevents=False)
    question = Question(start_daemon("--keyboard", devices.devices,
                                     environment=devices.environment), "Pass:")
    devices.add(64).press("2", "enter")
    assert question.answer() == b"\x022"
    question.close()
    devices.close()


@pytest.mark.slow
def test_without_a_keyboard_the_question_is_refused(ask, input_devices):
    input_devices.add(0, MOUSE)
    assert plymouth_reply(ask().client) == b"\5"
    assert input_devices.count("mouse") <= 2, input_devices.log.read_text()


def test_a_keyboard_that_another_program_releases_is_grabbed(ask, input_devices):
    keyboard = input_devices.add(5, GRABBED_BY_ANOTHER)
    question = ask()
    assert wait_until(lambda: input_devices.count("keys") >= 1)
    os.chmod(keyboard.path, 0o600)
    input_devices.wait_for("grab", 1)
    keyboard.press("q", "enter")
    assert question.answer() == b"\2q"


def test_keys_of_a_removed_keyboard_are_kept(ask, input_devices):
    keyboard = input_devices.add(5)
    question = ask()
    input_devices.wait_for("grab", 1)
    keyboard.press("w")
    assert wait_until(lambda: not keyboard.has_events)
    keyboard.remove()
    other = input_devices.add(6)
    input_devices.send_uevent(6)
    input_devices.wait_for("grab", 2)
    other.press("r", "enter")
    assert question.answer() == b"\2wr"


@pytest.mark.slow
def test_the_question_ends_with_the_last_keyboard(ask, input_devices):
    keyboard = input_devices.add(5)
    question = ask()
    input_devices.wait_for("grab", 1)
    keyboard.remove()
    assert plymouth_reply(question.client) == b"\5"


@pytest.mark.slow
def test_the_timeout_begins_with_the_question(daemon, ask, input_devices):
    """A client that has watched for a key before does not shorten it."""
    watcher = Question(daemon, "z", "K", is_shown=False)
    # Longer than the timeout without a keyboard.
    time.sleep(11)
    question = ask()
    input_devices.devices.rmdir()
    input_devices.devices.mkdir()
    keyboard = input_devices.add(1)
    input_devices.send_uevent(1)
    input_devices.wait_for("grab", 1)
    keyboard.press("k", "enter", "z")
    assert question.answer() == b"\2k"
    # The key goes to the client that watches for it.
    assert plymouth_reply(watcher.client) == b"\2z"
    watcher.close()


@pytest.fixture
def absent(input_devices):
    """Devices in a folder that is made after the daemon's start."""
    input_devices.devices.rmdir()
    return input_devices


def test_a_folder_made_after_the_question_is_scanned(absent, daemon, ask):
    question = ask()
    absent.devices.mkdir()
    keyboard = absent.add(1)
    absent.send_uevent(1)
    absent.wait_for("grab", 1)
    keyboard.press("b", "enter")
    assert question.answer() == b"\2b"


@pytest.mark.unconfined
def test_a_terminal_made_after_the_question_is_read(absent, daemon, ask):
    """The link leads out of the folder that the path is in."""
    person = Person()
    question = ask()
    absent.devices.symlink_to(person.path)
    assert wait_until(lambda: person.is_raw)
    person.type("t\r")
    assert question.answer() == b"\2t"
    person.close()
