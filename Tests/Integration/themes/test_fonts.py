# SPDX-License-Identifier: Apache-2.0
"""Themes with fonts and languages of their own, from the file to the frame."""

import shutil
import subprocess
from pathlib import Path

import pytest
from daemon_process import tool, wait_until
from PIL import Image
from themes.snapshots import written

FONTS = Path("/usr/share/fonts/truetype")
THEME = """
flipbook = 1
locales = ["en", "de", "ar"]
messages = ["Checking disks"]
[fonts.body]
file = "DejaVuSans.ttf"
fallback = ["NotoNaskhArabic-Regular.ttf"]
characters = ["ascii", "U+621-64A"]
[stage]
font = "body"
text-size = 14
[background]
color = "FFFFFF"
[text.title]
text = "Getting ready"
anchor = "top"
[text.message]
text = "{message}"
width = 300
align = "start"
anchor = [0.5, 0.75]
[translations.de]
"Getting ready" = "Wird vorbereitet"
"Checking disks" = "Laufwerke werden geprüft"
[translations.ar]
"Getting ready" = "جارٍ التحضير"
"Checking disks" = "جارٍ فحص الأقراص"
"""


@pytest.fixture
def pack(theme):
    files = {"DejaVuSans_ttf": (FONTS / "dejavu/DejaVuSans.ttf").read_bytes(),
             "NotoNaskhArabic-Regular_ttf": (FONTS / "noto/NotoNaskhArabic-Regular.ttf").read_bytes()}
    run = theme("compile", theme.make("acme", THEME, **files), "-o", theme.folder / "acme.pack")
    assert run.stderr == ""
    return theme.folder / "acme.pack"


def ink(frame: Image.Image, top: int, bottom: int) -> tuple[int, int]:
    """From which column to which there is something else than the background in some rows."""
    part = frame.crop((0, top, frame.width, bottom)).point(lambda value: 255 - value)
    box = part.getbbox()
    assert box, "nothing is drawn there"
    return box[0], box[2]


def render(pack, folder, *options, message: str = "Checking disks") -> Image.Image:
    timeline = folder / "timeline"
    timeline.write_text(f"0 message {message}\n")
    subprocess.run([tool(), "render", "--theme", pack, "--canvas", "400x200", "--timeline", timeline, "--at", "900",
                    "-o", folder / "frame.png", *options], check=True, timeout=60)
    return Image.open(folder / "frame.png").convert("L")


def test_every_language_has_its_words_and_its_side(pack, tmp_path):
    english = render(pack, tmp_path)
    german = render(pack, tmp_path, "--locale", "de_AT.UTF-8")
    arabic = render(pack, tmp_path, "--locale", "ar_EG")
    # A longer title is as much further to both sides.
    for frame in (english, german, arabic):
        left, right = ink(frame, 0, 30)
        assert abs(left + right - 400) <= 6
    assert ink(german, 0, 30)[0] < ink(english, 0, 30)[0] < ink(arabic, 0, 30)[0]
    # A message begins at the left of its width, in Arabic at the right.
    assert 50 <= ink(english, 120, 200)[0] <= 55
    assert 50 <= ink(german, 120, 200)[0] <= 55
    assert 345 <= ink(arabic, 120, 200)[1] <= 351
    assert render(pack, tmp_path, "--locale", "fr_FR").tobytes() == english.tobytes()


def test_a_text_of_the_theme_is_known_when_it_is_sent(pack, tmp_path):
    title = ink(render(pack, tmp_path, "--locale", "ar", message="Getting ready"), 0, 30)
    sent = ink(render(pack, tmp_path, "--locale", "ar", message="Getting ready"), 120, 200)
    assert sent[1] - sent[0] == title[1] - title[0] and sent[1] >= 345


@pytest.mark.slow
def test_a_new_theme_has_the_font(theme):
    theme("new", "t", "--font", FONTS / "dejavu/DejaVuSans.ttf")
    assert theme("check", "t", "--strict").stderr == ""
    assert 'file = "DejaVuSans.ttf"' in (theme.folder / "t/theme.toml").read_text()
    assert (theme.folder / "t/DejaVuSans.ttf").stat().st_size > 100_000


def test_a_collection_of_20_mb_gives_what_is_used(theme):
    text = """
flipbook = 1
[fonts.body]
file = "DejaVuSans.ttf"
fallback = ["NotoSansCJK-Regular.ttc#2"]
characters = ["ascii", "磁盘检查"]
[stage]
font = "body"
"""
    folder = theme.make("t", text, DejaVuSans_ttf=(FONTS / "dejavu/DejaVuSans.ttf").read_bytes())
    shutil.copy("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", folder)
    assert theme("compile", "t", "-o", "t.pack", "--strict").stderr == ""
    assert (theme.folder / "t.pack").stat().st_size < 40_000


