# SPDX-License-Identifier: Apache-2.0
"""What a theme says of the console behind it."""

import pytest
from clients.console_view import FAILED, Console
from themes.samples import LOGO, THEME

pytestmark = pytest.mark.root

LINE = "Failed to start foo.service - Foo, Esc for details"


@pytest.fixture
def console(start_daemon, tmp_path, person, other):
    return lambda *options: Console(start_daemon, tmp_path, person, other, *options)


@pytest.fixture
def pack(theme):
    """A theme that names a failed unit, and one that does not."""
    for name, value in ("shown", "true"), ("hidden", "false"):
        text = THEME % "F7F5F0" + f"[stage]\nfailures = {value}\n"
        theme("compile", theme.make(name, text, logo_svg=LOGO % b"#ff0000"), "-o", theme.folder / f"{name}.pack")
    return lambda name: theme.folder / f"{name}.pack"


@pytest.mark.parametrize("name, options, is_shown", [
    ("shown", [], True),
    ("shown", ["--show-failures", "off"], False),
    ("hidden", ["--show-failures", "on"], True),
    ("hidden", [], False),
])
def test_the_option_decides_and_else_the_theme(console, pack, name, options, is_shown):
    shown = console("--theme", pack(name), *options)
    shown.write(FAILED)
    assert shown.behind.sees("foo.service")
    if is_shown:
        shown.daemon.wait_for_message(LINE)
    else:
        # A line that is on the display was read, and so were those before it.
        assert shown.daemon.ask("details on") == "ok"
        shown.write(b"\x1b[45mafter\x1b[0m\n")
        assert shown.wait_for((0xB5, 0x65, 0xC9))
        assert shown.daemon.message() == ""


def test_a_theme_that_comes_later_names_the_unit(console, pack):
    shown = console("--theme", pack("hidden"))
    shown.write(FAILED)
    assert shown.behind.sees("foo.service")
    assert shown.daemon.ask(f"theme {pack('shown')}") == "ok"
    shown.daemon.wait_for_message(LINE)
