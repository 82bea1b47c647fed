# SPDX-License-Identifier: Apache-2.0
"""Imported themes look as Plymouth draws the originals; Documentation/import.md has the figures."""

import itertools
import re
from dataclasses import dataclass

import pytest
from compared import measuring
from compared.conftest import run_tool
from compared.plymouth import HEIGHT, WIDTH
from daemon_process import ROOT
from PIL import Image

RESULTS = ROOT / ".build/compared"
PAGE = ROOT / "Documentation/import.md"
COUNT = 9  # images of Plymouth's; the middle one of their differences counts


@dataclass(frozen=True)
class Moment:
    """A theme in some state, from which on it only moves by itself."""

    name: str
    theme: str
    mode: str
    plymouth: str  # commands for the guest's shell
    progress: str  # what our progress is: a number, or `search` where Plymouth's own is not known
    period: int  # of the motion, in milliseconds; 0 where nothing moves
    fps: int
    has_keyframes: bool = False  # of images that move in each frame of the display


MOMENTS = (
    Moment("harbour", "harbour", "boot-up", "true", "", 2000, 12),
    Moment("harbour-updates", "harbour", "updates", "plymouth change-mode --updates && plymouth system-update --progress=40", "40", 0, 10),
    Moment("ember", "ember", "boot-up", "true", "", 6000, 50, has_keyframes=True),
    Moment("kiln", "kiln", "boot-up", "sleep 16; plymouth pause-progress", "search", 1280, 25),
)
pytestmark = pytest.mark.qemu


def converted(image) -> Image.Image:
    return Image.frombytes("RGB", (image.width, image.height), image.pixels)


def drawn(packs, folder, moment: Moment, progress: str, until: int, fps: int) -> list[Image.Image]:
    """Our frames, from the time on at which a change has ended."""
    rest = 4000
    folder.mkdir()
    script = folder / "script"
    script.write_text(f"0 progress {progress}\n" if progress else "0 start\n")
    run_tool("record", packs / f"{moment.theme}.pack", "--size", f"{WIDTH}x{HEIGHT}", "--mode", moment.mode, "--script", script,
             "--fps", fps, "--until", rest + until, "-o", folder / "frame-%05d.png", cwd=folder)
    files = sorted(folder.glob("frame-*.png"))
    return [Image.open(file).convert("RGB") for file in files[rest * fps // 1000:]]


def progress_of(packs, tmp_path, moment: Moment, shown: Image.Image) -> str:
    """The progress with which our bar is nearest to Plymouth's, in steps of a quarter of a percent."""
    steps = [count / 4 for count in range(8, 240)]
    low, high = 0, len(steps) - 1
    made = {}

    def distance(index: int) -> float:
        if index not in made:
            image = drawn(packs, tmp_path / f"progress-{index}", moment, str(steps[index]), 1000, fps=1)[0]
            box = (0, HEIGHT * 6 // 10, WIDTH, HEIGHT)  # the bar alone
            made[index] = measuring.difference(shown.crop(box), image.crop(box)).mean
        return made[index]

    # The difference falls to the right value and rises behind it.
    while high - low > 2:
        third = (high - low) // 3
        left, right = low + third, high - third
        low, high = (low, right) if distance(left) <= distance(right) else (left, high)
    return str(steps[min(range(low, high + 1), key=distance)])


def documented() -> dict[str, tuple[float, int, float]]:
    """The figures of the page: mean, largest, share of visibly different pixels."""
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| ([\d.]+) \| (\d+) \| ([\d.]+) % \|$", PAGE.read_text(), re.M)
    return {name: (float(mean), int(largest), float(share)) for name, mean, largest, share in rows}


# The short run has the moment without motion, for which few frames are drawn.
@pytest.mark.seconds(60)
@pytest.mark.parametrize("moment", [
    pytest.param(moment, id=moment.name, marks=[] if moment.period else [pytest.mark.short, pytest.mark.always])
    for moment in MOMENTS])
def test_an_imported_theme_looks_like_the_original(bench, packs, tmp_path, moment):
    pause = moment.period / 1000 / COUNT * 1.1 if moment.period else 0.1
    originals = [converted(frame) for frame in bench.original(moment.theme, moment.plymouth, COUNT, pause)]
    progress = progress_of(packs, tmp_path, moment, originals[0]) if moment.progress == "search" else moment.progress
    ours = drawn(packs, tmp_path / "loop", moment, progress, moment.period or 200, moment.fps)
    box = measuring.moving_box(ours)
    pairs = []
    for shown in originals:
        best = ours[measuring.nearest(shown, ours, box)]
        pairs.append((measuring.difference(shown, best), shown, best))
    pairs.sort(key=lambda pair: pair[0].mean)
    result, shown, best = pairs[len(pairs) // 2]
    measuring.write_sheet(RESULTS / f"{moment.name}.png", shown, best)
    shown.save(RESULTS / f"{moment.name}-plymouth.png")
    best.save(RESULTS / f"{moment.name}-flipbook.png")
    figures = f"{moment.name}: progress {progress or 'none'}, mean {result.mean:.3f}, largest {result.largest}, visible {result.visible:.3f} %"
    (RESULTS / f"{moment.name}.txt").write_text(f"{figures}\n{result.box}\n{[f'{pair[0].mean:.3f}' for pair in pairs]}\n")
    # The daemon in the same guest shows these frames, to the bit.
    commands = [f"progress {progress}"] if progress else ["start"]
    displayed = [converted(frame) for frame in bench.ours(moment.theme, moment.mode, commands, 3, 0.2)]
    if moment.has_keyframes:
        # Or a frame between two of them.
        step = max(measuring.difference(one, two).mean for one, two in itertools.pairwise(ours[:50]))
        nearest = [ours[measuring.nearest(frame, ours, box)] for frame in displayed]
        assert all(measuring.difference(frame, image).mean <= step for frame, image in zip(displayed, nearest))
    else:
        assert all(any(frame.tobytes() == image.tobytes() for image in ours) for frame in displayed)
    mean, largest, share = documented()[moment.name]
    assert result.mean <= mean * 1.2 + 0.01 and result.visible <= share * 1.2 + 0.01, figures
