# SPDX-License-Identifier: Apache-2.0
"""Themes on the page: the shipped ones as the tool draws them, packs from files, prompts and modes."""

import base64
import json
import shutil
import struct
import subprocess
import time
import zlib

import pytest
from daemon_process import ROOT, theme_tool
from playground.test_page import COMMANDS, differs, render, shown
from themes.changed_packs import corpus, sealed

THEMES = sorted(folder.name for folder in (ROOT / "config/themes").iterdir())
SIZES = {"landscape": "800x480", "portrait": "480x800"}
QUESTION = "Passphrase for /dev/sda2"
ASKING = [[0, "de", "caps-on"], [0, QUESTION, "password"], [0, "secret", "type"]]
# What was done before the commands, the tool's options for it, the stage's options, and the time of the frame.
SCENES = {
    "message and progress": ([], [], {}, 1500),
    "transition": ([], [], {}, 80),
    "failure": ([], [], {}, 2300),
    "failed": ([], [], {}, 6000),
    "prompt": (ASKING, ["--prompt", QUESTION, "--bullets", "6", "--caps-lock", "--layout", "de"], {}, 1500),
    "shutdown": ([], ["--mode", "shutdown"], {"mode": "shutdown"}, 1500),
    "updates": ([], ["--mode", "updates"], {"mode": "updates"}, 1500),
}


def pack_of(page, name: str) -> bytes:
    """A shipped theme's pack, as the page has it."""
    return base64.b64decode(page.evaluate(f"flipbookThemes[{json.dumps(name)}]"))


def show(page, name: str, **options) -> None:
    """Sets up a stage of a shipped theme."""
    theme = f"{{name: '{name}', bytes: bytesOf(flipbookThemes['{name}'])}}"
    assert page.evaluate(f"playground.configure({json.dumps(options)}, {theme})") == ""


def click(page, selector: str) -> None:
    page.evaluate(f"document.querySelector({json.dumps(selector)}).click()")


def choose(page, file) -> None:
    """Chooses a file as a person does in the browser's dialog."""
    reply = page.call("Runtime.evaluate", expression="document.getElementById('file')")
    page.call("DOM.setFileInputFiles", files=[str(file)], objectId=reply["result"]["objectId"])


@pytest.fixture
def packs(page, tmp_path):
    """The shipped packs as files."""
    for name in THEMES:
        (tmp_path / f"{name}.pack").write_bytes(pack_of(page, name))
    return tmp_path


def test_the_page_has_the_shipped_themes(page):
    assert page.evaluate("Object.keys(flipbookThemes).sort()") == THEMES
    assert sorted(page.evaluate("[...document.querySelectorAll('[name=look]')].map((look) => look.value)"
                                ".filter((value) => value.startsWith('theme:'))")) == [f"theme:{name}" for name in THEMES]


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", THEMES)
def test_a_theme_has_the_native_frame(page, packs, name, size, scene):
    before, arguments, options, milliseconds = SCENES[scene]
    width, height = map(int, SIZES[size].split("x"))
    image = render(packs, ["--theme", packs / f"{name}.pack", "--canvas", SIZES[size], *arguments], COMMANDS, milliseconds)
    show(page, name, width=width, height=height, **options)
    page.evaluate(f"playground.play({json.dumps(before + COMMANDS)}, {milliseconds})")
    assert differs(page, image) == 0


def test_a_variant_at_another_scale_and_rotation(page, packs):
    image = render(packs, ["--theme", f"{packs}/installer.pack:dark", "--canvas", "400x300", "--scale", "1.5", "--rotate",
                           "90", "--locale", "de_AT"], COMMANDS, 1500)
    show(page, "installer", width=450, height=600, scale=1.5, rotate=90, variant="dark", locale="de_AT")
    page.evaluate(f"playground.play({json.dumps(COMMANDS)}, 1500)")
    assert differs(page, image) == 0


def test_another_mode_comes_to_rest_as_if_it_had_been_the_first(page, packs):
    """In between the one look dissolves into the other."""
    image = render(packs, ["--theme", packs / "installer.pack", "--canvas", "640x480", "--mode", "updates"],
                   [(2000, "progress 30")], 60_000)
    show(page, "installer", width=640, height=480)
    commands = json.dumps([(0, "progress 70"), (1000, "mode updates"), (2000, "progress 30")])
    page.evaluate(f"playground.play({commands}, 1010)")
    assert differs(page, image) > 0
    assert page.evaluate("document.getElementById('mode').value") == "updates"
    page.evaluate("playground.advance(60000, 500)")
    assert differs(page, image) == 0


