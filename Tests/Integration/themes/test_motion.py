# SPDX-License-Identifier: Apache-2.0
"""Images that move: the daemon's frames, and when it draws none."""

import io
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
# Four positions, half a second each; the first two are played once.
STEPS = [(-100, -40), (-60, 40), (20, 40), (90, -30)]
REPEATED = REST + """
[image.logo.motion]
period = 2
repeat = "%s"
repeat-from = 0.5
easing = "hold"
keyframes = [
  { at = 0, offset = [-100, -40] },
  { at = 0.25, offset = [-60, 40] },
  { at = 0.5, offset = [20, 40] },
  { at = 0.75, offset = [90, -30] },
]
"""


def logo() -> Image.Image:
    image = Image.new("RGBA", (60, 60), (40, 90, 200, 255))
    image.paste((255, 40, 40, 255), (0, 0, 20, 20))
    return image


@pytest.fixture
def make(theme):
    """Compiles a theme with a logo; returns its pack."""
    def compiled(name: str, text: str):
        folder = theme.make(name, text)
        logo().save(folder / "logo.png")
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


def displaced(step: tuple[int, int]) -> bytes:
    """The frame with the logo at a distance from the middle."""
    frame = Image.new("RGB", (320, 180), (0x10, 0x14, 0x18))
    frame.paste(logo().convert("RGB"), (130 + step[0], 60 + step[1]))
    file = io.BytesIO()
    frame.save(file, "PPM")
    return file.getvalue()


@pytest.mark.parametrize("repeat", ["loop", "alternate"])
def test_the_beginning_of_a_motion_is_played_once(start_daemon, make, tmp_path, repeat):
    pack = make("repeated", REPEATED % repeat)
    assert pack.read_bytes()[8:12] == bytes([1, 0, 7, 0])
    expected = [displaced(step) for step in STEPS]
    order = [0, 1, 2, 3, 2, 3] if repeat == "loop" else [0, 1, 2, 3, 3, 2, 2, 3]
    for number, step in enumerate(order):
        assert drawn(pack, tmp_path, "--at", str(500 * number + 250)) == expected[step], number
    daemon = start_daemon("--theme", pack)
    assert daemon.log == ""
    shown = []

    def has_repeated() -> bool:
        step = expected.index(snapshot(daemon, tmp_path))
        if shown[-1:] != [step]:
            shown.append(step)
        return shown.count(3) == 3

    assert wait_until(has_repeated)
    repetition = shown.index(2) if 2 in shown else shown.index(3)
    assert shown[:repetition] == sorted(set(shown) & {0, 1})
    assert set(shown[repetition:]) == {2, 3}


def test_the_manuals_examples_compile(theme, make):
    page = (ROOT / "Documentation/flipbook-theme.5").read_text().replace("\\-", "-")
    start = page.index("[image.logo.motion]")
    examples = page[start:page.index(".RE", start)]
    text = REST + '[image.name]\nfile = "logo.png"\nanchor = "bottom"\n' + examples
    assert make("manual", text).read_bytes()[8:12] == bytes([1, 0, 2, 0])
