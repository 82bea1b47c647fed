# SPDX-License-Identifier: Apache-2.0
"""Images of a script theme that move, fade or turn become keyframes, which look as the script's own window."""

import math
import random
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from daemon_process import theme_tool
from PIL import Image, ImageChops, ImageDraw, ImageStat
from themes.import_samples import bootanimation, imported, png, script

WINDOW = (1920, 1080)
BLACK = "Window.SetBackgroundTopColor(0, 0, 0); Window.SetBackgroundBottomColor(0, 0, 0);\n"


def disc(width: int, height: int) -> Image.Image:
    """A disc with a smaller one at its edge, so that a rotation is seen; without hard edges."""
    image = Image.new("RGBA", (4 * width, 4 * height))
    draw = ImageDraw.Draw(image)
    draw.ellipse((8, 8, 4 * width - 8, 4 * height - 8), fill=(220, 60, 40, 255))
    draw.ellipse((2 * width - 20, 16, 2 * width + 20, 56), fill=(255, 255, 255, 255))
    return image.resize((width, height), Image.LANCZOS)


def shown(image: Image.Image, x: int, y: int, opacity: float = 1, angle: float = 0) -> Image.Image:
    """The window of a script with one image, turned about the middle of a pixel as by Plymouth's Rotate."""
    image = image.convert("RGBa")
    if angle:
        middle = (image.width // 2 + 0.5, image.height // 2 + 0.5)
        image = image.rotate(-math.degrees(angle), Image.BILINEAR, center=middle)
    alpha = image.convert("RGBA")
    alpha.putalpha(alpha.getchannel("A").point(lambda value: round(value * min(1, opacity))))
    window = Image.new("RGBA", WINDOW, (0, 0, 0, 255))
    window.alpha_composite(alpha.crop((max(0, -x), max(0, -y), *alpha.size)), (max(0, x), max(0, y)))
    return window.convert("RGB")


class Case:
    def __init__(self, source: str, image: Image.Image, frame, loops: bool, bytes_at_most: int, mean: float) -> None:
        self.source, self.image, self.frame, self.loops = source, image, frame, loops
        self.bytes_at_most, self.mean = bytes_at_most, mean


SPINNER = disc(96, 96)
LOGO = disc(320, 160)
BALL = disc(48, 48)
CASES = {
    "turns": Case("""
        s = Sprite(); n = 0; i = Image("thing.png");
        s.SetX(Window.GetWidth() / 2 - i.GetWidth() / 2); s.SetY(Window.GetHeight() * 0.7 - i.GetHeight() / 2);
        fun refresh() { s.SetImage(i.Rotate(n * 0.05)); n++; }
        Plymouth.SetRefreshFunction(refresh);""",
        SPINNER, lambda n: shown(SPINNER, 912, 708, angle=n * 0.05), True, 10_000, 0.005),
    "fades": Case("""
        i = Image("thing.png"); s = Sprite(i); o = 0; s.SetOpacity(0);
        s.SetPosition(Window.GetWidth() / 2 - i.GetWidth() / 2, Window.GetHeight() * 0.4 - i.GetHeight() / 2, 1);
        fun refresh() { if (o < 1) o += 0.01; s.SetOpacity(o); }
        Plymouth.SetRefreshFunction(refresh);""",
        LOGO, lambda n: shown(LOGO, 800, 352, opacity=(n + 1) * 0.01 if n else 0), False, 20_000, 0.01),
    "moves": Case("""
        i = Image("thing.png"); s = Sprite(i); n = 0;
        middle = Window.GetWidth() / 2 - i.GetWidth() / 2; ground = Window.GetHeight() * 0.75 - i.GetHeight();
        fun refresh() {
          a = 2 * Math.Pi * n / 150; h = Math.Sin(2 * a); if (h < 0) h = -h;
          s.SetPosition(middle + 300 * Math.Sin(a), ground - h * 180, 1); n++;
        }
        Plymouth.SetRefreshFunction(refresh);""",
        BALL, lambda n: shown(
            BALL, int(936 + 300 * math.sin(2 * math.pi * n / 150)),
            int(762 - 180 * abs(math.sin(4 * math.pi * n / 150)))), True, 10_000, 0.005),
    "grows": Case("""
        i = Image("thing.png"); s = Sprite(); n = 0;
        fun refresh() {
          w = 160 + 160 * Math.Min(n, 100) / 100; j = i.Scale(w, w / 2); s.SetImage(j);
          s.SetPosition(Window.GetWidth() / 2 - w / 2, Window.GetHeight() / 2 - w / 4, 1); n++;
        }
        Plymouth.SetRefreshFunction(refresh);""",
        LOGO, lambda n: shown(
            LOGO.convert("RGBa").resize(
                (int(160 + 1.6 * min(n, 100)), int(80 + 0.8 * min(n, 100))), Image.BILINEAR).convert("RGBA"),
            int(960 - 80 - 0.8 * min(n, 100)), int(540 - 40 - 0.4 * min(n, 100))), False, 20_000, 0.1),
}


def frames(theme, folder: Path, milliseconds: int) -> list[Image.Image]:
    """The theme's frames, one for each 25 refreshes of the script."""
    theme("record", "out.pack", "--size", "1920x1080", "--fps", "2", "--until", str(milliseconds),
          "-o", folder / "frame-%03d.png")
    return [Image.open(file).convert("RGB") for file in sorted(folder.glob("frame-*.png"))]


@pytest.mark.slow
@pytest.mark.parametrize("name", list(CASES))
def test_the_frames_are_those_of_the_script(theme, tmp_path, name):
    case = CASES[name]
    script(theme, BLACK + case.source, thing=case.image)
    toml, lines = imported(theme, "acme")
    assert "animation" not in toml
    motion = toml["image"]["thing"]["motion"]
    assert (motion["repeat"] == "loop") == case.loops
    assert len(motion["keyframes"]) <= 64
    assert any(line.startswith("taken: the motion of thing.png: it ") for line in lines), lines
    assert any("an image moves by" in line for line in lines if line.startswith("cost: "))
    assert (theme.folder / "out.pack").stat().st_size < case.bytes_at_most
    found = frames(theme, tmp_path, 3000)
    assert len(found) >= 6
    means = []
    for index, frame in enumerate(found):
        difference = ImageChops.difference(frame, case.frame(25 * index))
        means.append(max(ImageStat.Stat(difference).mean))
    print(name, [round(mean, 4) for mean in means])
    assert max(means) < case.mean
    # The comparison sees a wrong time.
    late = ImageChops.difference(found[2], case.frame(56))
    assert max(ImageStat.Stat(late).mean) > case.mean


@pytest.mark.slow
def test_a_motion_follows_the_progress(theme, tmp_path):
    script(theme, BLACK + """
        i = Image("thing.png"); s = Sprite(i); s.SetPosition(0, 0, 1);
        fun progress(time, part) { s.SetX(Window.GetWidth() * part / 2); s.SetY(part * 200); }
        Plymouth.SetBootProgressFunction(progress);
        """, thing=BALL)
    toml, lines = imported(theme, "acme")
    assert toml["image"]["thing"]["motion"]["bound"] == "progress" and "animation" not in toml
    assert any(line.endswith(" keyframes with the progress") for line in lines)
    (theme.folder / "half").write_text("0 progress 50\n")
    theme("record", "out.pack", "--size", "1920x1080", "--script", "half", "--fps", "1", "--until", "9000",
          "-o", tmp_path / "half-%d.png")
    last = Image.open(tmp_path / "half-8.png").convert("RGB")
    left, top, right, bottom = last.getbbox()
    assert abs((left + right) / 2 - (480 + 24)) < 2 and abs((top + bottom) / 2 - 124) < 2


@pytest.mark.parametrize(("source", "why"), [
    ("s.SetPosition(Math.Random() * 9, Math.Random() * 9, 1);", "a random animation"),
    ("s.SetImage(i.Scale(20 + n % 100, 40));", "as 100 frames"),
    ("s.SetImage(i.Crop(n % 40, 0, 8, 48));", "as 40 frames"),
])
@pytest.mark.slow
def test_what_no_motion_shows_stays_frames(theme, source, why):
    script(theme, BLACK + f"""
        i = Image("thing.png"); s = Sprite(i); n = 0;
        fun refresh() {{ {source} n++; }}
        Plymouth.SetRefreshFunction(refresh);""", thing=BALL)
    toml, lines = imported(theme, "acme")
    assert "thing" in toml["animation"] and "image" not in toml
    assert any(why in line for line in lines), lines


def test_corners_that_rotate_cuts_off_are_reported(theme):
    script(theme, BLACK + """
        i = Image("thing.png"); s = Sprite(i); n = 0;
        fun refresh() { s.SetImage(i.Rotate(n * 0.05)); n++; }
        Plymouth.SetRefreshFunction(refresh);""", thing=Image.new("RGBA", (40, 40), (255, 255, 255, 255)))
    _, lines = imported(theme, "acme")
    assert "changed: thing.png: its corners are seen while it turns; Plymouth cuts them off" in lines


def test_a_jump_stays_one(theme):
    """A ball that goes to the right and starts again is never seen on a way back."""
    script(theme, BLACK + """
        i = Image("thing.png"); s = Sprite(i); n = 0;
        fun refresh() { s.SetPosition(200 + 4 * (n % 100), 300, 1); n++; }
        Plymouth.SetRefreshFunction(refresh);""", thing=BALL)
    toml, _ = imported(theme, "acme")
    keyframes = toml["image"]["thing"]["motion"]["keyframes"]
    assert [frame["offset"][0] for frame in keyframes] == [0, 396, 0]
    assert [frame.get("easing") for frame in keyframes] == [None, "hold", None]
    assert png(BALL) == (theme.folder / "out/thing.png").read_bytes()


def faded(image: Image.Image, share: float, paper=(0, 0, 0, 0)) -> Image.Image:
    """An image at an opacity, in the middle of a frame."""
    frame = Image.new("RGBA", (120, 120), paper)
    layer = image.copy()
    layer.putalpha(layer.getchannel("A").point(lambda value: round(value * share)))
    frame.alpha_composite(layer, ((120 - image.width) // 2, (120 - image.height) // 2))
    return frame


def breath(index: int, count: int = 40) -> float:
    return 0.6 + 0.4 * math.cos(2 * math.pi * index / count)


def plain(width: int, height: int, opacity: int) -> Image.Image:
    return Image.new("RGBA", (width, height), (200, 120, 40, opacity))


def sequence(theme, images: list[Image.Image]) -> None:
    (theme.folder / "a").mkdir()
    for index, image in enumerate(images):
        (theme.folder / f"a/{index:03}.png").write_bytes(png(image))


@pytest.mark.slow
def test_frames_that_only_fade_become_one_image(theme, tmp_path):
    sequence(theme, [faded(BALL, breath(index)) for index in range(40)])
    toml, lines = imported(theme, "a", "--rate", "20")
    motion = toml["image"]["frames"]["motion"]
    assert "animation" not in toml and (motion["period"], motion["repeat"]) == (2, "loop")
    assert any("one image that fades, by " in line and "in place of 40 frames" in line for line in lines), lines
    assert any("an image moves by" in line for line in lines if line.startswith("cost: "))
    # It has the same frames.
    theme("record", "out.pack", "--size", "400x300", "--fps", "10", "--until", "2000", "-o", tmp_path / "f-%02d.png")
    for index, file in enumerate(sorted(tmp_path.glob("f-*.png"))):
        shown = Image.open(file).convert("RGB")
        wanted = Image.new("RGBA", (400, 300), (*shown.getpixel((0, 0)), 255))
        wanted.alpha_composite(faded(BALL, breath(2 * index)), (140, 90))
        difference = ImageChops.difference(shown, wanted.convert("RGB"))
        assert max(high for _, high in difference.getextrema()) <= 6, index


@pytest.mark.slow
def test_the_pixels_of_all_frames_are_not_kept_at_the_same_time(theme):
    """These have 160 MB."""
    sequence(theme, [plain(1000, 1000, 40 + 4 * min(index, 40 - index)) for index in range(40)])
    # A child's largest memory is at least that of the process that starts it, which is small here.
    start = "import os, sys; print(os.wait4(os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:]), 0)[2].ru_maxrss)"
    run = subprocess.run([sys.executable, "-c", start, theme_tool(), "import", theme.folder / "a", "-o", theme.folder / "out"],
                         check=True, capture_output=True, text=True, timeout=120)
    assert "motion" in tomllib.loads((theme.folder / "out/theme.toml").read_text())["image"]["frames"]
    assert int(run.stdout.splitlines()[-1]) < 100_000, "kibibytes"


def test_a_boot_animation_that_fades_on_its_background(theme):
    parts = [png(faded(BALL, min(1, 0.05 * index), (0, 0, 0, 255)).convert("RGB")) for index in range(21)]
    (theme.folder / "boot.zip").write_bytes(bootanimation("120 120 20\np 1 0 part0\n", {"part0": parts}))
    toml, _ = imported(theme, "boot.zip")
    name, image = next(iter(toml["image"].items()))
    assert image["motion"]["repeat"] == "once" and image["motion"]["period"] == 1
    assert [frame["opacity"] for frame in image["motion"]["keyframes"]][-1] == 1
    assert image["motion"]["keyframes"][0]["opacity"] == 0
    # What no frame draws on is cut off.
    assert max(Image.open(theme.folder / "out" / image["file"]).size) <= 48, name


@pytest.mark.slow
def test_a_boot_animation_that_fades_in_and_then_breathes(theme, tmp_path):
    """The first part is seen once."""
    black = (0, 0, 0, 255)
    first = [png(faded(BALL, 0.05 * index, black).convert("RGB")) for index in range(20)]
    second = [png(faded(BALL, breath(index), black).convert("RGB")) for index in range(40)]
    (theme.folder / "boot.zip").write_bytes(bootanimation("120 120 20\np 1 0 part0\np 0 0 part1\n",
                                                          {"part0": first, "part1": second}))
    toml, _ = imported(theme, "boot.zip")
    motion = next(iter(toml["image"].values()))["motion"]
    assert (motion["repeat"], motion["period"]) == ("loop", 3) and abs(motion["repeat-from"] - 1 / 3) < 0.00001
    assert "animation" not in toml
    theme("record", "out.pack", "--size", "400x300", "--fps", "10", "--until", "6000", "-o", tmp_path / "f-%02d.png")
    levels = [max(high for _, high in Image.open(file).convert("RGB").getextrema())
              for file in sorted(tmp_path.glob("f-*.png"))]
    wanted = [255 * (0.1 * index if index < 10 else breath(2 * index - 20)) for index in range(60)]
    brightest = max(max(high for _, high in BALL.convert("RGB").getextrema()), 1)
    assert all(abs(level - want * brightest / 255) <= 6 for level, want in zip(levels, wanted)), levels


@pytest.mark.slow
def test_a_loop_that_is_too_short_beside_its_beginning_stays_frames(theme):
    """A pack repeats at least a thousandth of a motion; these are 2 of 2,048 frames."""
    levels = [min(index, 255) for index in range(2048)]
    frames = [png(Image.new("RGB", (4, 4), (level, level, level))) for level in levels]
    (theme.folder / "boot.zip").write_bytes(bootanimation("4 4 60\np 1 0 part0\np 0 0 part1\n",
                                                          {"part0": frames[:2046], "part1": frames[2046:]}))
    toml, _ = imported(theme, "boot.zip")
    assert "image" not in toml and list(toml["animation"].values())[0]["kind"] == "frames"


def test_frames_of_one_image_that_moves(theme):
    images = []
    for index in range(30):
        image = Image.new("RGBA", (200, 60))
        image.alpha_composite(BALL, (4 * min(index, 30 - index), 6))
        images.append(image)
    sequence(theme, images)
    toml, _ = imported(theme, "a", "--rate", "30")
    keyframes = toml["image"]["frames"]["motion"]["keyframes"]
    offsets = [frame["offset"][0] for frame in keyframes]
    assert max(offsets) - min(offsets) == 60 and len(keyframes) == 3


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["blinks", "changes", "slow"])
def test_other_frames_stay_frames(theme, kind):
    images = [faded(BALL, breath(index)) for index in range(40)]
    if kind == "blinks":
        images = [faded(BALL, index % 2) for index in range(40)]
    elif kind == "changes":
        images[20] = faded(SPINNER, 1)
    sequence(theme, images)
    toml, _ = imported(theme, "a", "--rate", "5" if kind == "slow" else "25")
    assert "image" not in toml and toml["animation"]["frames"]["kind"] == "frames"


def test_a_moving_image_becomes_smaller_as_frames_do(theme):
    dice = random.Random(7)
    image = Image.frombytes("RGB", (80, 80), dice.randbytes(3 * 80 * 80)).convert("RGBA")
    sequence(theme, [faded(image, breath(index)) for index in range(40)])
    _, lines = imported(theme, "a", "--max-size", "12K")
    assert (theme.folder / "out.pack").stat().st_size <= 12 << 10
    assert "changed: frames: 40×40 pixels in the same size: less sharp; it moves as before" in lines