def test_typing(page, packs):
    """The field's characters go to the prompt, which shows bullets for them; Enter answers."""
    show(page, "kiosk", width=640, height=480)
    page.evaluate("playground.play([], 0)")
    without = shown(page)
    page.evaluate(f"document.forms.ask.elements.question.value = '{QUESTION}'")
    click(page, "[name=ask] [value=password]")
    page.wait("document.activeElement.id === 'answer'")
    page.call("Input.insertText", text="geheim\u00e4")
    page.press("Backspace", 8)
    page.evaluate("playground.advance(1000, 1000)")
    image = render(packs, ["--theme", packs / "kiosk.pack", "--canvas", "640x480", "--prompt", QUESTION, "--bullets", "6"],
                   [], 1000)
    assert differs(page, image) == 0
    page.press("Enter", 13)
    page.wait("document.getElementById('answers').hidden")
    page.evaluate("playground.advance(3000, 500)")
    assert shown(page) == without
    # What was typed is nowhere on the page.
    assert "geheim" not in page.evaluate("document.body.textContent + document.getElementById('answer').value")


def test_a_wrong_answer_shakes_the_field(page):
    show(page, "kiosk", width=640, height=480)
    again = [[0, "Key", "password"], [500, "x\r", "type"], [900, "Key", "password"]]
    removed = [again[0], [500, "", "end"], again[2]]
    frames = []
    for commands in (again, removed):
        page.evaluate(f"playground.play({json.dumps(commands)}, 1060)")
        moving = shown(page)
        page.evaluate("playground.advance(5000, 500)")
        frames.append((moving, shown(page)))
    assert frames[0][0] != frames[1][0] and frames[0][1] == frames[1][1]


def test_the_next_prompt_gets_all_keys(page, packs):
    show(page, "kiosk", width=640, height=480)
    image = render(packs, ["--theme", packs / "kiosk.pack", "--canvas", "640x480", "--prompt", QUESTION, "--bullets", "2"],
                   [], 5000)
    for typed in ("", "abc"):
        keys = [[0, "Key", "password"], [0, typed, "type"], [100, "", "end"], [1000, QUESTION, "password"],
                [1000, "xy", "type"]]
        page.evaluate(f"playground.play({json.dumps(keys)}, 5000)")
        assert differs(page, image) == 0


def test_a_question_shows_what_is_typed(page):
    show(page, "kiosk", width=640, height=480)
    hashes = set()
    for text in ("Ada", "Bob"):
        page.evaluate(f"playground.play([[0, 'Name', 'question'], [0, '{text}', 'type']], 1000)")
        hashes.add(shown(page))
    assert len(hashes) == 2


def test_a_pack_from_a_file(page, packs):
    choose(page, packs / "recovery.pack")
    page.wait("document.getElementById('own-name').textContent === 'recovery.pack'")
    image = render(packs, ["--theme", packs / "recovery.pack", "--canvas", "640x480"], COMMANDS, 1500)
    page.evaluate(f"playground.play({json.dumps(COMMANDS)}, 1500)")
    assert differs(page, image) == 0


def choices(page, name: str) -> list[str]:
    return page.evaluate(f"[...document.forms.options.elements.{name}.options].map((option) => option.value)")


def test_the_variants_and_languages_of_a_pack_can_be_chosen(page, tmp_path):
    shutil.copytree(ROOT / "config/themes/installer", tmp_path / "rich")
    theme = tmp_path / "rich/theme.toml"
    theme.write_text(theme.read_text().replace("flipbook = 1\n", 'flipbook = 1\nlocales = ["en", "de"]\n'))
    rich = tmp_path / "rich.pack"
    subprocess.run([theme_tool(), "compile", tmp_path / "rich", "-o", rich], check=True)
    click(page, "[value='theme:kiosk']")
    assert page.evaluate("document.forms.options.elements.variant.parentElement.hidden")
    choose(page, rich)
    page.wait("document.getElementById('own-name').textContent === 'rich.pack'")
    assert (choices(page, "variant"), choices(page, "locale")) == (["", "dark"], ["en", "de"])
    hashes, failure = set(), [(0, "progress 30"), (100, "fail")]
    for chosen in ("", "dark"):
        for locale in ("en", "de"):
            page.evaluate(f"document.forms.options.elements.variant.value = '{chosen}';"
                          f"document.forms.options.elements.locale.value = '{locale}';"
                          "document.forms.options.dispatchEvent(new Event('input', {bubbles: true}));"
                          f"playground.play({json.dumps(failure)}, 5000)")
            theme = f"{rich}:{chosen}" if chosen else rich
            image = render(tmp_path, ["--theme", theme, "--canvas", "640x480", "--locale", locale], failure, 5000)
            assert differs(page, image) == 0
            hashes.add(shown(page))
    assert len(hashes) == 4


