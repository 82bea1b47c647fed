# SPDX-License-Identifier: Apache-2.0
"""Answers are typed with the machine's own layouts where the daemon reads the keyboard itself."""

import subprocess
from pathlib import Path

import pytest
from daemon_process import wait_until
from namespaces import new_namespaces
from prompts import Question
from terminals.input_devices import KEYS, InputDevices
from themes.samples import LOGO, THEME

PACK = Path("/etc/flipbook/keymap.pack")
KEYS.update({"altgr": 100, "alt": 56, "accent": 13, "minus": 12, "space": 57, "super": 125, "menu": 127})


@pytest.fixture
def machine(tmp_path):
    """A machine whose /etc is the test's own."""
    subprocess.run(["cp", "-a", "/etc", tmp_path / "etc"], check=True)
    with new_namespaces(network=False, mounts=True):
        subprocess.run(["mount", "--bind", tmp_path / "etc", "/etc"], check=True)
        PACK.parent.mkdir(exist_ok=True)
        PACK.unlink(missing_ok=True)
        yield


@pytest.fixture
def keyboard(tmp_path, machine):
    devices = InputDevices(tmp_path)
    made = devices.add(0)
    made.devices = devices
    yield made
    devices.close()


@pytest.fixture
def start(start_daemon, keyboard, person):
    """A function that starts a daemon for a display that is not there: with one in memory it leaves /etc unread.

    It asks on the console, too, for without any display it would refuse after a while.
    """
    def started():
        return start_daemon("--device", "/dev/no-display", "--no-terminal", "--psplash", "off", "--keyboard",
                            keyboard.devices.devices, "--console", person.path, output="DP-1:off",
                            environment=keyboard.devices.environment)

    return started


def held(keyboard, key: str, *others: str) -> None:
    keyboard.event(key, 1)
    keyboard.press(*others)
    keyboard.event(key, 0)


def test_a_password_in_german_then_in_russian(theme, start, keyboard):
    run = theme("keymap", "compile", "de", "ru")
    assert run.stdout.startswith(f"{PACK}: de, ru, ") and run.stderr == ""
    question = Question(start(), "Pass:")
    # z and y change places; a dead key; AltGr; two letters of one byte more.
    keyboard.press("y", "accent", "e", "minus")
    held(keyboard, "altgr", "q", "e")
    # The way to the next layout and back, and there again.
    held(keyboard, "alt", "shift")
    keyboard.press("f", "backspace", "q", "caps", "q", "caps")
    held(keyboard, "super", "space")
    keyboard.press("y")
    held(keyboard, "shift", "alt")
    keyboard.press("a", "enter")
    assert question.answer() == b"\2" + "zéß@€йЙzф".encode()
    question.close()


def test_a_question_with_the_layout_before_which_us_was_put(theme, start, keyboard):
    run = theme("keymap", "compile", "gr")
    assert run.stderr == "flipbook-theme: gr has no letters from a to z: us is put first\n"
    question = Question(start(), "Name:", "W")
    keyboard.press("a")
    held(keyboard, "alt", "shift")
    keyboard.press("a", "enter")
    assert question.answer() == b"\2" + "aα".encode()
    question.close()


@pytest.mark.parametrize("layout, variant, typed", [("de", "", "z"), ("us,ru", ",", "y"), ("us", "dvorak", "f")])
def test_the_layouts_are_the_machines_own(theme, start, keyboard, layout, variant, typed):
    Path("/etc/default/keyboard").write_text(
        f'# a comment\nXKBMODEL="pc105"\nXKBLAYOUT="{layout}"\nXKBVARIANT="{variant}"\n')
    theme("keymap", "compile", LC_ALL="C")
    question = Question(start(), "Pass:")
    keyboard.press("y", "enter")
    assert question.answer() == b"\2" + typed.encode()
    question.close()


@pytest.mark.parametrize("options, typed", [
    ("", "A€"), ("ctrl:nocaps", "a€"), ("caps:escape,grp:alt_shift_toggle", "a€"), ("caps:none", "a€"),
])
def test_the_options_are_the_machines_own(theme, start, keyboard, options, typed):
    Path("/etc/default/keyboard").write_text(f'XKBLAYOUT="de"\nXKBVARIANT=""\nXKBOPTIONS="{options}"\n')
    said = f"with {options}, " if options else ""
    assert theme("keymap", "compile", LC_ALL="C").stdout.startswith(f"{PACK}: de, {said}")
    question = Question(start(), "Pass:")
    keyboard.press("caps", "a")
    held(keyboard, "altgr", "e")
    keyboard.press("enter")
    assert question.answer() == b"\2" + typed.encode()
    question.close()


def test_options_are_named_beside_layouts(theme, start, keyboard):
    theme("keymap", "compile", "us", "--options", "eurosign:4,lv3:ralt_switch,caps:none")
    question = Question(start(), "Pass:")
    held(keyboard, "altgr", "4")
    keyboard.press("caps", "a", "enter")
    assert question.answer() == b"\2" + "€a".encode()
    question.close()