def test_what_is_sent_is_shown_whatever_it_is(pack, tmp_path):
    shown = ink(render(pack, tmp_path, message="AVAVAV Quite unknown 12.5 %"), 120, 200)
    assert 50 <= shown[0] <= 55 and shown[1] > 200
    # Characters that the font has not been given are boxes; more than the lines hold ends in an ellipsis.
    assert ink(render(pack, tmp_path, message="漢字"), 120, 200)[1] > 60
    long = ink(render(pack, tmp_path, message="word " * 30), 120, 200)
    assert 50 <= long[0] and 300 <= long[1] <= 350


@pytest.mark.parametrize("rotation", ["90", "180", "270"])
def test_it_is_the_same_when_the_display_is_turned(pack, tmp_path, rotation):
    straight = render(pack, tmp_path, "--locale", "ar")
    turned = render(pack, tmp_path, "--locale", "ar", "--rotate", rotation).rotate(int(rotation), expand=True)
    differences = [abs(a - b) for a, b in zip(straight.tobytes(), turned.tobytes())]
    assert max(differences) <= 2


def frames(daemon) -> int:
    return int(daemon.status()["frames"])


def send(daemon, message: str) -> None:
    """Sends a message, and waits for the frame that has it."""
    # The socket answers before the first frame is there.
    assert wait_until(lambda: frames(daemon) > 0)
    before = frames(daemon)
    daemon.ask(f"message {message}")
    assert wait_until(lambda: frames(daemon) > before)


def snapshot(daemon, folder) -> Image.Image:
    return Image.open(written(daemon, folder / "daemon.png")).convert("L")


@pytest.mark.parametrize("how", ["option", "kernel"])
def test_the_daemon_speaks_the_machines_language(start_daemon, pack, tmp_path, how):
    (tmp_path / "cmdline").write_text("quiet locale.LANG=ar_EG.UTF-8\n")
    options = {"option": ["--locale", "ar"], "kernel": ["--kernel-command-line", str(tmp_path / "cmdline")]}[how]
    daemon = start_daemon("--theme", str(pack), *options, output="memory:400x200")
    send(daemon, "Checking disks")
    assert daemon.log == ""
    # One message fades into the other.
    expected = render(pack, tmp_path, "--locale", "ar").tobytes()
    assert wait_until(lambda: snapshot(daemon, tmp_path).tobytes() == expected)
    send(daemon, "Something else")
    assert wait_until(lambda: 50 <= ink(snapshot(daemon, tmp_path), 120, 200)[0] <= 55)


def test_missing_characters_are_reported(theme):
    text = THEME.replace('fallback = ["NotoNaskhArabic-Regular.ttf"]\n', "")
    theme.make("t", text, DejaVuSansMono_ttf=(FONTS / "dejavu/DejaVuSansMono.ttf").read_bytes())
    (theme.folder / "t/DejaVuSans.ttf").write_bytes((FONTS / "dejavu/DejaVuSerif.ttf").read_bytes())
    lines = theme("check", "t").stderr.splitlines()
    assert lines[0].startswith("t/theme.toml:5:8: warning: fonts.body: ar: 'جارٍ التحضير' has characters that the font "
                               "has not: U+062C, U+0627, U+0631, U+064D …")
    assert lines[2].startswith("t/theme.toml:7:14: warning: fonts.body.characters: ar: {message} is shown without")
    assert lines[3].startswith("t/theme.toml:16:7: warning: text.message: it does not fit on a display of 240×240")
    assert lines[-1] == "0 errors, 4 warnings"


def test_a_label_without_its_characters_is_reported_once(theme):
    """The ring is compiled for each variant and situation; a font without digits is said once."""
    text = 'flipbook = 1\n[fonts.body]\nfile = "Lisu.ttf"\n[stage]\nfont = "body"\n[animation.ring]\nkind = "ring"\n'
    lisu = (FONTS / "noto/NotoSansLisu-Regular.ttf").read_bytes()
    theme.make("t", text + '[when.failed.animation.ring]\nlabel-color = "FF0000"\n', Lisu_ttf=lisu)
    warning = ("t/theme.toml:2:8: warning: fonts.body: the label of animation.ring has characters that the font has not: "
               "U+0030, U+0031, U+0032, U+0033 …")
    assert theme("check", "t").stderr.splitlines().count(warning) == 1
    theme.make("u", text + "label = false\n", Lisu_ttf=lisu)
    assert "label" not in theme("check", "u").stderr


def test_the_same_bytes_come_out_everywhere(theme, pack):
    again = theme.folder / "again.pack"
    theme("compile", theme.folder / "acme", "-o", again, LC_ALL="tr_TR.UTF-8", TZ="Pacific/Chatham", LANG="ar")
    assert again.read_bytes() == pack.read_bytes()
