# SPDX-License-Identifier: Apache-2.0
"""Script themes of Plymouth are run, and what they show becomes a theme that compiles."""

from pathlib import Path

import pytest
from PIL import Image
from themes.import_samples import frames, imported, png, refused, script

CENTRE = """
fun centre(sprite, image, y) {
  sprite.SetX(Window.GetX() + Window.GetWidth() / 2 - image.GetWidth() / 2);
  sprite.SetY(Window.GetY() + Window.GetHeight() * y - image.GetHeight() / 2);
}
"""


def plain(width: int, height: int, color=(200, 40, 40, 255)) -> Image.Image:
    return Image.new("RGBA", (width, height), color)


LOOP = CENTRE + """
Window.SetBackgroundTopColor(0.2, 0.4, 0.6);
Window.SetBackgroundBottomColor(0, 0, 0);
for (i = 0; i < 12; i++) images[i] = Image("f" + i + ".png");
sprite = Sprite(images[0]); centre(sprite, images[0], 0.5);
logo = Image("logo.png"); logo_sprite = Sprite(logo); centre(logo_sprite, logo, 0.2);
progress = 0;
fun refresh() { sprite.SetImage(images[Math.Int(progress / 2) % 12]); progress++; }
Plymouth.SetRefreshFunction(refresh);
fun message(text) {
  global.line = Sprite(Image.Text(text, 1, 1, 0));
  global.line.SetPosition(100, Window.GetHeight() * 0.9, 1);
}
Plymouth.SetMessageFunction(message);
"""


def test_a_sequence_and_a_logo(theme):
    frames(script(theme, LOOP, logo=plain(120, 60)), 12)
    toml, lines = imported(theme, "acme")
    assert toml["name"] == "Acme"
    assert toml["background"] == {"gradient": ["336699", "000000"]}
    assert toml["animation"] == {"frames": {"kind": "frames", "anchor": [0.5, 0.5], "files": "frames/*.png", "rate": 25}}
    assert toml["image"] == {"logo": {"file": "logo.png", "anchor": [0.5, 0.2], "pivot": [0.5, 0.5],
                                      "offset": [0, -0.48]}}
    assert toml["text"]["message"]["color"] == "FFFF00"
    assert 0.88 < toml["text"]["message"]["anchor"][1] < 0.93
    assert "taken: the sequence of 12 images, 25 frames a second" in lines
    assert "changed: questions, typed characters and messages: Flipbook draws them, where the script shows them" in lines
    # The files are the original's own.
    assert (theme.folder / "out/frames/01.png").read_bytes() == (theme.folder / "acme/f0.png").read_bytes()
    assert len(list((theme.folder / "out/frames").iterdir())) == 12


@pytest.mark.slow
def test_a_bar_has_its_image(theme):
    bar = Image.new("RGBA", (200, 8))
    for x in range(200):
        for y in range(8):
            bar.putpixel((x, y), (x, 0, 200 - x, 255))
    script(theme, CENTRE + """
      box = Image("box.png"); s = Sprite(box); centre(s, box, 0.75);
      bar = Image("bar.png"); b = Sprite(bar); centre(b, bar, 0.75);
      fun progress(time, part) { b.SetImage(bar.Crop(0, 0, bar.GetWidth() * part, bar.GetHeight())); }
      Plymouth.SetBootProgressFunction(progress);
      """, box=plain(204, 12), bar=bar)
    toml, lines = imported(theme, "acme")
    assert toml["animation"]["progress"] == {"kind": "bar", "width": 200, "height": 8, "anchor": [0.5, 0.75],
                                             "pivot": [0.5, 0.5], "offset": [0, -0.48], "fill-image": "progress.png",
                                             "unknown": "sweep"}
    assert list(toml["image"]) == ["box"]
    # The file is the original's own, and the progress cuts it as the script does.
    assert (theme.folder / "out/progress.png").read_bytes() == (theme.folder / "acme/bar.png").read_bytes()
    assert "taken: the bar that grows with the progress, bar.png" in lines
    (theme.folder / "half").write_text("0 progress 50\n")
    theme("record", "out.pack", "--size", "800x600", "--script", "half", "--fps", "1", "--until", "5000", "-o",
          theme.folder / "frame-%d.png")
    shown = Image.open(sorted(theme.folder.glob("frame-*.png"))[-1]).convert("RGB")
    for x in range(200):
        assert shown.getpixel((300 + x, 450)) == ((x, 0, 200 - x) if x < 100 else (200, 40, 40)), x


