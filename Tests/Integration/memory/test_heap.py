# SPDX-License-Identifier: Apache-2.0
"""No invalid access, no leak, and no allocation while frames are shown, by valgrind.

A run of 600 frames, with all kinds of commands on the way, makes exactly as many allocations as one
of 10 with the same commands: only the texts of commands are allocated.
"""

import shutil
import subprocess
import time

import pytest
from daemon_process import ROOT, theme_tool
from memory.valgrind import CheckedDaemon
from themes.long_run import IS_LONG

FEW, MANY = 10, 600
SEARCHES = 20
# The commands on the way, in this order, half a second apart where many frames are shown. The last one causes
# endless motion.
COMMANDS = (
    "progress 12.5",
    "message Unpacking libtext-charwidth-perl (amd64) …",
    "progress 60",
    "progress unknown",
    "message",
    "progress 30",
    "fail",
    "progress/2 50",
    "reset",
    "nonsense",
    "done",
    "reset",
    "progress unknown",
)


@pytest.fixture
def start_checked(tmp_path):
    """A function that starts a daemon under valgrind."""
    daemons = []

    def start(*options: str) -> CheckedDaemon:
        folder = tmp_path / f"{len(daemons)}"
        folder.mkdir()
        daemons.append(CheckedDaemon(folder, *options))
        return daemons[-1]

    yield start
    for daemon in daemons:
        daemon.stop()


def allocations(daemon: CheckedDaemon, frames: int, is_endless: bool = True) -> int:
    """The allocations of a daemon that ends after some frames, or at rest."""
    daemon.ask("progress unknown")
    # An animation that rests after half a second has no time for many frames.
    daemon.wait_for_frame(FEW if is_endless else FEW // 5)
    for command in COMMANDS:
        daemon.ask(command)
        if frames > FEW:
            # Not until a frame: some of these end at rest.
            time.sleep(0.5)
    if frames > FEW:
        daemon.wait_for_frame(frames if is_endless else frames // 6)
    return daemon.end()


@pytest.mark.parametrize("animation", ["flow", "download", "ring"])
def test_frames_allocate_nothing(start_checked, animation):
    options = ["--output", "memory:480x270", "--animation", animation]
    few = allocations(start_checked(*options), FEW)
    assert few > 0
    assert allocations(start_checked(*options), MANY) == few


# All kinds of elements: the other themes add none, and are left to the long run.
@pytest.mark.parametrize("name", ["download", "installer", "kiosk", "installer in a font", "installer of images",
                                  *(["flow", "recovery", "ring", "installer:dark"] if IS_LONG else [])])
def test_frames_of_themes_allocate_nothing(start_checked, tmp_path, name):
    pack, folder = tmp_path / "theme.pack", tmp_path / "theme"
    name, _, variant = name.partition(":")
    shutil.copytree(ROOT / "config/themes" / name.split()[0], folder)
    if name.endswith("font"):
        shutil.copy("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", folder)
        text = (folder / "theme.toml").read_text()
        font = '[fonts.body]\nfile = "DejaVuSans.ttf"\n[stage]\nfont = "body"\n'
        (folder / "theme.toml").write_text(text.replace("[stage]\n", font))
    if name.endswith("images"):
        text = (folder / "theme.toml").read_text()
        images = 'track-image = "logo.svg"\ntrack-slice = [9, 9, 9, 9]\nfill-image = "logo.svg"\nfill-slice = [9, 0, 9, 0]\n'
        (folder / "theme.toml").write_text(text.replace('unknown = "sweep"\n', f'unknown = "sweep"\n{images}'))
    subprocess.run([theme_tool(), "compile", folder, "-o", pack], check=True, timeout=60)
    options = ["--output", "memory:480x270", "--theme", f"{pack}:{variant}" if variant else str(pack)]
    # Some of them rest while the progress is unknown.
    few = allocations(start_checked(*options), FEW, is_endless=False)
    assert few > 0
    assert allocations(start_checked(*options), MANY, is_endless=False) == few


def test_searching_for_a_display_leaks_nothing(start_checked, tmp_path):
    """As at each reactivation."""
    daemon = start_checked("--device", str(tmp_path / "no-card"))
    for _ in range(SEARCHES):
        assert daemon.ask("deactivate") == "ok"
        assert daemon.ask("reactivate") == "ok"
    daemon.end()
