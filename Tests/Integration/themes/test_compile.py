# SPDX-License-Identifier: Apache-2.0
"""Themes become the same packs everywhere, which a second reader understands; mistakes have their lines."""

import io
import json
import os
import random
import shutil
import struct
import subprocess
import tempfile
import warnings
from pathlib import Path

import pytest
from daemon_process import as_nobody, theme_tool
from PIL import Image
from repository.manifest import ROOT
from themes.pack_reader import Pack, xxh64
from themes.samples import THEME

SVG = (b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5">'
       b'<rect width="5" height="5" fill="#ff0000" fill-opacity="0.5"/><rect x="5" width="5" height="5"/></svg>')
LOGO = "flipbook = 1\n[image.logo]\nfile = \"{}\"\n[animation.ring]\nkind = \"ring\"\n"


def file_of(image: Image.Image, kind: str, **options) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def premultiplied(image: Image.Image) -> list[tuple[int, int, int, int]]:
    data = image.convert("RGBA").tobytes()
    return [(*((2 * c * data[n + 3] + 255) // 510 for c in data[n:n + 3]), data[n + 3])
            for n in range(0, len(data), 4)]


def noise(seed: int, width: int, height: int) -> Image.Image:
    """Runs, repeated rows, small and large differences, and every opacity."""
    dice = random.Random(seed)
    image = Image.new("RGBA", (width, height))
    pixel = (0, 0, 0, 0)
    for y in range(height):
        for x in range(width):
            match dice.randrange(9):
                case 0: pixel = tuple(dice.randrange(256) for _ in range(4))
                case 1: pixel = tuple(max(0, min(255, c + dice.randrange(-2, 2))) for c in pixel)
                case 2: pixel = tuple(max(0, min(255, c + dice.randrange(-40, 40))) for c in pixel[:3]) + (255,)
                case 3 | 4 if y: pixel = image.getpixel((x, y - 1))
            image.putpixel((x, y), pixel)
    return image


def test_the_hash_is_the_published_one():
    assert xxh64(b"") == 0xEF46DB3751D8E999
    assert xxh64(b"Nobody inspects the spammish repetition") == 0xFBCEA83C8A378BF1


@pytest.mark.parametrize(("seed", "size"), [(1, (1, 1)), (2, (63, 17)), (3, (300, 40)), (4, (7, 500))])
def test_the_pixels_of_a_png_come_back(theme, seed, size):
    image = noise(seed, *size)
    theme.make("t", LOGO.format("logo.png"), logo_png=file_of(image, "png"))
    theme("compile", "t", "-o", "t.pack")
    width, height, pixels = Pack((theme.folder / "t.pack").read_bytes()).image(0)
    assert (width, height) == size
    assert pixels == premultiplied(image)


def test_an_empty_image_takes_few_bytes(theme):
    """A run of 262,144 transparent pixels, the longest of which are 65,806."""
    theme.make("t", LOGO.format("logo.png"), logo_png=file_of(Image.new("RGBA", (512, 512)), "png"))
    theme("compile", "t", "-o", "t.pack")
    pack = Pack((theme.folder / "t.pack").read_bytes())
    assert len(pack.sections["PIXL"][0]) == 16
    assert set(pack.image(0)[2]) == {(0, 0, 0, 0)}


def test_the_pixels_of_a_jpeg_come_back(theme):
    data = file_of(noise(5, 40, 30).convert("RGB"), "jpeg", quality=90)
    theme.make("t", LOGO.format("logo.jpg"), logo_jpg=data)
    theme("compile", "t", "-o", "t.pack")
    assert Pack((theme.folder / "t.pack").read_bytes()).image(0)[2] == premultiplied(Image.open(io.BytesIO(data)))


def test_the_pixels_of_an_svg_are_its_own(theme):
    text = LOGO.format("logo.svg").replace("[animation", "raster = 10\n[animation")
    theme.make("t", text, logo_svg=SVG)
    theme("compile", "t", "-o", "t.pack")
    width, height, pixels = Pack((theme.folder / "t.pack").read_bytes()).image(0)
    assert (width, height) == (10, 5)
    assert pixels == ([(128, 0, 0, 128)] * 5 + [(0, 0, 0, 255)] * 5) * 5


def test_a_tint_keeps_the_opacity(theme):
    text = LOGO.format("logo.svg").replace("[animation", "raster = 10\ntint = \"0000FF\"\n[animation")
    theme.make("t", text, logo_svg=SVG)
    theme("compile", "t", "-o", "t.pack")
    pixels = Pack((theme.folder / "t.pack").read_bytes()).image(0)[2]
    assert pixels[:10] == [(0, 0, 128, 128)] * 5 + [(0, 0, 255, 255)] * 5


def test_the_same_bytes_come_out_everywhere(theme):
    """In two folders, by two paths, in two locales and time zones."""
    image = file_of(noise(6, 50, 50), "png")
    text = LOGO.format("logo.png").replace("flipbook = 1", 'flipbook = 1\nname = "x"')
    theme.make("a", text, logo_png=image)
    theme.make("b/deep/er", text, logo_png=image)
    theme("compile", "a", "-o", "a.pack", LC_ALL="C", TZ="UTC")
    theme("compile", theme.folder / "b/deep/er/theme.toml", "-o", "b.pack", LC_ALL="tr_TR.UTF-8",
          TZ="Pacific/Chatham", LANGUAGE="ar")
    assert (theme.folder / "a.pack").read_bytes() == (theme.folder / "b.pack").read_bytes()


@pytest.mark.root
def test_another_user_makes_the_same_bytes(theme):
    """A user without a home, without caches and settings of fonts."""
    source = ROOT / "config/themes/installer"
    theme("compile", source, "-o", "own.pack")
    with tempfile.TemporaryDirectory(prefix="flipbook-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        program = shutil.copy(theme_tool(), folder)
        shutil.copytree(source, folder / "theme")
        run = subprocess.run([program, "compile", "theme", "-o", "t.pack"], cwd=folder, preexec_fn=as_nobody,
                             env={"HOME": "/nonexistent"}, capture_output=True, text=True)
        assert (run.returncode, run.stderr) == (0, "")
        assert (folder / "t.pack").owner() == "nobody"
        assert (folder / "t.pack").read_bytes() == (theme.folder / "own.pack").read_bytes()


def test_mistakes_have_their_lines_and_the_last_line_counts(theme):
    theme.make("t", 'flipbook = 1\n[background]\ncolour = "000000"\nfit = "cower"\n')
    run = theme("check", "t", status=1)
    assert run.stderr == (
        "t/theme.toml:3:1: error: background.colour: there is no such key; did you mean 'color'?\n"
        "t/theme.toml:4:7: error: background.fit: 'cower' does not fit; expected cover, contain, stretch, none; "
        "did you mean 'cover'?\n"
        "2 errors, 0 warnings\n")
    rows = json.loads(theme("check", "t", "--json", status=1).stdout)
    assert [(row["line"], row["column"], row["suggestion"]) for row in rows] == [(3, 1, "color"), (4, 7, "cover")]
    theme("compile", "t", "-o", "t.pack", status=1)
    assert not (theme.folder / "t.pack").exists()


def test_warnings_fail_where_they_are_asked_to(theme):
    theme.make("t", 'flipbook = 1\n[translations.de]\na = "b"\n')
    assert theme("check", "t").stderr.endswith("\n0 errors, 1 warning\n")
    theme("check", "t", "--strict", status=1)


@pytest.mark.parametrize("arguments", [("check", "nowhere"), ("compile", "t"), ("show", "nowhere"), ("bake",),
                                       ("compile", "t", "-o", "t.pack", "--define", "x")])
def test_wrong_arguments_and_files_are_status_2(theme, arguments):
    theme.make("t", "flipbook = 1\n")
    assert theme(*arguments, status=2).stderr.startswith("flipbook-theme: ")


def test_links_are_refused_wherever_they_are(theme):
    """A link can lead out of the folder, as '..' does; of a folder of frames it is the same."""
    outside = theme.folder / "outside"
    outside.mkdir()
    (outside / "x1.svg").write_bytes(SVG)
    theme.make("t", 'flipbook = 1\n[image.a]\nfile = "x.svg"\n[image.b]\nfile = "in/x1.svg"\n'
                    '[animation.c]\nkind = "frames"\nfiles = "in/x*.svg"\n')
    (theme.folder / "t/x.svg").symlink_to(outside / "x1.svg")
    (theme.folder / "t/in").symlink_to(outside)
    reason = "is a symbolic link, which can lead out of the theme's folder; expected a PNG, JPEG or SVG file\n"
    assert theme("check", "t", status=1).stderr == (
        f"t/theme.toml:3:8: error: image.a.file: 'x.svg' cannot be used: it {reason}"
        f"t/theme.toml:5:8: error: image.b.file: 'in/x1.svg' cannot be used: 'in' {reason}"
        f"t/theme.toml:8:9: error: animation.c.files: 'in/x1.svg' cannot be used: 'in' {reason}"
        "3 errors, 0 warnings\n")


def test_a_new_theme_compiles(theme):
    (theme.folder / "mine.svg").write_bytes(SVG)
    theme("new", "t", "--logo", "mine.svg", "--all")
    assert theme("check", "t", "--strict").stderr == ""
    theme("compile", "t", "-o", "t.pack", "--stats")
    Pack((theme.folder / "t.pack").read_bytes())
    before = (theme.folder / "t/theme.toml").read_bytes()
    theme("new", "t", status=2)
    assert (theme.folder / "t/theme.toml").read_bytes() == before


def test_texts_are_replaced(theme):
    theme.make("t", 'flipbook = 1\n[text.a]\ntext = "Serial @SERIAL@"\n')
    theme("compile", "t", "-o", "t.pack", "--define", "SERIAL=12=3")
    assert b"Serial 12=3" in (theme.folder / "t.pack").read_bytes()


def test_a_theme_is_put_where_the_daemon_looks_for_it(theme):
    theme.make("t", "flipbook = 1\n")
    (theme.folder / "root").mkdir()
    theme("apply", "t", "--keep", "--root", "root")
    theme("compile", "t", "-o", "t.pack")
    kept = theme.folder / "root/etc/flipbook/theme.pack"
    assert kept.read_bytes() == (theme.folder / "t.pack").read_bytes()
    assert all(path.stat().st_mode & 0o755 == 0o755 for path in (kept.parent, kept.parent.parent))
    theme("apply", "t.pack", "--keep", "--root", "root")
    assert [path.name for path in kept.parent.iterdir()] == ["theme.pack"]
    (theme.folder / "broken.pack").write_bytes(kept.read_bytes()[:-8])
    assert "cut off: " in theme("apply", "broken.pack", "--keep", "--root", "root", status=2).stderr
    Pack(kept.read_bytes())
    for _ in range(2):
        theme("apply", "--reset", "--keep", "--root", "root")
        assert not kept.exists()
    # A misspelled root is not created.
    theme("apply", "t", "--keep", "--root", "rot", status=2)
    assert not (theme.folder / "rot").exists()
    theme("apply", "t", "--root", "root", status=2)
    theme("apply", status=2)


@pytest.mark.parametrize("name", ["logo.svg", "theme.toml"])
def test_a_fifo_is_a_line(theme, name):
    folder = theme.make("t", 'flipbook = 1\n[image.a]\nfile = "logo.svg"\n', logo_svg=SVG)
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert "not a regular file" in theme("check", "t", status=2 if name == "theme.toml" else 1).stderr


def test_the_manual_has_the_schema_as_it_is(theme):
    page = (ROOT / "Documentation/flipbook-theme.5").read_text()
    assert theme("schema", "--manual").stdout in page


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "config/themes").iterdir()))
def test_a_shipped_theme_is_without_a_warning(theme, name):
    assert theme("check", ROOT / "config/themes" / name, "--strict").stderr == ""