ROUND = """
      bar = Image("bar.png"); b = Sprite(bar); centre(b, bar, 0.75);
      fun progress(time, part) { b.SetImage(bar.Scale(1 + (bar.GetWidth() - 1) * part, bar.GetHeight())); }
      Plymouth.SetBootProgressFunction(progress);
      """


def test_a_bar_that_is_scaled_keeps_its_ends(theme):
    bar = plain(200, 8)
    for y in (0, 7):
        for x in (0, 1, 199):
            bar.putpixel((x, y), (0, 0, 0, 0))
    script(theme, CENTRE + ROUND, bar=bar)
    toml, lines = imported(theme, "acme")
    assert toml["animation"]["progress"]["fill-slice"] == [2, 0, 1, 0]
    assert not any("cuts it" in line for line in lines)


def test_a_bar_that_is_scaled_and_has_no_middle_is_cut(theme):
    bar = Image.new("RGBA", (200, 8))
    for x in range(200):
        for y in range(8):
            bar.putpixel((x, y), (x, 0, 200 - x, 255))
    script(theme, CENTRE + ROUND, bar=bar)
    toml, lines = imported(theme, "acme")
    assert "fill-slice" not in toml["animation"]["progress"]
    assert "changed: progress.png: the progress cuts it; the script scales it to the progress" in lines


DIALOG = CENTRE + """
      logo = Sprite(Image("logo.png"));
      fun password(question, count) {
        box = Image("frame.png"); global.box = Sprite(box); centre(global.box, box, 0.6);
        entry = Image("input.png"); global.entry = Sprite(entry); centre(global.entry, entry, 0.6);
        global.entry.SetZ(1);
        lock = Image("key.png"); global.lock = Sprite(lock);
        global.lock.SetPosition(global.entry.GetX() - 40, global.entry.GetY(), 1);
        star = Image("star.png");
        for (i = 0; i < count; i++) {
          global.stars[i] = Sprite(star);
          global.stars[i].SetPosition(global.entry.GetX() + 8 + i * star.GetWidth(), global.entry.GetY() + 8, 2);
        }
      }
      Plymouth.SetDisplayPasswordFunction(password);
      """


@pytest.mark.slow
def test_a_dialog_has_the_images_of_the_script(theme):
    frame = plain(500, 120)
    for x in range(500):
        for y in range(120):
            if min(x, y, 499 - x, 119 - y) < 3:
                frame.putpixel((x, y), (255, 255, 255, 255))
    script(theme, DIALOG, logo=plain(40, 20), frame=frame, input=plain(260, 28, (230, 230, 230, 255)),
           key=plain(28, 28, (0, 200, 0, 255)), star=plain(10, 10, (0, 0, 0, 255)))
    toml, lines = imported(theme, "acme")
    prompt = toml["prompt"]
    assert prompt["image"] == "panel.png" and prompt["slice"] == [3, 3, 3, 3]
    assert prompt["field-image"] == "entry.png" and "field-slice" not in prompt
    assert (prompt["width"], prompt["field-height"]) == ({"size": "90%", "max": 500}, 28)
    assert (prompt["bullet-image"], prompt["icon"]) == ("bullet.png", "lock.png")
    assert (theme.folder / "out/bullet.png").read_bytes() == (theme.folder / "acme/star.png").read_bytes()
    for line in ("frame.png: the panel of questions, which is as high as they need",
                 "input.png: the field of questions, as wide as they need", "star.png: the sign for each character",
                 "key.png: the icon of questions"):
        assert f"taken: {line}" in lines


