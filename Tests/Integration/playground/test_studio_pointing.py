# SPDX-License-Identifier: Apache-2.0
"""The studio in a browser: files that are dropped there, elements that are dragged, colours that are picked."""

import shutil

import pytest
from playground.studio_page import (  # noqa: F401: fixtures
    CONTROL, browser, differs, drag, drop, folder, mouse, opened, page, press, settle, shown, text)
from playground.test_studio_server import LOGO

LARGE = LOGO + b"<!--" + b" " * (5 << 18) + b"-->"


@pytest.mark.slow
def test_a_dropped_image_becomes_the_logo(page, folder, tmp_path):
    # Larger than one request may be.
    (tmp_path / "New Brand.svg").write_bytes(LARGE)
    drop(page, tmp_path / "New Brand.svg")
    page.wait("studio.editor.text.includes('file = \"new-brand.svg\"')")
    settle(page)
    assert (folder / "new-brand.svg").read_bytes() == LARGE and (folder / "logo.svg").exists()
    assert text(page).count("file = ") == 1
    assert differs(page, folder, tmp_path) == 0
    press(page, "z", 90, CONTROL, ["undo"])
    settle(page)
    assert 'file = "logo.svg"' in text(page)


def test_a_dropped_image_is_the_logo_of_a_theme_without_one(browser, tmp_path):
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare/theme.toml").write_text('flipbook = 1\n\n[animation.ring]\nkind = "ring"\n')
    (tmp_path / "a.svg").write_bytes(LOGO)
    with opened(browser, tmp_path / "bare"):
        drop(browser, tmp_path / "a.svg")
        browser.wait("studio.editor.text.includes('a.svg')")
        settle(browser)
        assert text(browser) == ('flipbook = 1\n\n[image.logo]\nfile = "a.svg"\nwidth = "60%w"\nheight = "18%"\n\n'
                                 '[animation.ring]\nkind = "ring"\n')
        assert differs(browser, tmp_path / "bare", tmp_path) == 0


@pytest.mark.slow
def test_a_dropped_font_is_that_of_the_texts(page, folder, tmp_path):
    shutil.copy("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", tmp_path / "DejaVuSans.ttf")
    drop(page, tmp_path / "DejaVuSans.ttf")
    page.wait("studio.editor.text.includes('[fonts.body]\\nfile = \"dejavusans.ttf\"')")
    settle(page)
    assert 'font = "body"' in text(page) and page.evaluate("document.getElementById('problems').children.length") == 0
    assert differs(page, folder, tmp_path) == 0


@pytest.mark.slow
def test_another_file_is_not_overwritten_silently(page, folder, tmp_path):
    before = (folder / "logo.svg").read_bytes()
    (tmp_path / "logo.svg").write_bytes(LOGO)
    drop(page, tmp_path / "logo.svg")
    page.wait("!document.getElementById('banner').hidden")
    assert page.evaluate("document.getElementById('banner-text').textContent") == "There is another logo.svg in the folder."
    assert (folder / "logo.svg").read_bytes() == before
    page.evaluate("document.querySelectorAll('#banner-buttons button')[1].click()")
    page.wait("/file = \"logo-\\w+\\.svg\"/.test(studio.editor.text)")
    settle(page)
    assert (folder / "logo.svg").read_bytes() == before
    drop(page, tmp_path / "logo.svg")
    page.wait("!document.getElementById('banner').hidden")
    page.evaluate("document.querySelector('#banner-buttons button').click()")
    page.wait("studio.editor.text.includes('file = \"logo.svg\"')")
    settle(page)
    assert (folder / "logo.svg").read_bytes() == LOGO and differs(page, folder, tmp_path) == 0