def libraries() -> str:
    """What else a pack depends on."""
    names = ("cairo", "freetype2", "harfbuzz", "libpng", "libqrencode", "librsvg-2.0")
    return "".join(f"{name} " + subprocess.run(["pkg-config", "--modversion", name], check=True, text=True,
                                               capture_output=True).stdout for name in names)


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "config/themes").iterdir()))
def test_a_shipped_theme_is_the_pack_that_is_kept(theme, name):
    """The hashes of frames beside it (ShippedThemeTests) are of that very pack, which other libraries may not make."""
    theme("compile", ROOT / "config/themes" / name, "-o", "t.pack", LC_ALL="tr_TR.UTF-8", TZ="Pacific/Chatham")
    made = (theme.folder / "t.pack").read_bytes()
    kept = (ROOT / "Tests/Packs" / f"{name}.pack").read_bytes()
    assert (ROOT / "Tests/Packs" / f"{name}.frames").read_text().split()[2] == kept[16:24][::-1].hex() + ":"
    Pack(kept)
    if made != kept:
        message = f"{name} is another pack: {theme.folder / 't.pack'} in place of {kept[16:24][::-1].hex()}"
        assert libraries() != (ROOT / "Tests/Packs/libraries").read_text(), message
        warnings.warn(f"{message}, made with other libraries:\n{libraries()}", stacklevel=1)


