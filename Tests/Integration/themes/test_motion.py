# SPDX-License-Identifier: Apache-2.0
"""Images that move: the daemon's frames, and when it draws none."""

import subprocess
import time

import pytest
from daemon_process import tool, wait_until
from PIL import Image
from prompts import Question
from repository.manifest import ROOT
from themes.snapshots import written

REST = """
flipbook = 1
[background]
color = "101418"
[image.logo]
file = "logo.png"
anchor = "center"
"""
SLIDE = REST + """
[image.logo.motion]
period = 3
repeat = "once"
easing = "ease-out"
keyframes = [{ opacity = 0, offset = ["-30%w", 0] }, { opacity = 1, offset = [0, 0] }]
"""
BREATHE = REST + """
[image.logo.motion]
period = 0.5
repeat = "alternate"
easing = "ease-in-out"
keyframes = [{ opacity = 0.5, scale = 0.8 }, { opacity = 1, scale = 1 }]
"""
TURN = REST + """
[image.logo.motion]
bound = "progress"
keyframes = [{ rotation = 0 }, { rotation = 90 }]
"""


@pytest.fixture
def make(theme):
    """Compiles a theme with a logo; returns its pack."""
    def compiled(name: str, text: str):
        folder = theme.make(name, text)
        logo = Image.new("RGBA", (60, 60), (40, 90, 200, 255))
        logo.paste((255, 40, 40, 255), (0, 0, 20, 20))
        logo.save(folder / "logo.png")
        theme("compile", folder, "-o", theme.folder / f"{name}.pack")
        return theme.folder / f"{name}.pack"
    return compiled


def snapshot(daemon, folder) -> bytes:
    return written(daemon, folder / "shown.ppm").read_bytes()


def drawn(pack, folder, *options) -> bytes:
    subprocess.run([tool(), "render", "--theme", pack, "--canvas", "320x180", *options, "-o", folder / "drawn.ppm"],
                   check=True, timeout=60)
    return (folder / "drawn.ppm").read_bytes()


def frames(daemon) -> int:
    return int(daemon.status()["frames"])


def rests(daemon) -> bool:
    """Whether a second passes without a frame."""
    count = frames(daemon)
    time.sleep(1)
    return frames(daemon) == count


@pytest.mark.slow
def test_an_image_that_has_slid_in_is_at_rest(start_daemon, make, tmp_path):
    rest = drawn(make("rest", REST), tmp_path, "--at", "0")
    pack = make("slide", SLIDE)
    assert drawn(pack, tmp_path, "--at", "0") != rest
    assert drawn(pack, tmp_path, "--at", "1500") != rest
    assert drawn(pack, tmp_path, "--at", "3000") == rest
    daemon = start_daemon("--theme", pack)
    assert daemon.log == ""
    assert wait_until(lambda: snapshot(daemon, tmp_path) == rest)
    assert frames(daemon) > 2
    assert rests(daemon), "an image at rest needs no frame"


def test_a_logo_breathes_until_something_is_asked(make, tmp_path):
    pack = make("breathe", BREATHE)
    times = ["1000", "1250", "1375", "1437"]
    asked = {drawn(pack, tmp_path, "--prompt", "Passphrase:", "--at", at) for at in times}
    assert len(asked) == 1
    assert len({drawn(pack, tmp_path, "--at", at) for at in times}) == 4


def test_a_logo_breathes_again_after_a_question(start_daemon, make, person, tmp_path):
    daemon = start_daemon("--theme", make("breathe", BREATHE), "--keyboard", person.path)
    count = frames(daemon)
    assert wait_until(lambda: frames(daemon) > count + 5)
    shown = snapshot(daemon, tmp_path)
    assert wait_until(lambda: snapshot(daemon, tmp_path) != shown)
    question = Question(daemon, "Passphrase:")
    question.close()
    assert wait_until(lambda: daemon.message() == "")
    count = frames(daemon)
    # More than the prompt's fade.
    assert wait_until(lambda: frames(daemon) > count + 60)


def test_an_image_follows_the_progress(start_daemon, make, tmp_path):
    pack = make("turn", TURN)
    daemon = start_daemon("--theme", pack)
    before = snapshot(daemon, tmp_path)
    assert daemon.ask("progress 100") == "ok"
    (tmp_path / "timeline").write_text("0 progress 100\n")
    after = drawn(pack, tmp_path, "--timeline", tmp_path / "timeline", "--at", "5000")
    assert after != before
    assert wait_until(lambda: snapshot(daemon, tmp_path) == after)
    assert rests(daemon)


def test_the_manuals_examples_compile(theme, make):
    page = (ROOT / "Documentation/flipbook-theme.5").read_text().replace("\\-", "-")
    start = page.index("[image.logo.motion]")
    examples = page[start:page.index(".RE", start)]
    text = REST + '[image.name]\nfile = "logo.png"\nanchor = "bottom"\n' + examples
    assert make("manual", text).read_bytes()[8:12] == bytes([1, 0, 2, 0])
