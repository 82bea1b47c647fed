# SPDX-License-Identifier: Apache-2.0
"""Splashes of psplash, animated images and videos become themes."""

import struct

import pytest
from PIL import Image
from themes.import_samples import animated, dot, imported, png, psplash, refused


def test_psplash_has_its_logo_bar_and_colours(theme):
    logo = dot(3, 100, 80).convert("RGBA")
    psplash(theme.folder / "p", logo, Image.new("RGB", (230, 38), (200, 0, 0)))
    toml, lines = imported(theme, "p")
    with Image.open(theme.folder / "out/logo.png") as image:
        assert image.convert("RGBA").tobytes() == logo.tobytes()
    assert toml["background"]["color"] == "102030"
    assert toml["stage"]["text-color"] == "FFFFFF"
    assert toml["image"]["logo"] == {"file": "logo.png", "anchor": [0.5, 0.375], "pivot": "center"}
    assert toml["image"]["frame"] == {"file": "bar.png", "anchor": [0.5, 0.75], "pivot": "top"}
    bar = toml["animation"]["bar"]
    assert (bar["anchor"], bar["offset"], bar["width"], bar["height"]) == ([0.5, 0.75], [0, 4], 222, 30)
    assert (bar["palette"], bar["track"]) == (["FF8000"], "000000")
    assert toml["text"]["message"]["text"] == ["{message}", "Hello\tthere"]


def test_sources_of_psplash_have_their_images_in_a_folder_below(theme):
    """As in its repository, where the headers with the pixels are still to be made."""
    folder = psplash(theme.folder / "p", dot(0, 100, 80))
    (folder / "psplash-acme-img.h").unlink()
    (folder / "base-images").mkdir()
    images = {"hand": (9, 9, 9), "poky": (200, 0, 0), "bar": (0, 0, 200)}
    for name, color in images.items():
        size = (230, 38) if name == "bar" else (100, 80)
        Image.new("RGB", size, color).save(folder / f"base-images/psplash-{name}.png")
    toml, _ = imported(theme, "p")
    for name, color in (("logo", images["poky"]), ("bar", images["bar"])):
        with Image.open(theme.folder / f"out/{name}.png") as image:
            assert image.getpixel((0, 0)) == color
    assert toml["animation"]["bar"]["height"] == 30


def test_a_png_is_a_logo_with_psplash_s_layout(theme):
    (theme.folder / "logo.png").write_bytes(png(Image.new("RGB", (60, 60), (1, 2, 3))))
    toml, lines = imported(theme, "logo.png")
    assert lines[:4] == [
        "logo.png: an image, which becomes the logo",
        "taken: the background has the colour of the logo's corners, 010203",
        "taken: logo.png: the logo, 60×60 pixels",
        "changed: a bar of 222×8 pixels and the message are below the logo"]
    assert toml["background"]["color"] == "010203"
    # To the pixel, where five sixths of the height are whole.
    assert toml["animation"]["bar"]["anchor"] == [0.5, 0.833333]
    assert toml["name"] == "logo"


def test_a_jpeg_is_a_logo_and_becomes_a_png(theme):
    Image.new("RGB", (64, 48), (200, 0, 0)).save(theme.folder / "logo.jpg")
    toml, _ = imported(theme, "logo.jpg")
    with Image.open(theme.folder / "out/logo.png") as image:
        assert (image.format, image.size) == ("PNG", (64, 48))
    assert toml["image"]["logo"]["file"] == "logo.png"


@pytest.mark.parametrize(("change", "reason"), [
    (("(100)", "(0)"), "0×80 pixels of 4 bytes are not possible"), (("(100)", "(99999)"), "are not possible"),
    (("(100)", "(101)"), "the pixels end early or are more"), (("_IMG_WIDTH", "_X"), "no macros"),
    (("RLE_PIXEL_DATA", "PIXELS"), "no whole string")])
def test_broken_headers_of_psplash(theme, change, reason):
    folder = psplash(theme.folder / "p", dot(0, 100, 80))
    file = folder / "psplash-acme-img.h"
    file.write_text(file.read_text().replace(*change))
    assert reason in refused(theme, "p")