def test_what_is_no_file_of_a_theme_gets_a_line(page, folder, tmp_path):
    (tmp_path / "notes.svg").write_text("notes")
    drop(page, tmp_path / "notes.svg")
    page.wait("!document.getElementById('banner').hidden")
    assert page.evaluate("document.getElementById('banner-text').textContent") == \
        "notes.svg is neither an SVG, PNG or JPEG nor a TrueType or OpenType font"
    assert sorted(file.name for file in folder.iterdir()) == ["logo.svg", "theme.toml"]


def test_a_dropped_folder_gets_a_line(page, folder, tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "images/a.svg").write_bytes(LOGO)
    drop(page, tmp_path / "images")
    page.wait("!document.getElementById('banner').hidden")
    assert page.evaluate("document.getElementById('banner-text').textContent").startswith("images cannot be read: ")
    # The server is not taken for ended.
    (tmp_path / "b.svg").write_bytes(LOGO)
    drop(page, tmp_path / "b.svg")
    page.wait("studio.editor.text.includes('file = \"b.svg\"')")
    settle(page)
    assert sorted(file.name for file in folder.iterdir()) == ["b.svg", "logo.svg", "theme.toml"]


def test_a_drag_moves_the_anchor(page, folder, tmp_path):
    before = text(page)
    start = shown(page, "logo")
    drag(page, "logo", 60, 40)
    after = shown(page, "logo")
    changed = text(page)
    # One line is new, and all others are as they were, with their comments.
    lines = [line for line in changed.split("\n") if line not in before.split("\n")]
    assert len(lines) == 1 and lines[0].startswith("anchor = [0.")
    assert [line for line in changed.split("\n") if line != lines[0]] == before.split("\n")
    moved = (after["item"]["x"] - start["item"]["x"]) * start["ratio"], (after["item"]["y"] - start["item"]["y"]) * start["ratio"]
    # A thousandth of the display's sides is the least step.
    assert abs(moved[0] - 60) < 2 and abs(moved[1] - 40) < 2
    assert differs(page, folder, tmp_path) == 0
    drag(page, "logo", -30, 0)
    assert text(page).count("anchor = [") == changed.count("anchor = [")
    for _ in range(2):
        press(page, "z", 90, CONTROL, ["undo"])
    settle(page)
    assert text(page) == before


def test_a_drag_with_alt_moves_the_offset(page):
    drag(page, "logo", 40, 20, modifiers=1)
    line = next(line for line in text(page).split("\n") if line.startswith("offset = "))
    ratio = shown(page, "logo")["ratio"]
    right, down = (float(word) for word in line.removeprefix("offset = [").removesuffix("]").split(", "))
    assert abs(right * ratio - 40) < 1 and abs(down * ratio - 20) < 1


def test_escape_cancels_a_drag(page):
    before = text(page)
    page.evaluate("studio.editor.area.focus()")
    start = shown(page, "logo")
    mouse(page, "mousePressed", start["x"], start["y"])
    for step in (10, 20, 30):
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=start["x"] + step, y=start["y"], button="left", buttons=1)
    press(page, "Escape", 27)
    mouse(page, "mouseReleased", start["x"] + 30, start["y"])
    settle(page)
    assert text(page) == before and page.evaluate("document.getElementById('drag').hidden")
    assert shown(page, "logo")["item"] == start["item"]


def test_a_click_goes_to_the_element(page):
    place = shown(page, "logo")
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        mouse(page, kind, place["x"], place["y"])
    page.wait("document.activeElement.id === 'source'")
    line = page.evaluate("studio.editor.lines[studio.editor.place.line]")
    assert line == "[image.logo]"


def test_a_picked_colour_is_written(page, folder, tmp_path):
    before = text(page)
    page.evaluate("""(() => {
      const chip = document.querySelector("#chips input");
      chip.value = "#12ab34";
      chip.dispatchEvent(new Event("input", { bubbles: true }));
    })()""")
    settle(page)
    changed = [line for line in text(page).split("\n") if line not in before.split("\n")]
    assert len(changed) == 1 and "12AB34" in changed[0]
    assert differs(page, folder, tmp_path) == 0