def test_a_broken_image_gets_a_line(page, tmp_path):
    pack = bytearray(next(pack for pack in corpus() if b"PIXL" in pack[:512]))
    entry = pack.index(b"PIXL")
    start = int.from_bytes(pack[entry + 4:entry + 8], "little")
    pack[start:start + 64] = b"\xff" * 64
    (tmp_path / "broken.pack").write_bytes(sealed(pack))
    choose(page, tmp_path / "broken.pack")
    page.wait("document.getElementById('problem').textContent === "
              "'an image of the theme is broken or too large, leaving it out'")


@pytest.mark.slow
def test_large_images_are_made_little_by_little(page, tmp_path):
    """Meanwhile the page answers; at the end the frame is complete."""
    side = 2000
    rows = b"".join(b"\0" + bytes((x + y) % 251 for x in range(side)) for y in range(side))
    chunks = {b"IHDR": struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0), b"IDAT": zlib.compress(rows), b"IEND": b""}
    folder = tmp_path / "large"
    folder.mkdir()
    (folder / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks.items()))
    (folder / "theme.toml").write_text('flipbook = 1\nname = "large"\n[image.photo]\nfile = "photo.png"\nheight = "80%"\n')
    pack = tmp_path / "large.pack"
    subprocess.run([theme_tool(), "compile", folder, "-o", pack], check=True)
    image = render(tmp_path, ["--theme", pack, "--canvas", "640x480"], [], 100_000)
    page.evaluate("""{
      window.calls = 0;
      const { makeImages } = Flipbook.prototype;
      Flipbook.prototype.makeImages = function (time) { calls++; return makeImages.call(this, time); };
    }""")
    choose(page, pack)
    page.wait("document.getElementById('own-name').textContent === 'large.pack'")
    end = time.monotonic() + 60
    while differs(page, image) != 0:
        assert time.monotonic() < end
    assert page.evaluate("calls") > 3


def test_a_dropped_pack(page, packs):
    page.evaluate("document.getElementById('own-name').textContent = ''")
    x, y = page.evaluate("(({x, y, width, height}) => [x + width / 2, y + height / 2])"
                         "(document.getElementById('canvas').getBoundingClientRect())")
    data = {"items": [], "files": [str(packs / "ring.pack")], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        page.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)
    page.wait("document.getElementById('own-name').textContent === 'ring.pack'")
    assert page.evaluate("document.body.dataset.look + document.getElementById('own').checked") == "themetrue"


@pytest.mark.parametrize("problem", ["cut off: 3000 of 5800 bytes", "damaged: the check does not fit", "not a theme pack"])
def test_a_broken_pack_gets_a_line_and_the_page_goes_on(page, packs, problem):
    pack = bytearray((packs / "kiosk.pack").read_bytes())
    if problem.startswith("cut"):
        problem = f"cut off: 3000 of {len(pack)} bytes"
        del pack[3000:]
    elif problem.startswith("damaged"):
        pack[-9] ^= 1
    else:
        pack = b"GIF89a"
    (packs / "broken.pack").write_bytes(pack)
    before = shown(page)
    choose(page, packs / "broken.pack")
    page.wait(f"document.getElementById('problem').textContent === 'theme broken.pack: {problem}'")
    assert shown(page) == before
    assert page.evaluate("document.querySelector('[name=look]:checked').value") == "download"
    click(page, "[value='theme:kiosk']")
    assert page.evaluate("document.getElementById('problem').textContent") == ""
    page.evaluate("playground.seek(0)")
    assert shown(page) != before


# No pack is known that makes the module trap: a call does in its place.
@pytest.mark.parametrize(("call", "reply"), [
    ("draw", ""), ("nextChange", ""), ("apply", "the module stopped: unreachable")])
def test_a_module_that_stops_is_started_again(page, call, reply):
    show(page, "kiosk", width=320, height=240)
    page.evaluate(f"""{{
      const {{ {call} }} = Flipbook.prototype;
      Flipbook.prototype.{call} = () => {{
        Flipbook.prototype.{call} = {call};
        throw new WebAssembly.RuntimeError("unreachable");
      }};
    }}""")
    assert page.evaluate("playground.command('progress 50')") == reply
    page.evaluate("playground.speed = 1")
    page.wait("document.getElementById('problem').textContent === "
              "'the module stopped: unreachable; it was started again, without the theme'")
    assert page.evaluate("playground.command('progress 60')") == ""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window(page, width, scheme):
    page.look(width, 900, scheme)
    click(page, "[value='theme:installer']")
    page.evaluate("playground.command('Key', 'password')")
    page.wait("!document.getElementById('answers').hidden")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.look(1280, 900)