def test_what_the_daemon_does_not_show_is_said(theme):
    theme.make("t", 'flipbook = 1\n[animation.a]\nkind = "bar"\nradius = "2%"\n')
    assert theme("check", "t").stderr == (
        "t/theme.toml:4:10: warning: animation.a.radius: flipbookd goes by points alone so far\n"
        "0 errors, 1 warning\n")


def test_keys_of_a_prompt_are_shown(theme):
    theme.make("t", 'flipbook = 1\n[prompt]\nfield-height = 40\nfield-color = "FFFFFF"\ngap = 8\nbullet = "*"\n'
               'caps-text = "CAPS"\nicon = "logo.svg"\n', logo_svg=SVG)
    assert theme("check", "t", "--strict").stderr == ""


def test_what_can_hardly_be_seen_is_said(theme):
    theme.make("t", LOGO.format("logo.png").replace("[anim", "height = 100\n[anim") + '[text.a]\ntext = "x"\n'
               'color = "222222"\n', logo_png=file_of(Image.new("RGB", (50, 50)), "png"))
    lines = theme("check", "t").stderr.splitlines()
    assert ("t/theme.toml:3:8: warning: image.logo.file: 'logo.png' has 50 pixels on its longer side, and is shown with "
            "100 on a display of 1920×1080") in lines
    assert ("t/theme.toml:9:9: warning: text.a.color: its contrast to the background is 1.2:1, and less than 3:1 is hard "
            "to read") in lines