def test_a_box_of_the_size_of_the_bar_is_its_track(theme):
    script(theme, CENTRE + """
      box = Image("box.png"); s = Sprite(box); centre(s, box, 0.75);
      bar = Image("bar.png"); b = Sprite(); b.SetPosition(s.GetX(), s.GetY(), 1);
      fun progress(time, part) { b.SetImage(bar.Crop(0, 0, bar.GetWidth() * part, bar.GetHeight())); }
      Plymouth.SetBootProgressFunction(progress);
      """, box=plain(200, 8, (0, 0, 60, 255)), bar=plain(200, 8))
    toml, lines = imported(theme, "acme")
    assert "image" not in toml and toml["animation"]["progress"]["track-image"] == "box.png"
    assert "taken: box.png: the track of the bar" in lines
    (theme.folder / "half").write_text("0 progress 50\n")
    theme("record", "out.pack", "--size", "800x600", "--script", "half", "--fps", "1", "--until", "5000", "-o",
          theme.folder / "frame-%d.png")
    shown = Image.open(sorted(theme.folder.glob("frame-*.png"))[-1]).convert("RGB")
    assert [shown.getpixel((x, 449)) for x in (300, 395, 405, 499)] == [(200, 40, 40)] * 2 + [(0, 0, 60)] * 2


@pytest.mark.slow
def test_a_bar_is_drawn_over_its_box(theme):
    """Also if a sequence comes before the box: the elements' tables are in turns."""
    frames(script(theme, CENTRE + """
      for (i = 0; i < 8; i++) images[i] = Image("f" + i + ".png");
      loop = Sprite(images[0]); centre(loop, images[0], 0.3); count = 0;
      fun refresh() { loop.SetImage(images[Math.Int(count / 2) % 8]); count++; }
      Plymouth.SetRefreshFunction(refresh);
      box = Image("box.png"); s = Sprite(box); centre(s, box, 0.75); s.SetZ(1);
      bar = Image("bar.png"); b = Sprite(); b.SetX(s.GetX() + 2); b.SetY(s.GetY() + 2); b.SetZ(2);
      fun progress(time, part) { b.SetImage(bar.Crop(0, 0, bar.GetWidth() * part, bar.GetHeight())); }
      Plymouth.SetBootProgressFunction(progress);
      """, box=plain(204, 12, (0, 0, 60, 255)), bar=plain(200, 8)), 8)
    toml, _ = imported(theme, "acme")
    assert set(toml["animation"]) == {"frames", "progress"} and list(toml["image"]) == ["box"]
    (theme.folder / "half").write_text("0 progress 50\n")
    theme("record", "out.pack", "--size", "800x600", "--script", "half", "--fps", "1", "--until", "5000", "-o",
          theme.folder / "frame-%d.png")
    shown = Image.open(sorted(theme.folder.glob("frame-*.png"))[-1]).convert("RGB")
    assert shown.getpixel((400 - 60, 450)) == (200, 40, 40)
    assert shown.getpixel((400 + 60, 450)) == (0, 0, 60)


def test_a_logo_that_breathes_becomes_a_motion(theme):
    script(theme, CENTRE + """
      logo = Image("logo.png"); s = Sprite(logo); centre(s, logo, 0.5); angle = 0;
      fun refresh() { s.SetOpacity((Math.Cos(angle) + 1) / 2); angle += Math.Pi / 50; }
      Plymouth.SetRefreshFunction(refresh);
      """, logo=plain(40, 20))
    toml, lines = imported(theme, "acme")
    motion = toml["image"]["logo"]["motion"]
    assert motion["repeat"] == "loop" and abs(motion["period"] - 2) < 0.01
    opacities = [frame["opacity"] for frame in motion["keyframes"]]
    assert opacities[0] == opacities[-1] == 1 and min(opacities) < 0.01
    assert any(line.startswith("taken: the motion of logo.png: it fades, ") for line in lines)


