# SPDX-License-Identifier: Apache-2.0
"""Lottie animations become themes."""

import base64
import gzip
import io
import json
import zipfile

import pytest
from PIL import Image
from themes.import_samples import dot, imported, png, refused

SIDE = 100
FRAMES = 20


def constant(value) -> dict:
    return {"a": 0, "k": value}


def transform(position) -> dict:
    return {"o": constant(100), "r": constant(0), "p": position, "a": constant([0, 0, 0]),
            "s": constant([100, 100, 100])}


def square() -> dict:
    """A red square of 40 pixels that moves from x = 0 to 60, at an even speed."""
    still = {"ty": "tr", "p": constant([0, 0]), "a": constant([0, 0]), "s": constant([100, 100]), "r": constant(0),
             "o": constant(100)}
    shape = {"ty": "gr", "it": [
        {"ty": "rc", "p": constant([0, 0]), "s": constant([40, 40]), "r": constant(0)},
        {"ty": "fl", "c": constant([1, 0, 0, 1]), "o": constant(50)}, still]}
    position = {"a": 1, "k": [
        {"t": 0, "s": [20, 50, 0], "e": [80, 50, 0], "i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}},
        {"t": FRAMES, "s": [80, 50, 0]}]}
    return {"ty": 4, "ind": 1, "ip": 0, "op": FRAMES, "st": 0, "ks": transform(position), "shapes": [shape]}


def mark() -> dict:
    """A square of 4 pixels at the lower edge, which stays, so that a frame is not the last one moved."""
    layer = square()
    layer["ks"] = transform(constant([50, 95, 0]))
    layer["shapes"][0]["it"][0]["s"] = constant([4, 4])
    return {**layer, "ind": 2}


def lottie(layers=None, assets=(), **changes) -> bytes:
    return json.dumps({"v": "5.5.2", "fr": 20, "ip": 0, "op": FRAMES, "w": SIDE, "h": SIDE, "assets": list(assets),
                       "layers": [square(), mark()] if layers is None else layers, **changes}).encode()


def image_layer(**asset) -> dict:
    """A composition that shows an image of 10 × 10 pixels in its corner."""
    layer = {"ty": 2, "refId": "a", "ind": 1, "ip": 0, "op": FRAMES, "st": 0,
             "ks": transform(constant([0, 0, 0]))}
    return {"layers": [layer], "assets": [{"id": "a", "w": 10, "h": 10, **asset}]}


def frames(theme) -> list[Image.Image]:
    return [Image.open(path).convert("RGBA") for path in sorted((theme.folder / "out/frames").iterdir())]


def test_each_frame_is_drawn(theme):
    (theme.folder / "a.json").write_bytes(lottie())
    toml, lines = imported(theme, "a.json")
    assert "taken: a.json: a loop of 20 frames of 100×100 pixels, by rlottie" in lines
    assert toml["animation"]["frames"]["rate"] == 20
    for index, frame in enumerate(frames(theme)):
        assert frame.getpixel((3 * index + 20, 50)) in {(255, 0, 0, 127), (255, 0, 0, 128)}
        assert frame.crop((0, 0, SIDE, 90)).getbbox() == (3 * index, 30, 3 * index + 40, 70)


def test_an_animation_of_one_square_is_a_motion(theme):
    (theme.folder / "a.json").write_bytes(lottie(layers=[square()]))
    toml, lines = imported(theme, "a.json")
    keyframes = toml["image"]["frames"]["motion"]["keyframes"]
    assert "animation" not in toml
    # It jumps back from its last place.
    assert [frame["offset"][0] for frame in keyframes] == [0, 57, 0]
    assert [frame.get("easing") for frame in keyframes] == [None, "hold", None]
    assert "taken: frames: one image that moves, by 3 keyframes in place of 20 frames" in lines


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.tgs", "a.lottie", "b.lottie"])
def test_packed_lotties(theme, name):
    data = lottie()
    if name == "a.tgs":
        data = gzip.compress(data)
    else:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("manifest.json", "{}")
            for number in (2, 10):
                archive.writestr(f"{'a' if name == 'b.lottie' else 'animations'}/{number}.json", data)
        data = buffer.getvalue()
    (theme.folder / name).write_bytes(data)
    _, lines = imported(theme, name)
    assert len(frames(theme)) == FRAMES
    assert any("10.json: only" in line for line in lines) == name.endswith("lottie")


def test_the_rate_can_be_changed(theme):
    (theme.folder / "a.json").write_bytes(lottie())
    toml, lines = imported(theme, "a.json", "--rate", "10")
    assert toml["animation"]["frames"]["rate"] == 10
    assert [frame.crop((0, 0, SIDE, 90)).getbbox()[0] for frame in frames(theme)] == [6 * index for index in range(10)]
    assert "changed: the rate: 10 frames a second instead of 20" in lines


@pytest.mark.slow
def test_a_large_composition_is_drawn_smaller(theme):
    (theme.folder / "a.json").write_bytes(lottie(w=8000, h=4000, op=2))
    toml, lines = imported(theme, "a.json")
    assert frames(theme)[0].size == (1250, 625)
    assert any("a.json: 8000×4000, drawn in" in line for line in lines)


def test_images_in_the_file_are_drawn(theme):
    data = base64.b64encode(png(dot(0, 10, 10, paper=(0, 255, 0, 255)))).decode()
    (theme.folder / "a.json").write_bytes(lottie(**image_layer(u="", e=1, p=f"data:image/png;base64,{data}")))
    imported(theme, "a.json")
    red, green, blue, alpha = frames(theme)[0].getpixel((0, 0))
    assert (red, green, blue) == (0, 255, 0)
    assert alpha >= 250


@pytest.mark.parametrize("folder", ["", "absolute"])
def test_other_files_are_not_read(theme, folder):
    (theme.folder / "green.png").write_bytes(png(Image.new("RGBA", (10, 10), (0, 255, 0, 255))))
    folder = f"{theme.folder}/" if folder else ""
    (theme.folder / "a.json").write_bytes(lottie(**image_layer(u=folder, e=0, p="green.png")))
    _, lines = imported(theme, "a.json")
    assert "left out: images in other files: the frames do not have them; embed them in the file" in lines
    assert not any(frame.getbbox() for frame in frames(theme))


@pytest.mark.parametrize(("data", "reason"), [
    (b'{"layers":[', "rlottie cannot read it"),
    (b'{"layers":[]}', "rlottie cannot read it"),
    (lottie(w=-5), "its size is"),
    (lottie(w=2_000_000), "its size is 2000000×100"),
    (lottie(op=0), "its size is|it has 0 frames|cannot read"),
    (lottie(op=2e9), "it has 2000000000 frames"),
    (lottie(fr=0), "frames, 0 a second"),
])
def test_broken_lotties_are_refused(theme, data, reason):
    (theme.folder / "a.json").write_bytes(data)
    line = refused(theme, "a.json")
    assert line.startswith("flipbook-theme: a.json: ")
    assert any(part in line for part in reason.split("|")), line


@pytest.mark.parametrize("levels", [1000, 1_000_000])
def test_a_deep_file_ends_only_the_process_that_draws(theme, levels):
    text = b'{"v":"5.5","fr":30,"ip":0,"op":10,"w":10,"h":10,"layers":' + b"[" * levels + b"]" * levels + b"}"
    (theme.folder / "a.json").write_bytes(text)
    run = theme("import", "a.json", "-o", "out", status=None)
    assert run.returncode in (0, 2)
    assert run.stderr.count("\n") == run.returncode // 2


@pytest.mark.slow
def test_cut_lotties_never_crash(theme):
    data = lottie()
    for length in range(0, len(data), len(data) // 40):
        (theme.folder / "a.json").write_bytes(data[:length])
        run = theme("import", "a.json", "-o", f"out{length}", status=None)
        assert run.returncode in (0, 1, 2)
        assert run.returncode == 0 or run.stderr.count("\n") == 1


def test_an_archive_without_an_animation(theme):
    with zipfile.ZipFile(theme.folder / "a.lottie", "w") as archive:
        archive.writestr("manifest.json", "{}")
    assert "there is no animation in the archive" in refused(theme, "a.lottie", status=1)


def test_what_rlottie_cannot_draw_is_reported(theme):
    text = {"ty": 5, "ind": 2, "ip": 0, "op": FRAMES, "st": 0, "ks": transform(constant([0, 0, 0]))}
    moved = square()
    moved["ks"]["o"] = {"a": 0, "k": 100, "x": "var $bm_rt;\n$bm_rt = 50;"}
    (theme.folder / "a.json").write_bytes(lottie([moved, text]))
    _, lines = imported(theme, "a.json")
    assert "left out: texts: convert them to shapes where the animation was made" in lines
    assert any(line.startswith("left out: expressions") for line in lines)