def test_a_prompt_that_can_hardly_be_read_is_said(theme):
    """… and typed text is visible in a field of any colour."""
    theme.make("t", 'flipbook = 1\n[prompt]\ncolor = "F0F0F0"\nfield-color = "FFFFFF80"\nfield-text = "DDDDDD"\n')
    assert theme("check", "t").stderr == (
        "t/theme.toml:3:9: warning: prompt.color: the question's contrast to it is 1.0:1, and less than 3:1 is hard to read\n"
        "t/theme.toml:5:14: warning: prompt.field-text: its contrast to the field is 1.2:1, and less than 3:1 is hard to "
        "read\n"
        "0 errors, 2 warnings\n")
    for field, typed in (("FFFFFF", "14161A"), ("101010", "F2F4F7")):
        theme.make(field, f'flipbook = 1\n[prompt]\nfield-color = "{field}"\n')
        theme("compile", field, "-o", f"{field}.pack")
        prompt = Pack((theme.folder / f"{field}.pack").read_bytes()).sections["RECD"][-1]
        colors = [struct.unpack_from("<4H", prompt, offset) for offset in (160, 176)]
        assert colors == [tuple(257 * byte for byte in bytes.fromhex(color + "FF")) for color in (field, typed)]
    # The field is mixed with the background's colour, not with its gradient; without a panel there is nothing to read on.
    theme.make("g", 'flipbook = 1\n[background]\ngradient = ["FFFFFF", "E0E0E0"]\n[prompt]\ncolor = "none"\n')
    theme("compile", "g", "-o", "g.pack")
    prompt = Pack((theme.folder / "g.pack").read_bytes()).sections["RECD"][-1]
    assert struct.unpack_from("<4H", prompt, 176) == tuple(257 * byte for byte in bytes.fromhex("F2F4F7FF"))
    theme.make("n", 'flipbook = 1\n[stage]\ntext-color = "101010"\n[prompt]\ncolor = "none"\n')
    assert "prompt.color" not in theme("check", "n").stderr