@pytest.mark.parametrize("kind", ["gif", "png", "webp"])
def test_an_animated_image_keeps_its_timing(theme, kind):
    images = [dot(n, paper=(0, 0, 40, 255)) for n in range(6)]
    options = {"lossless": True} if kind == "webp" else {}
    (theme.folder / f"a.{kind}").write_bytes(animated(kind, images, 50, **options))
    toml, lines = imported(theme, f"a.{kind}")
    assert toml["animation"]["frames"]["rate"] == 20
    assert "intro" not in toml["animation"]["frames"]
    assert toml["background"]["color"] == "000028"
    for index, path in enumerate(sorted((theme.folder / "out/frames").iterdir())):
        with Image.open(path) as image:
            wanted = images[index].convert("RGB")
            if kind == "gif":
                wanted = wanted.quantize(256).convert("RGB")
            assert image.convert("RGB").tobytes() == wanted.tobytes()


@pytest.mark.parametrize("kind", ["gif", "png", "webp"])
def test_transparent_frames_and_their_disposal(theme, kind):
    """Each frame alone is seen, as Pillow reads the file itself."""
    images = [dot(4 * n) for n in range(4)]
    options = {"gif": {"disposal": 2}, "png": {"disposal": 1, "blend": 1}, "webp": {"lossless": True}}[kind]
    (theme.folder / f"a.{kind}").write_bytes(animated(kind, images, 100, **options))
    imported(theme, f"a.{kind}")
    for index, path in enumerate(sorted((theme.folder / "out/frames").iterdir())):
        with Image.open(path) as image:
            assert image.convert("RGBA").getbbox() == images[index].getbbox()


def test_frames_of_different_durations_are_repeated(theme):
    images = [dot(n) for n in range(3)]
    (theme.folder / "a.gif").write_bytes(animated("gif", images, [100, 300, 200]))
    toml, _ = imported(theme, "a.gif")
    assert toml["animation"]["frames"]["rate"] == 10
    assert len(list((theme.folder / "out/frames").iterdir())) == 6


def test_an_animation_that_is_played_once_stays_at_its_end(theme):
    (theme.folder / "a.gif").write_bytes(animated("gif", [dot(n) for n in range(4)], 100, loop=None))
    toml, _ = imported(theme, "a.gif")
    assert toml["animation"]["frames"]["intro"] == 3


@pytest.mark.parametrize("kind", ["gif", "png", "webp"])
def test_cut_animations_keep_what_is_whole(theme, kind):
    data = animated(kind, [dot(n, 200, 200) for n in range(8)], 100)
    for share in (0.1, 0.3, 0.6, 0.9):
        (theme.folder / f"a.{kind}").write_bytes(data[:int(len(data) * share)])
        run = theme("import", f"a.{kind}", "-o", f"out{share}", status=None)
        assert run.returncode in (0, 1, 2)
        assert run.returncode == 0 or run.stderr.count("\n") == 1


def test_a_gif_of_a_huge_screen_is_refused(theme):
    (theme.folder / "a.gif").write_bytes(b"GIF89a" + struct.pack("<HHBBB", 65535, 65535, 0, 0, 0) + b";")
    assert "no GIF that can be read" in refused(theme, "a.gif")


def test_a_video_needs_ffmpeg(theme, tmp_path):
    (theme.folder / "a.mp4").write_bytes(b"\0\0\0\x18ftypmp42" + bytes(100))
    run = theme("import", "a.mp4", "-o", "out", status=2, PATH=str(tmp_path / "empty"))
    assert run.stderr == ("flipbook-theme: a.mp4: a video, which ffmpeg reads; ffmpeg is not installed: install it, or "
                          "import a folder of PNGs\n")


def test_a_video_is_read_by_ffmpeg(theme, tmp_path):
    """A program of that name, which writes what ffmpeg would."""
    tools = tmp_path / "tools"
    tools.mkdir()
    stream = b"".join(png(dot(n, 160, 90, paper=(0, 0, 0, 255))) for n in range(5))
    (tools / "stream").write_bytes(stream)
    (tools / "ffmpeg").write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" > {tools}/arguments\ncat {tools}/stream\n")
    (tools / "ffmpeg").chmod(0o755)
    (theme.folder / "a.mp4").write_bytes(b"\0\0\0\x18ftypmp42" + bytes(100))
    run = theme("import", "a.mp4", "--rate", "10", "-o", "out", PATH=f"{tools}:/usr/bin:/bin")
    assert "taken: a.mp4: a loop of 5 frames of 160×90 pixels, by ffmpeg\n" in run.stdout
    arguments = (tools / "arguments").read_text().splitlines()
    assert arguments[arguments.index("-i") + 1] == "file:./a.mp4"
    assert any(word.startswith("fps=10,") for word in arguments)
    theme("check", "out")
