# SPDX-License-Identifier: Apache-2.0
"""Passwords that are tapped on the on-screen keyboard."""

import os
import select
from pathlib import Path

import pytest
from daemon_process import wait_until
from memory_contents import copies
from on_screen import key_center
from prompts import Question, never
from terminals.input_devices import GRABBED_BY_ANOTHER, MOUSE
from terminals.pointers import Display, Fingers, Mouse, Tablet

SIZES = [(480, 320, 0), (240, 240, 0), (720, 1280, 0), (1280, 720, 90), (1920, 1080, 0), (800, 480, 180),
         (480, 800, 270)]


@pytest.fixture
def tapped(start_daemon, input_devices):
    """A function that starts a daemon on a display, asks a question, and waits until devices are grabbed."""
    questions = []

    def start(display: Display, *options: str, grabbed: int = 1, code: str = "*") -> Question:
        daemon = start_daemon(
            "--keyboard", input_devices.devices, "--rotate", str(display.rotation), *options,
            output=f"memory:{display.width}x{display.height}", environment=input_devices.environment)
        questions.append(Question(daemon, "Pass:", code))
        assert wait_until(lambda: input_devices.count("grab") >= grabbed), daemon.log
        return questions[-1]

    yield start
    for question in questions:
        question.close()


def announce(input_devices, number: int, is_noticed) -> None:
    """Sends uevents until they are noticed: the daemon may not have opened its sockets yet."""
    def sent() -> bool:
        input_devices.send_uevent(number)
        return wait_until(is_noticed, 0.1)

    assert wait_until(sent)


@pytest.mark.parametrize("width, height, rotation", SIZES)
def test_a_password_is_tapped_with_fingers(tapped, input_devices, width, height, rotation):
    display = Display(width, height, rotation)
    fingers = Fingers(input_devices, display)
    question = tapped(display)
    fingers.tap("passxq<Wort 42!\n")
    assert question.answer() == b"\2passxWort 42!"


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_password_is_clicked_on_a_tablet(tapped, input_devices, rotation):
    display = Display(800, 480, rotation)
    tablet = Tablet(input_devices, display)
    question = tapped(display)
    tablet.tap("Se4 a,\n")
    assert question.answer() == b"\2Se4 a,"


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_password_is_clicked_with_a_mouse(tapped, input_devices, rotation):
    display = Display(800, 480, rotation)
    mouse = Mouse(input_devices, display)
    question = tapped(display)
    mouse.tap("Se4 a\n")
    assert question.answer() == b"\2Se4 a"


def test_a_question_is_answered_too(tapped, input_devices):
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    question = tapped(display, code="W")
    # Shift is not for the next question.
    fingers.tap("me^\n")
    assert question.answer() == b"\2me"
    question.ask("Name:", "W")
    assert wait_until(lambda: input_devices.count("grab") >= 2)
    fingers.tap("you\n")
    assert question.answer() == b"\2you"


def test_two_fingers_may_overlap(tapped, input_devices):
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    question = tapped(display)
    fingers.down("a", slot=0)
    fingers.down("b", slot=1)
    fingers.up(slot=0)
    fingers.down("c", slot=0)
    fingers.up(slot=1)
    fingers.up(slot=0)
    fingers.tap("\n")
    assert question.answer() == b"\2abc"


def test_a_finger_that_leaves_its_key_taps_nothing(tapped, input_devices):
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    question = tapped(display)
    fingers.down("a")
    fingers.move("s")
    fingers.up()
    fingers.tap("k\n")
    assert question.answer() == b"\2k"


def test_with_a_keyboard_there_is_none(tapped, input_devices):
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    keyboard = input_devices.add(3)
    question = tapped(display, grabbed=2)
    fingers.tap("abc\n")
    assert never(lambda: select.select([question.client], [], [], 0)[0], 0.5)
    keyboard.press("x", "enter")
    assert question.answer() == b"\2x"


def test_with_on_there_is_one_beside_a_keyboard(tapped, input_devices):
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    keyboard = input_devices.add(3)
    question = tapped(display, "--on-screen-keyboard", "on", grabbed=2)
    keyboard.press("x")
    assert wait_until(lambda: not keyboard.has_events)
    fingers.tap("y\n")
    assert question.answer() == b"\2xy"


def test_with_off_nothing_is_grabbed(tapped, input_devices):
    display = Display(480, 320)
    Fingers(input_devices, display)
    keyboard = input_devices.add(3)
    question = tapped(display, "--on-screen-keyboard", "off")
    keyboard.press("x", "enter")
    assert question.answer() == b"\2x"
    assert input_devices.count("grab") == 1


def test_it_goes_when_a_keyboard_is_attached(tapped, input_devices):
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    question = tapped(display)
    fingers.tap("a")
    assert wait_until(lambda: not fingers.device.has_events)
    keyboard = input_devices.add(3)
    # Both readers of uevents have to notice it.
    announce(input_devices, 3, lambda: input_devices.count("keys") >= 2 and input_devices.count("grab") == 2)
    fingers.tap("b")
    keyboard.press("c", "enter")
    assert question.answer() == b"\2ac"