@pytest.mark.slow
def test_an_image_that_turns_is_turned_about_its_middle(theme):
    hand = Image.new("RGBA", (41, 41))
    for y in range(21):
        for x in range(19, 22):
            hand.putpixel((x, y), (255, 255, 255, 255))
    script(theme, CENTRE + """
      hand = Image("hand.png"); s = Sprite(hand); centre(s, hand, 0.5); n = 0;
      fun refresh() { s.SetImage(hand.Rotate(n * Math.Pi / 100)); n++; }
      Plymouth.SetRefreshFunction(refresh);
      """, hand=hand)
    toml, _ = imported(theme, "acme")
    motion = toml["image"]["hand"]["motion"]
    # The pixel at 20, 20 is the middle.
    assert "origin" not in motion
    assert [frame["rotation"] for frame in motion["keyframes"]] == [0, 360]
    theme("record", "out.pack", "--size", "1920x1080", "--fps", "1", "--until", "3900", "-o", theme.folder / "f-%d.png")
    # Up, right, down, left.
    places = [(960, 525), (975, 540), (960, 555), (945, 540)]
    for index, place in enumerate(places):
        shown = Image.open(theme.folder / f"f-{index}.png").convert("L")
        assert [point for point in places if shown.getpixel(point) > 200] == [place]


def test_a_look_of_its_own_at_shutdown(theme):
    script(theme, CENTRE + """
      name = "up.png"; if (Plymouth.GetMode() == "shutdown") name = "down.png";
      image = Image(name); s = Sprite(image); centre(s, image, 0.5);
      """, up=plain(30, 30), down=plain(50, 50, (0, 0, 255, 255)))
    toml, _ = imported(theme, "acme")
    assert toml["image"]["down"]["show"] is False
    assert toml["when"]["shutdown"]["image"] == {"up": {"show": False}, "down": {"show": True}}


def test_what_is_missing_is_said(theme):
    script(theme, """
      s = Sprite(Image("logo.png")); t = Sprite(Image("none.png"));
      Nothing.At.All();
      """, logo=plain(30, 30))
    _, lines = imported(theme, "acme")
    assert "left out: none.png: no such image in the folder; what the script shows with it is missing" in lines
    assert "left out: line 3 of the script: a call of what is no function is passed over: All" in lines


@pytest.mark.parametrize("source, line", [
    ("x = ;", "acme.script:1: expected an expression, found ';'"),
    ("while (1) {}", "acme.script:1: stopped: more than 2000000 steps in one call"),
    ("fun f() { f(); } f();", "acme.script:1: stopped: calls and blocks nest too deeply"),
    ("x = \"ab\"; while (1) x += x;", "acme.script:1: stopped: a string of more than 1048576 bytes"),
    ("for (i = 0;; i++) s[i] = Sprite();", "acme.script:1: stopped: more than 2048 sprites"),
    ("x = " + "(" * 5000, "acme.script:1: nested deeper than 400 levels"),
])
def test_a_hostile_script_is_one_line(theme, source, line):
    script(theme, source)
    assert line in refused(theme, "acme")


def test_a_script_without_images_has_nothing_to_import(theme):
    script(theme, "Window.SetBackgroundTopColor(1, 1, 1);")
    assert refused(theme, "acme", status=1) == "flipbook-theme: Acme: the script shows no image and no text by itself\n"