def test_texts_that_do_not_fit_and_characters_without_a_glyph_are_said(theme):
    theme.make("t", 'flipbook = 1\n[text.a]\ntext = "A rather long title"\nwidth = "10%w"\n[text.b]\ntext = "\u0434"\n')
    assert theme("check", "t").stderr == (
        "t/theme.toml:1:1: warning: locales: en: '\u0434' has characters that are shown as boxes: U+0434\n"
        "t/theme.toml:3:8: warning: text.a.text: 'A rather long title' is cut on a display of 240\u00d7240 points\n"
        "0 errors, 2 warnings\n")


def test_the_schema_has_every_table(theme):
    properties = json.loads(theme("schema").stdout)["properties"]
    assert {"flipbook", "stage", "background", "image", "text", "animation", "prompt", "stack"} <= set(properties)


def test_elements_that_cover_each_other_are_said(theme):
    theme.make("t", 'flipbook = 1\n[text.a]\ntext = "left {percent}"\nalign = "start"\nanchor = "bottom-left"\n'
               '[text.b]\ntext = "right"\nalign = "end"\nanchor = "bottom-right"\n[text.message]\nanchor = "top"\n'
               '[animation.ring]\nkind = "ring"\nanchor = "center"\nsize = 100\n[text.inside]\ntext = "{percent}"\n'
               'anchor = "center"\nwidth = 60\n')
    # Their boxes are as wide as most of the display, and their words are not; a number in a ring is meant so.
    assert theme("check", "t", "--strict").stderr == ""
    theme.make("u", 'flipbook = 1\n[animation.ring]\nkind = "ring"\nanchor = "center"\n[text.message]\nanchor = '
               '[0.5, 0.8]\n[text.wide]\ntext = "Acme"\nanchor = "top"\nwidth = 300\n[when."failed asking".text.wide]\n'
               'offset = [0, 60]\n')
    assert theme("check", "u").stderr == (
        "u/theme.toml:5:7: warning: text.message: it and animation.ring cover each other on a display of 320\u00d7240 "
        "points (boot-up, idle) and on 4 others\n0 errors, 1 warning\n")
    theme.make("v", 'flipbook = 1\n[animation.bar]\nkind = "bar"\nwidth = 700\n')
    assert theme("check", "v").stderr == (
        "v/theme.toml:2:12: warning: animation.bar: it does not fit on a display of 240\u00d7240 points (boot-up, idle) "
        "and on 15 others\n0 errors, 1 warning\n")


@pytest.mark.parametrize("key", ["width = 0", 'width = "6cap"', 'width = { size = "50%", max = 60 }', "field-height = 0"])
def test_a_prompt_without_a_field_to_type_in_is_said(theme, key):
    theme.make("t", f"flipbook = 1\n[prompt]\n{key}\n")
    assert theme("check", "t").stderr == (
        "t/theme.toml:2:2: warning: prompt: its field is too small for what is typed on a display of 240\u00d7240 "
        "points (boot-up, idle, asking) and on 37 others\n0 errors, 1 warning\n")