def test_a_touch_screen_that_comes_late_is_used(tapped, input_devices):
    display = Display(480, 320)
    question = tapped(display, grabbed=0)
    assert never(lambda: input_devices.count("grab"), 0.3)
    fingers = Fingers(input_devices, display)
    announce(input_devices, 5, lambda: input_devices.count("grab") == 1)
    fingers.tap("ok\n")
    assert question.answer() == b"\2ok"


def test_a_touch_screen_that_is_unplugged_taps_nothing(tapped, input_devices):
    display = Display(480, 320)
    fingers, others = Fingers(input_devices, display), Fingers(input_devices, display, number=8)
    question = tapped(display, grabbed=2)
    fingers.down("a")
    fingers.device.remove()
    others.tap("b\n")
    assert question.answer() == b"\2b"


def test_no_device_is_opened_before_a_question_and_none_is_left_open(tapped, input_devices):
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    input_devices.add(0, MOUSE)
    question = tapped(display)
    pid = question.daemon.pid

    def opened() -> list:
        return [name for fd in os.listdir(f"/proc/{pid}/fd")
                if "/event" in (name := os.readlink(f"/proc/{pid}/fd/{fd}"))]

    assert opened() == [str(fingers.device.path)]
    fingers.tap("\n")
    assert question.answer() == b"\2"
    assert wait_until(lambda: not opened())


def test_a_device_of_another_program_is_left_to_it(tapped, input_devices):
    display = Display(480, 320)
    input_devices.add(2, 0o1000 | GRABBED_BY_ANOTHER)
    fingers = Fingers(input_devices, display)
    question = tapped(display)
    fingers.tap("a\n")
    assert question.answer() == b"\2a"


def test_a_tapped_password_is_in_locked_memory_alone(tapped, input_devices):
    secret = b"unlikelyphrase"
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    question = tapped(display)
    before = question.daemon.ask("status")
    fingers.tap(secret.decode())
    assert wait_until(lambda: copies(question.daemon.pid, secret))
    found = copies(question.daemon.pid, secret)
    assert all(is_locked for _, is_locked in found), found
    assert question.daemon.ask("status") == before
    fingers.tap("\n")
    assert question.answer() == b"\2" + secret
    assert all(is_locked for _, is_locked in copies(question.daemon.pid, secret))


def reveal(fingers) -> None:
    """Taps the place of the key that shows the password; without it, that is the space bar's."""
    width, height = fingers.display.stage
    space = key_center(" ", width, height)
    enter = key_center("\n", width, height)
    # Halves of a key: the bar has 14 of 20, and Enter the last 3.
    fingers.tap_at(enter[0] - 3 * (enter[0] - space[0]) * 2 // 17, enter[1])


def unlocked(question, secret: bytes) -> list:
    return [mapping for mapping, is_locked in copies(question.daemon.pid, secret) if not is_locked]


def test_a_password_is_shown_by_an_option_alone(tapped, input_devices):
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    question = tapped(display)
    fingers.tap("ab")
    # A space, as there is no such key.
    reveal(fingers)
    fingers.tap("c\n")
    assert question.answer() == b"\2ab c"


def test_a_shown_password_is_wiped(tapped, input_devices):
    secret = b"unlikelyphrase"
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    question = tapped(display, "--show-password-button", "on")
    before = question.daemon.ask("status")
    fingers.tap(secret.decode())
    assert wait_until(lambda: copies(question.daemon.pid, secret))
    assert not unlocked(question, secret)
    # The field has the text while it shows it.
    reveal(fingers)
    assert wait_until(lambda: unlocked(question, secret))
    assert question.daemon.ask("status") == before
    reveal(fingers)
    assert wait_until(lambda: not unlocked(question, secret))
    reveal(fingers)
    assert wait_until(lambda: unlocked(question, secret))
    fingers.tap("\n")
    assert question.answer() == b"\2" + secret
    assert wait_until(lambda: not unlocked(question, secret)), unlocked(question, secret)
    assert secret.decode() not in question.daemon.log
    # The next password is hidden again.
    question.ask("Pass:")
    assert wait_until(lambda: input_devices.count("grab") >= 2)
    fingers.tap("otherphrases")
    assert wait_until(lambda: copies(question.daemon.pid, b"otherphrases"))
    assert not unlocked(question, b"otherphrases")


def test_the_daemon_rests_once_it_has_the_answer(tapped, input_devices):
    """Touches wake nothing when nothing is asked."""
    display = Display(480, 320)
    fingers = Fingers(input_devices, display)
    question = tapped(display)
    fingers.tap("a\n")
    assert question.answer() == b"\2a"

    def wakeups() -> int:
        text = Path(f"/proc/{question.daemon.pid}/status").read_text()
        return int(text.split("voluntary_ctxt_switches:")[1].split()[0])

    def rests() -> bool:
        before = wakeups()
        fingers.tap("abc")
        return never(lambda: wakeups() != before, 0.5)

    assert wait_until(rests), question.daemon.log