@pytest.mark.slow
def test_frames_are_as_large_as_a_pack_has_them(theme):
    """A display shows them in their own size."""
    images = {name: plain(2400, 1800, color) for name, color in (("a", (200, 0, 0, 255)), ("b", (0, 0, 200, 255)))}
    script(theme, """
      images[0] = Image("a.png"); images[1] = Image("b.png"); sprite = Sprite();
      sprite.SetPosition(Window.GetWidth() / 2 - 1200, Window.GetHeight() / 2 - 900, 0);
      count = 0; fun refresh() { sprite.SetImage(images[Math.Int(count / 10) % 2]); count++; }
      Plymouth.SetRefreshFunction(refresh);""", **images)
    toml, lines = imported(theme, "acme")
    (name, table), = toml["animation"].items()
    with Image.open(theme.folder / f"out/{name}/1.png") as image:
        assert image.size == (1200, 900)
    assert 2400 in [side["max"] for side in (table.get("width"), table.get("height")) if side] \
        or 1800 in [side["max"] for side in (table.get("width"), table.get("height")) if side]
    assert any("1200×900 pixels in the same size" in line for line in lines)


def test_a_theme_without_its_images_names_them(theme):
    script(theme, 'a = Sprite(Image("a.png")); b = Sprite(Image("b.png"));')
    assert refused(theme, "acme", status=1).endswith("by itself; a.png, b.png: no such image in the folder\n")


def test_a_script_that_works_too_long_at_shutdown_is_that_of_the_boot(theme):
    script(theme, """
      logo = Sprite(Image("logo.png"));
      fun refresh() {
        logo.SetX(20);
        if (Plymouth.GetMode() == "shutdown") for (i = 0; i < 1000000; i++) i = i;
      }
      Plymouth.SetRefreshFunction(refresh);""", logo=plain(60, 60))
    toml, lines = imported(theme, "acme")
    assert toml["image"]["logo"]["file"] == "logo.png"
    reason = "stopped: more than 2000000 steps in one call"
    assert any(line.startswith("left out: the look at shutdown, which is that of the boot: ") and line.endswith(reason)
               for line in lines)


def test_images_outside_of_the_folder_are_not_read(theme):
    (theme.folder / "secret.png").write_bytes(png(plain(8, 8)))
    script(theme, 's = Sprite(Image("../secret.png")); t = Sprite(Image("logo.png"));', logo=plain(9, 9))
    toml, lines = imported(theme, "acme")
    assert list(toml["image"]) == ["logo"]
    assert any(line.startswith("left out: ../secret.png: no such image") for line in lines)


def test_a_refused_link_is_said(theme):
    (theme.folder / "secret.png").write_bytes(png(plain(8, 8)))
    folder = script(theme, 's = Sprite(Image("link.png")); t = Sprite(Image("logo.png"));', logo=plain(9, 9))
    (folder / "link.png").symlink_to("../secret.png")
    toml, lines = imported(theme, "acme")
    assert list(toml["image"]) == ["logo"]
    assert "left out: acme/link.png: a symbolic link that leads out of the folder" in lines
    assert not any("no such image" in line for line in lines)


def test_the_images_of_a_sibling_are_found(theme):
    folder = script(theme, 's = Sprite(Image("logo.png"));')
    file = folder / "acme.plymouth"
    file.write_text(file.read_text().replace("ImageDir=/usr/share/plymouth/themes/acme", "ImageDir=/none/art"))
    (theme.folder / "art").mkdir()
    (theme.folder / "art/logo.png").write_bytes(png(plain(9, 9)))
    toml, lines = imported(theme, "acme")
    assert "taken: ImageDir: the images of acme/../art" in lines
    assert list(toml["image"]) == ["logo"]


@pytest.mark.parametrize("text, font", [("@title", "Sans 12"), ("\\n@title", "Sans 12"), ("a{b}", "Sans 1e300px"),
                                        ("a", "Sans infpx")])
def test_every_text_of_a_script_compiles(theme, text, font):
    script(theme, f's = Sprite(Image.Text("{text}", 1, 1, 1, 1, "{font}"));')
    toml, _ = imported(theme, "acme")
    assert toml["text"]["text"]["text"].strip() == text.replace("\\n", "").replace("{", "{{").replace("}", "}}")