def test_texts_are_measured_in_every_language(theme):
    theme.make("t", 'flipbook = 1\nlocales = ["en", "de"]\n[text.a]\ntext = "Short"\nwidth = "40%w"\n'
               '[translations.de]\nShort = "Donaudampfschifffahrtsgesellschaft"\n')
    assert theme("check", "t").stderr.splitlines()[0] == (
        "t/theme.toml:4:8: warning: text.a.text: de: 'Donaudampfschifffahrtsgesellschaft' is cut on a display of "
        "240\u00d7240 points")


def test_what_a_key_is_in_a_situation_is_shown(theme):
    theme.make("t", 'flipbook = 1\nvariants = ["dark"]\n[colors]\nink = "112233"\n[background]\ncolor = "F7F5F0"\n'
               '[text.title]\ntext = ["{message}", "A \\"title\\""]\nsize = { size = "2.5%", min = 9.25 }\n'
               'color = "ink"\nanchor = [0.1, 0.75]\noffset = [-3, "2cap"]\n[animation.bar]\nkind = "bar"\n'
               'palette = ["ink", "00FF0080"]\n[when.dark.background]\ncolor = "000000"\n[when.failed.animation.bar]\n'
               'show = false\n[when."failed portrait".text.title]\nalign = "end"\n')
    usual = theme("show", "t", "--when", "").stdout
    for line in ('  color = "F7F5F0"# line 6', '  text = ["{message}", "A \\"title\\""]# line 8',
                 '  size = { size = "2.5%", min = 9.25 }# line 9', '  anchor = [0.1, 0.75]# line 11',
                 '  offset = [-3, "2cap"]# line 12', '  align = "center"# default',
                 '  palette = ["ink", "00FF0080"]# line 15', "  period = 0.1# default", '  text-size = '
                 '{ size = "1.3889%", min = 9, max = 32 }# default'):
        assert line in [f"{words.rpartition('#')[0].rstrip()}#{words.rpartition('#')[2]}"
                        for words in usual.splitlines()], (line, usual)
    dark = theme("show", "t", "--when", "dark failed portrait").stdout.splitlines()
    assert "animation.bar: hidden" in dark
    assert any(line.startswith('  align = "end"') and line.endswith("# line 21") for line in dark)
    assert any(line.startswith('  color = "000000"') and line.endswith("# line 17") for line in dark)
    assert "did you mean 'portrait'?" in theme("show", "t", "--when", "portrat", status=2).stderr
    assert "never hold together" in theme("show", "t", "--when", "idle failed", status=2).stderr


@pytest.mark.parametrize("name", ["theme.toml", "logo.svg"])
def test_a_fifo_is_refused(theme, name):
    folder = theme.make("acme", THEME % "F7F5F0", logo_svg=SVG)
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert "not a regular file" in theme("compile", "acme", "-o", "x.pack", status=2 if name == "theme.toml" else 1).stderr


def test_images_of_more_pixels_than_a_boot_has_time_for_are_an_error(theme):
    """A few bytes can be many pixels, all of which the daemon decodes: they are counted before anything is decoded."""
    names = [f"image{number}" for number in range(5)]
    text = "flipbook = 1\n" + "".join(f'[image.{name}]\nfile = "{name}.png"\n' for name in names)
    files = {f"{name}_png": file_of(Image.new("L", (4096, 4096), 40 * index), "png")
             for index, name in enumerate(names)}
    folder = theme.make("large", text, **files)
    run = theme("compile", folder, "-o", "large.pack", status=1)
    assert "image.image4.file" in run.stderr
    assert "83886080 pixels together" in run.stderr and "at most 67108864" in run.stderr
    check = theme("check", folder, status=1)
    assert "83886080 pixels together" in check.stdout + check.stderr
    assert not (theme.folder / "large.pack").exists()
