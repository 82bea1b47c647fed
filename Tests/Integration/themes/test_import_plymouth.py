# SPDX-License-Identifier: Apache-2.0
"""Themes of Plymouth's plugin two-step become themes with the same places, modes and texts."""

import shutil
from pathlib import Path

import pytest
from PIL import Image
from themes.import_samples import dot, frames, imported, plymouth, png, refused


SPINNER = """
Font=Sans Bold 15
HorizontalAlignment=.25
VerticalAlignment=0.75
WatermarkHorizontalAlignment=.5
WatermarkVerticalAlignment=.96
DialogVerticalAlignment=.382
BackgroundStartColor=0x102030
BackgroundEndColor=0x000010
ProgressBarForegroundColor=0xff8000
ProgressBarBackgroundColor=0x606060
ProgressBarWidth=300
MessageBelowAnimation=true
TransitionDuration=0.5
Transition=fade-over
ProgressFunction=wwoods
"""
MODES = """
[boot-up]
UseEndAnimation=false
[updates]
UseProgressBar=true
ProgressBarShowPercentComplete=true
SuppressMessages=true
Title=Installing {updates}
Title[de]=Updates werden installiert
SubTitle=Do not turn off
"""


def two_step(theme, settings: str = SPINNER, modes: str = MODES) -> Path:
    folder = plymouth(theme.folder / "acme", settings, modes)
    frames(folder, 10, "throbber-{:04}.png")
    (folder / "watermark.png").write_bytes(png(Image.new("RGBA", (120, 30), (255, 255, 255, 255))))
    (folder / "header-image.png").write_bytes(png(Image.new("RGBA", (300, 50), (255, 255, 0, 255))))
    (folder / "lock.png").write_bytes(png(Image.new("RGBA", (24, 24), (255, 255, 255, 255))))
    entry = Image.new("RGBA", (200, 24), (255, 255, 255, 255))
    entry.paste((64, 64, 64, 255), (2, 2, 198, 22))
    (folder / "entry.png").write_bytes(png(entry))
    (folder / "bullet.png").write_bytes(png(Image.new("RGBA", (8, 8), (255, 255, 255, 255))))
    return folder


def test_a_two_step_theme_is_placed_as_plymouth_places_it(theme):
    two_step(theme)
    toml, lines = imported(theme, "acme")
    assert toml["background"]["gradient"] == ["102030", "000010"]
    # Ten frames in two seconds, centred at a fraction of the display.
    assert toml["animation"]["throbber"] == {"kind": "frames", "anchor": [0.25, 0.75], "pivot": "center",
                                             "offset": [-0.48, -0.48], "files": "throbber/*.png", "rate": 5}
    # A share of the room around the image.
    assert toml["image"]["watermark"] == {"file": "watermark.png", "anchor": [0.5, 0.96], "offset": [0, -0.48]}
    # Above the throbber; its frames have 64 rows.
    assert (toml["image"]["header"]["pivot"], toml["image"]["header"]["offset"]) == ("bottom", [0, -32.48])
    assert toml["text"]["message"] == {"text": "{message}", "anchor": [0.5, 0.75], "pivot": "top", "offset": [0, 42]}
    assert toml["prompt"] == {"anchor": [0.5, 0.382], "icon": "lock.png", "width": {"size": "90%", "max": 320}, "padding": 0,
                              "field-image": "entry.png", "field-slice": [2, 2, 2, 2], "field-height": 24,
                              "bullet-image": "bullet.png"}
    assert toml["stage"]["fade"] == 0.5
    assert "left out: ProgressFunction: the progress is shown as it is reported" in lines
    assert "taken: entry.png: the field of questions, as wide as they need" in lines
    assert "taken: bullet.png: the sign for each character" in lines


@pytest.mark.slow
def test_modes_and_translations_of_a_two_step_theme(theme):
    two_step(theme)
    toml, _ = imported(theme, "acme")
    assert toml["animation"]["bar"]["show"] is False
    assert toml["animation"]["bar"]["palette"] == ["FF8000"]
    updates = toml["when"]["updates"]
    assert updates["animation"] == {"throbber": {"show": False}, "bar": {"show": True}}
    assert updates["text"]["title"] == updates["text"]["subtitle"] == {"show": True}
    assert updates["text"]["message"]["show"] is False
    assert toml["text"]["title"]["text"] == "Installing {{updates}}"
    assert toml["locales"] == ["en", "de"]
    assert toml["translations"]["de"] == {"Installing {{updates}}": "Updates werden installiert"}
    assert all(element == {"show": False} for table in toml["when"]["asking"].values() for element in table.values())
    # What `show` resolves in a mode, after all overrides.
    shown = theme("show", "out", "--when", "updates").stdout
    assert 'text = "Installing {{updates}}"' in shown


