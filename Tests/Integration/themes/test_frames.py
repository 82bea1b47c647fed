# SPDX-License-Identifier: Apache-2.0
"""Sequences of frames: the pack has each of them whole, and each is shown in its time."""

import io
import random
import re
import struct
import subprocess

import pytest
from daemon_process import tool
from PIL import Image, ImageDraw
from themes.pack_reader import Pack, xxh64

THEME = """flipbook = 1
[background]
color = "000000"
[animation.spinner]
kind = "frames"
files = "{files}"
"""


def spinner(number: int, size: tuple[int, int] = (24, 18), frames: int = 12) -> Image.Image:
    """A dot that goes round on what does not change, half of it transparent."""
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, size[1] - 3, size[0] - 1, size[1] - 1), fill=(40, 80, 120, 128))
    x = number * (size[0] - 4) // frames
    draw.rectangle((x, 4, x + 3, 9), fill=(255, 20 * number % 256, 0, 255))
    return image


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "png")
    return buffer.getvalue()


def premultiplied(image: Image.Image) -> list[tuple[int, int, int, int]]:
    data = image.tobytes()
    return [(*((2 * c * data[n + 3] + 255) // 510 for c in data[n:n + 3]), data[n + 3])
            for n in range(0, len(data), 4)]


def make(theme, images: list[Image.Image], keys: str = "", files: str = "frame-*.png"):
    folder = theme.make("t", THEME.format(files=files) + keys)
    (folder / files).parent.mkdir(exist_ok=True)
    for number, image in enumerate(images):
        # In another order than their names' bytes are in.
        (folder / files.replace("*", str(number))).write_bytes(png(image))
    return folder


def render(theme, milliseconds: int, *options: str, timeline: str = "") -> Image.Image:
    folder = theme.folder
    (folder / "timeline.txt").write_text(timeline)
    subprocess.run([tool(), "render", "--theme", folder / "t.pack", "--canvas", "60x40", "--timeline",
                    folder / "timeline.txt", "--at", str(milliseconds), "-o", folder / "frame.png", *options],
                   check=True, timeout=120, capture_output=True)
    return Image.open(folder / "frame.png").convert("RGB")


@pytest.mark.parametrize(("count", "keys"), [
    (1, ""), (12, ""), (37, "intro = 5\noutro = 3\n"), (12, "bound = \"progress\"\n")])
def test_every_frame_is_in_the_pack(theme, count, keys):
    images = [spinner(number) for number in range(count)]
    make(theme, images, keys, files="spin/frame-*.png")
    theme("compile", "t", "-o", "t.pack", "--strict")
    pack = Pack((theme.folder / "t.pack").read_bytes())
    assert pack.frames(0) == [premultiplied(image) for image in images]
    whole = [number for number, record in enumerate(pack.sections["FRAM"]) if struct.unpack_from("<I", record, 4)[0] >> 31]
    assert whole == (list(range(count)) if "bound" in keys else
                     sorted({*range(0, count, 16), 5 if "intro" in keys else 0}))


def test_random_frames_come_back(theme):
    dice = random.Random(8)
    image = Image.new("RGBA", (31, 23))
    images = []
    for _ in range(40):
        for _ in range(dice.randrange(60)):
            image.putpixel((dice.randrange(31), dice.randrange(23)), tuple(dice.randrange(256) for _ in range(4)))
        images.append(image.copy())
    make(theme, images)
    theme("compile", "t", "-o", "t.pack")
    assert Pack((theme.folder / "t.pack").read_bytes()).frames(0) == [premultiplied(image) for image in images]


def test_what_stays_takes_few_bytes(theme):
    make(theme, [spinner(number, (200, 150), 30) for number in range(15)])
    theme("compile", "t", "-o", "t.pack")
    pack = Pack((theme.folder / "t.pack").read_bytes())
    sizes = [struct.unpack_from("<I", record, 4)[0] & 0x7FFFFFFF for record in pack.sections["FRAM"]]
    assert max(sizes[1:]) < 60


def test_each_frame_is_shown_in_its_time(theme):
    images = [spinner(number) for number in range(12)]
    make(theme, images, "rate = 20\nintro = 2\noutro = 3\n")
    theme("compile", "t", "-o", "t.pack")

    def shown(milliseconds: int, timeline: str = "") -> int:
        frame = render(theme, milliseconds, timeline=timeline)
        # The theme's images lie at whole pixels in the middle.
        part = frame.crop((18, 11, 18 + 24, 11 + 18))
        for number, image in enumerate(images):
            black = Image.new("RGBA", image.size, (0, 0, 0, 255))
            black.alpha_composite(image)
            pairs = zip(part.tobytes(), black.convert("RGB").tobytes())
            if all(abs(a - b) <= 1 for a, b in pairs):
                return number
        raise AssertionError("none of the frames")

    # 50 ms each: the intro is 0 and 1, the loop 2 to 8, the outro 9 to 11.
    assert [shown(time) for time in (0, 49, 50, 120, 449, 450, 500)] == [0, 0, 1, 2, 8, 2, 3]
    done = "460 done\n"
    assert [shown(time, done) for time in (460, 799, 800, 851, 900, 5000)] == [2, 8, 9, 10, 11, 11]


@pytest.mark.parametrize(("keys", "line"), [
    ("rate = 121\n", "t/theme.toml:7:8: error: animation.spinner.rate: 121 does not fit; expected a number of 1 to 120"),
    ("intro = 3\n", "t/theme.toml:7:9: error: animation.spinner.intro: there are 2 frames; expected at most as many in "
                    "intro and outro"),
    ("width = \"2%\"\n[when.failed.animation.spinner]\nfiles = \"*.png\"\n",
     "t/theme.toml:9:1: error: when.failed.animation.spinner.files: this is the same in all situations; expected it in "
     "the element's own table")])
def test_mistakes_have_their_lines(theme, keys, line):
    make(theme, [spinner(0), spinner(1)], keys)
    assert theme("check", "t", status=1).stderr.splitlines()[0] == line


def test_frames_of_two_sizes_and_none_at_all_are_refused(theme):
    folder = make(theme, [spinner(0), spinner(1, (24, 17))])
    assert theme("check", "t", status=1).stderr.splitlines()[0] == (
        "t/theme.toml:6:9: error: animation.spinner.files: 'frame-1.png' cannot be used: it has 24×17 pixels, the first "
        "one 24×18; expected PNG or JPEG files of one size")
    for file in folder.glob("*.png"):
        file.unlink()
    assert theme("check", "t", status=1).stderr.splitlines()[0] == (
        "t/theme.toml:6:9: error: animation.spinner.files: there is no file 'frame-*.png'; expected a name such as "
        "\"frame-*.png\"")


def test_broken_frames_cost_no_more_than_themselves(theme):
    """Bytes of the pixels are changed, and the hash made right again: what is drawn is drawn."""
    make(theme, [spinner(number) for number in range(12)], "rate = 20\n")
    theme("compile", "t", "-o", "t.pack")
    path = theme.folder / "t.pack"
    good = path.read_bytes()
    start = good.index(Pack(good).sections["PIXL"][0])
    dice = random.Random(9)
    for _ in range(6):
        data = bytearray(good)
        for _ in range(3):
            data[dice.randrange(start, len(data))] = dice.randrange(256)
        data[16:24] = struct.pack("<Q", xxh64(bytes(data[:16]) + bytes(8) + bytes(data[24:])))
        path.write_bytes(data)
        render(theme, 530)


def noise(size: tuple[int, int]) -> Image.Image:
    """What a stream of pixels says in a byte each, and a PNG of three colours in fewer bits."""
    numbers = random.Random(5)
    return Image.frombytes("L", size, bytes(numbers.choice((0, 90, 200)) for _ in range(size[0] * size[1]))).convert("RGBA")


@pytest.mark.parametrize("side, is_said", [pytest.param(600, True, marks=pytest.mark.slow), (100, False)])
def test_a_pack_that_is_larger_than_its_files_is_said(theme, side, is_said):
    images = [noise((side, side)), noise((side, side)).rotate(90)]
    folder = make(theme, [*images, images[0].rotate(180), images[1].rotate(180)], "width = 60\n")
    line = r"t: images take 1\.\d MiB in the pack, 0\.\d MiB as files: .*\n"
    for run in (theme("check", "t"), theme("check", "t", "--strict"), theme("compile", "t", "-o", "t.pack")):
        assert re.fullmatch(line if is_said else "", run.stderr), run.stderr
    assert "pack" not in theme("check", folder, "--json").stderr
