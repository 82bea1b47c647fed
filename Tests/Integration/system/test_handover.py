# SPDX-License-Identifier: Apache-2.0
"""The display goes from the splash of the boot to a compositor or a display manager of Debian 13, on film.

Each is started by the unit that Debian has for it, or by the one that its documentation shows, with what
Documentation/handover.md adds.
"""

import desktop
import pytest
from base import ROOT
from film import after_splash, film
from guest import Disk, Guest, Hardware
from kms.image import Image
from looks import is_splash
from shutdown import report_wait, waits

pytestmark = [pytest.mark.qemu, pytest.mark.root, pytest.mark.apt]

COLOR = bytes.fromhex("204060")  # of what all of them are configured to show
DROP_IN = (ROOT / "systemd/handover.conf").read_text()
# The guest is slower than any machine: more than ten seconds may pass until a compositor draws.
OPTIONS = 'FLIPBOOK_OPTIONS="--animation ring --handover-timeout 300"\n'
GREETD = """[terminal]
vt = 1
[default_session]
command = "env WLR_RENDERER=pixman sway --config /run/handover/sway-config"
user = "_greetd"
"""
GREETD_DROP_IN = DROP_IN + "ExecStart=\nExecStart=greetd --config /run/handover/greetd.toml\n"
LIGHTDM_DROP_IN = "[Unit]\nConflicts=getty@tty1.service\nAfter=getty@tty1.service\n"


@pytest.fixture(scope="session")
def debian13() -> desktop.Desktop:
    return desktop.provide()


@pytest.fixture
def starting(debian13, tmp_path):
    """Starts a guest that boots with a unit and files of /run."""
    guests = []

    def start(unit: str, files: dict[str, str], options: str = OPTIONS) -> Guest:
        paths = {f"test-run/{path}": text for path, text in files.items()}
        paths["etc/flipbook/flipbook.conf"] = options
        initramfs = desktop.with_files(debian13.initramfs, paths, tmp_path / "initramfs")
        disk = Disk(tmp_path / "disk.qcow2", debian13.image).file
        hardware = Hardware(initramfs, words=f"splash systemd.wants={unit}", memory=1024)
        guest = Guest(debian13.base, hardware, disk)
        guests.append(guest)
        return guest.__enter__()

    yield start
    for guest in guests:
        guest.end()


def is_next(frame: Image) -> bool:
    """Whether a frame shows the configured colour on most of the display."""
    return frame.pixels.count(COLOR) > frame.width * frame.height // 2


def has_ended_well(guest: Guest, unit: str) -> None:
    """The next program has the display and goes on; the splash has ended, and had not to give up."""
    guest.wait_for_agent()
    guest.wait_for(f"systemctl is-active {unit}")
    guest.wait_for("! pgrep '^@?flipbookd$'")
    assert guest.sh("fgconsole") == "1"
    assert guest.sh(f"systemctl show -P NRestarts {unit}") == "0"
    assert guest.sh("systemctl --failed --no-legend") == ""
    log = guest.sh("journalctl -b --no-pager | grep flipbookd", check=False)
    assert "nobody took the display over" not in log, log
    assert is_next(guest.frame())


# The unit, its drop-ins, other files, and what may be seen between the splash and the program.
CASES = {
    "weston": ("weston@tty1.service", {"weston@.service": DROP_IN}, {}, []),
    # Its first frame is black, with the mouse pointer, until its client has drawn.
    "cage": ("cage@tty1.service", {"cage@.service": DROP_IN}, {}, ["black"]),
    # As Sway's until it has read its configuration.
    "greetd": ("greetd.service", {"greetd.service": GREETD_DROP_IN}, {"handover/greetd.toml": GREETD}, ["black"]),
    # The X server's own, until the greeter has drawn.
    "lightdm": (
        "lightdm.service", {"lightdm.service": LIGHTDM_DROP_IN},
        {"handover/lightdm.conf": "[LightDM]\nminimum-vt=1\n"}, ["black"],
    ),
}  # fmt: skip


@pytest.mark.seconds(60)
@pytest.mark.parametrize("name", CASES)
def test_no_console_before_the_next_program(starting, name):
    """From the splash to the program's own first frame, which is all that may be black."""
    unit, drop_ins, files, own = CASES[name]
    paths = {f"systemd/system/{unit}.d/flipbook.conf": text for unit, text in drop_ins.items()}
    guest = starting(unit, {**paths, **files})
    between = after_splash(film(guest, is_next))
    assert between in ([], own), between
    has_ended_well(guest, unit)


@pytest.mark.seconds(50)
def test_a_program_that_fails(starting):
    """The splash ends after the time that the program has for its first frame, and the console is there."""
    files = {
        "systemd/system/cage@.service.d/flipbook.conf": DROP_IN,
        "systemd/system/cage@.service.d/fails.conf": "[Service]\nExecStart=\nExecStart=/bin/false\n",
    }
    guest = starting("cage@tty1.service", files, 'FLIPBOOK_OPTIONS="--animation ring --handover-timeout 5"\n')
    guest.wait_for_frame("splash", is_splash)
    guest.wait_for_agent()
    guest.wait_for("systemctl is-failed cage@tty1.service")
    guest.wait_for("systemctl is-active plymouth-quit.service")
    guest.wait_for("! pgrep '^@?flipbookd$'")
    assert guest.sh("kmsclient /dev/tty1 mode").endswith(" text")
    guest.wait_for_frame("console", lambda frame: not is_splash(frame))
    # The other terminals are within reach.
    guest.sh("chvt 2")
    assert guest.sh("fgconsole") == "2"


@pytest.mark.seconds(60)
def test_the_splash_of_a_shutdown_comes_before_a_compositor_stops(starting):
    """The splash is on a terminal of its own, for which a display manager gives the display up."""
    unit, drop_ins, _, _ = CASES["weston"]
    files = {f"systemd/system/{unit}.d/flipbook.conf": text for text in drop_ins.values()}
    # As a display manager, which stops before the target that is ordered after it.
    files[f"systemd/system/{unit}.d/ordered.conf"] = "[Unit]\nBefore=graphical.target\n"
    guest = starting(unit, files)
    guest.wait_for_frame("compositor", is_next)
    has_ended_well(guest, unit)
    report_wait(guest)
    guest.send("systemctl poweroff")
    frames = guest.wait_for_end(90, shots="compositor")
    assert waits(guest) == [0]
    splashes = [is_splash(frame) for frame in frames]
    assert any(splashes)
    assert all(splashes[splashes.index(True) :])