@pytest.mark.slow
def test_an_end_is_played_after_the_loop(theme):
    folder = two_step(theme, modes="[boot-up]\n")
    frames(folder, 12, "animation-{:04}.png")
    frames(folder, 5, "progress-{:02}.png")
    (folder / "background-tile.png").write_bytes(png(Image.new("RGB", (100, 100), (9, 9, 9))))
    toml, lines = imported(theme, "acme")
    throbber = toml["animation"]["throbber"]
    # 2 s of 30 frames a second, and 12 of them at the end.
    assert (throbber["rate"], throbber["outro"]) == (30, 12)
    assert len(list((theme.folder / "out/throbber").iterdir())) == 72
    assert toml["stage"]["farewell"] == 0.4
    assert toml["animation"]["progress"]["bound"] == "progress"
    assert toml["when"]["shutdown"]["animation"]["progress"] == {"show": False}
    with Image.open(theme.folder / "out/background.png") as image:
        assert image.size == (1920, 1200)
    assert any(line.startswith("changed: throbber-*: the loop's frames are repeated") for line in lines)


@pytest.mark.slow
def test_a_font_is_found_by_fontconfig(theme):
    two_step(theme, "Font=DejaVu Sans 12\nTitleFont=No Such Font Bold 30\nBackgroundStartColor=0x0\n")
    toml, lines = imported(theme, "acme")
    assert toml["stage"]["font"] == "text"
    assert (theme.folder / "out" / toml["fonts"]["text"]["file"]).stat().st_size > 100_000
    assert ("changed: TitleFont=No Such Font Bold 30: not installed; texts are in the built-in font") in lines
    # 12 points at 96 dots an inch are 16 pixels, of which capitals have seven tenths.
    assert toml["stage"]["text-size"] == 11.2


def test_fontconfig_need_not_be_there(theme, tmp_path):
    two_step(theme, "Font=DejaVu Sans 12\nBackgroundStartColor=0x0\n")
    run = theme("import", "acme", "-o", "out", PATH=str(tmp_path / "empty"))
    assert "changed: Font=DejaVu Sans 12: fontconfig is not installed; texts are in the built-in font\n" in run.stdout


@pytest.mark.parametrize(("module", "words"), [("details", "has no images"), ("space-flares", "has no images")])
def test_other_plugins_have_nothing_to_import(theme, module, words):
    folder = plymouth(theme.folder / "acme")
    file = folder / "acme.plymouth"
    file.write_text(file.read_text().replace("two-step", module))
    assert words in refused(theme, "acme", status=1)


@pytest.mark.parametrize(("text", "reason"), [
    ("[Plymouth Theme", "acme.plymouth:1: expected '[group]' or 'key=value'"),
    ("[Plymouth Theme]\nName\n", "acme.plymouth:2: expected '[group]' or 'key=value'"),
    ("[Plymouth Theme]\nName=x\n", "no ModuleName in [Plymouth Theme]")])
def test_broken_theme_files_of_plymouth_have_their_line(theme, text, reason):
    folder = plymouth(theme.folder / "acme")
    (folder / "acme.plymouth").write_text(text)
    assert reason in refused(theme, "acme")


def test_an_empty_two_step_theme_has_nothing_to_import(theme):
    plymouth(theme.folder / "acme")
    assert "neither an image nor a colour" in refused(theme, "acme", status=1)


def test_links_out_of_the_folder_are_not_followed(theme):
    folder = plymouth(theme.folder / "acme", "BackgroundStartColor=0x0\n")
    (theme.folder / "secret.png").write_bytes(png(dot(0)))
    (folder / "watermark.png").symlink_to("../secret.png")
    toml, lines = imported(theme, "acme")
    assert "left out: acme/watermark.png: a symbolic link that leads out of the folder" in lines
    assert "image" not in toml and not list((theme.folder / "out").glob("*.png"))
    shutil.rmtree(theme.folder / "out")
    (folder / "watermark.png").unlink()
    (folder / "real.png").write_bytes(png(dot(0)))
    (folder / "watermark.png").symlink_to("real.png")
    toml, _ = imported(theme, "acme")
    assert list(toml["image"]) == ["watermark"]


def test_the_images_of_a_sibling_are_found(theme):
    plymouth(theme.folder / "acme", "ImageDir=/usr/share/plymouth/themes/spinner\n")
    frames(theme.folder / "spinner", 4, "throbber-{:04}.png")
    toml, lines = imported(theme, "acme")
    assert "taken: ImageDir: the images of acme/../spinner" in lines
    assert toml["animation"]["throbber"]["rate"] == 2


def test_images_that_are_too_large_are_reduced(theme):
    folder = plymouth(theme.folder / "acme", "BackgroundStartColor=0x0\n")
    (folder / "watermark.png").write_bytes(png(Image.new("RGBA", (5000, 10), (255, 255, 0, 255))))
    _, lines = imported(theme, "acme")
    assert any(line.startswith("changed: watermark.png: 5000×10 pixels, scaled down to 2500×5") for line in lines)


@pytest.mark.slow
def test_numbers_beyond_all_displays_have_a_limit(theme):
    two_step(theme, "ProgressBarHeight=9223372036854775807\nMessageBelowAnimation=true\n"
                    "ProgressBarVerticalAlignment=.2\n", "[boot-up]\nUseProgressBar=true\n")
    toml, _ = imported(theme, "acme")
    assert toml["animation"]["bar"]["height"] == 1000