def test_options_have_keys_of_their_own(theme, start, keyboard):
    """Another layout by Caps Lock, and two sequences of a Compose key; Super+Space is a space."""
    theme("keymap", "compile", "us", "de", "--options", "grp:caps_toggle,compose:menu")
    question = Question(start(), "Name:", "W")
    keyboard.press("y", "caps", "y", "menu", "a", "e")
    held(keyboard, "super", "space")
    keyboard.press("caps", "menu", "e", "minus", "y", "enter")
    assert question.answer() == b"\2" + "yzæ ēy".encode()
    question.close()


@pytest.mark.parametrize("name, layouts", [("de-latin1-nodeadkeys", "de"), ("uk", "gb"), ("us-acentos", "us:intl")])
def test_the_layout_is_that_of_the_console(theme, machine, name, layouts):
    Path("/etc/default/keyboard").unlink(missing_ok=True)
    Path("/etc/vconsole.conf").write_text(f"KEYMAP={name}\nFONT=x\n")
    assert theme("keymap", "compile").stdout.startswith(f"{PACK}: {layouts}, ")


@pytest.mark.parametrize("damage, reason", [
    (lambda pack: pack[:100] + bytes([pack[100] ^ 1]) + pack[101:], "damaged: the check does not fit"),
    (lambda pack: pack[:500], "cut off: 500 of "), (lambda pack: b"layout", "not a theme pack"),
])
def test_a_pack_that_cannot_be_used_is_one_line(theme, start, keyboard, damage, reason):
    theme("keymap", "compile", "de")
    PACK.write_bytes(damage(PACK.read_bytes()))
    daemon = start()
    question = Question(daemon, "Pass:")
    keyboard.press("y", "enter")
    assert question.answer() == b"\2y"
    lines = [line for line in daemon.log.splitlines() if "keymap" in line]
    assert len(lines) == 1 and lines[0].startswith(f"flipbookd: keymap {PACK}: {reason}"), daemon.log
    assert lines[0].endswith("; typing as on a US keyboard")
    question.close()


def test_with_frames_in_memory_the_machines_own_are_not_read(theme, start_daemon, keyboard):
    theme("keymap", "compile", "de")
    daemon = start_daemon("--keyboard", keyboard.devices.devices, environment=keyboard.devices.environment)
    question = Question(daemon, "Pass:")
    keyboard.press("y", "enter")
    assert question.answer() == b"\2y"
    question.close()


def test_a_theme_has_layouts_of_its_own(theme, start_daemon, keyboard):
    text = THEME.replace("flipbook = 1", 'flipbook = 1\nkeymap = ["de", "us"]') % "F7F5F0"
    theme("compile", theme.make("own", text, logo_svg=LOGO % b"red"), "-o", theme.folder / "own.pack")
    daemon = start_daemon("--theme", str(theme.folder / "own.pack"), "--keyboard", keyboard.devices.devices,
                          environment=keyboard.devices.environment)
    question = Question(daemon, "Pass:")
    keyboard.press("y", "accent", "e")
    held(keyboard, "alt", "shift")
    keyboard.press("y", "enter")
    assert question.answer() == b"\2" + "zéy".encode()
    question.close()


def test_a_dead_key_is_not_for_the_next_question(theme, start, keyboard):
    theme("keymap", "compile", "de")
    daemon = start()
    first = Question(daemon, "First:")
    second = Question(daemon, "Second:", is_shown=False)
    # Of a later connection: the second question is pending by then.
    assert daemon.ping()
    keyboard.press("accent")
    assert wait_until(lambda: not keyboard.has_events)
    first.close()
    assert wait_until(lambda: daemon.message() == "Second:")
    keyboard.press("e", "enter")
    assert second.answer() == b"\2e"
    second.close()


def test_a_pack_is_shown(theme, machine):
    theme("keymap", "compile", "us", "de:nodeadkeys", "-o", "keymap.pack")
    shown = theme("show", "keymap.pack").stdout.splitlines()
    assert shown[0].startswith("keymap us, English (US), ") and shown[0].endswith(" keys, 0 pairs")
    assert shown[1].startswith("keymap de, German (no dead keys), ")
    assert shown[-1] == f"keymap.pack: {(theme.folder / 'keymap.pack').stat().st_size} bytes"


def test_mistakes_are_one_line(theme, machine):
    run = theme("keymap", "compile", "xx", status=1)
    assert run.stderr == "flipbook-theme: no keyboard layout 'xx'; see xkeyboard-config(7)\n"
    run = theme("keymap", "compile", "us", "de", "fr", "es", "it", status=1)
    assert run.stderr == "flipbook-theme: more than four layouts, us before them included\n"
    assert not PACK.exists()
    run = theme("keymap", "compile", "us", "-o", "none/keymap", status=2)
    assert run.stderr.startswith("flipbook-theme: cannot write none/keymap.new: ")


def test_the_same_layout_is_the_same_bytes(theme, machine):
    for name, locale in (("one", "C"), ("two", "en_US.UTF-8")):
        theme("keymap", "compile", "ch", "il", "--exactly", "-o", name, LC_ALL=locale)
    one, two = ((theme.folder / name).read_bytes() for name in ("one", "two"))
    assert one == two and len(one) < 8192
