# SPDX-License-Identifier: Apache-2.0
"""The gallery's controls, by the keyboard, for screen readers, and in light and dark."""

import json
import subprocess

import pytest
from daemon_process import ROOT, theme_tool
from playground.test_gallery import canvas, draw, hashes
from playground.test_page import differs, render

TEXTS_BELOW_AA = """(() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((value) => value / 255)
      .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (node) => {
    for (; node !== null; node = node.parentElement) {
      const color = numbers(getComputedStyle(node).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode;
    if (textContent.trim() === "" || !parent.checkVisibility() || parent.matches("script, style, option")) continue;
    count++;
    const [a, b] = [numbers(getComputedStyle(parent).color), background(parent)].map(luminance);
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.push(`${textContent.trim()}: ${contrast.toFixed(2)}`);
  }
  return [count, found];
})()"""
ACTIVE = "(({ id, name, className, localName }) => id || name || className || localName)(document.activeElement)"


def compiled(folder):
    """The pack of the theme that the wall shows."""
    pack = folder / "installer.pack"
    subprocess.run([theme_tool(), "compile", ROOT / "config/themes/installer", "-o", pack], check=True)
    return pack


def focus(page, selector: str) -> None:
    page.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")


def status(page) -> str:
    return page.evaluate("element('status').textContent")


def state(page) -> dict:
    return page.evaluate("gallery.status")


def test_the_tab_key_reaches_each_control_in_its_order(wall):
    focus(wall, "a, button, input, select, [tabindex]")
    reached = [wall.evaluate(ACTIVE)]
    for _ in range(20):
        wall.press("Tab", 9)
        reached.append(wall.evaluate(ACTIVE))
        if reached[-1] == "enlarge":
            break
    assert reached == ["skip", "play", "again", "speed", "tour", "reduced", "phase", "progress", "mode", "prompt", "message",
                       "variant", "summary", "enlarge"]


def test_the_focus_is_visible(wall):
    for selector in ["#play", "[name=speed]", "[name=mode]", "[name=reduced]", "#progress", ".enlarge"]:
        focus(wall, selector)
        wall.press("Shift", 16)
        assert wall.evaluate("getComputedStyle(document.activeElement).outlineWidth") != "0px", selector
    focus(wall, "[name=phase]:checked")
    wall.press("Shift", 16)
    assert wall.evaluate("getComputedStyle(document.activeElement.nextElementSibling).outlineStyle") == "solid"


def test_the_first_link_leads_to_the_displays(wall):
    focus(wall, ".skip")
    wall.press("Enter", 13, "\r")
    wall.wait("document.activeElement.id === 'wall'")


def test_phases_by_the_arrow_keys(wall):
    focus(wall, "[name=phase]:checked")
    wall.press("ArrowRight", 39)
    assert (state(wall)["state"], status(wall)) == ("running", "Phase: unknown")
    wall.press("ArrowRight", 39)
    wall.evaluate("gallery.play()")
    wall.wait("gallery.status.state === 'failed'")
    assert status(wall) == "Phase: failed"
    wall.press("ArrowRight", 39)
    wall.wait("gallery.status.state === 'succeeded'")
    wall.press("ArrowRight", 39)
    wall.wait("gallery.status.state === 'idle'")


def test_the_progress_by_the_arrow_keys(wall):
    focus(wall, "#progress")
    for _ in range(5):
        wall.press("ArrowRight", 39)
    assert wall.evaluate("element('progress-value').textContent") == "2.5 %"
    wall.press("End", 35)
    wall.evaluate("gallery.play()")
    wall.wait("gallery.status.percent === 100")


@pytest.mark.slow
def test_a_mode_shows_its_title(wall, tmp_path):
    focus(wall, "[name=mode]")
    before = hashes(wall)
    for letter in "shut":
        wall.press(letter, ord(letter.upper()), letter)
    assert (state(wall)["mode"], status(wall)) == ("shutdown", "Mode: shutdown")
    wall.evaluate("gallery.play()")
    wall.wait("gallery.time > 1500")
    assert all(a != b for a, b in zip(before, hashes(wall)))


def test_a_prompt_with_bullets_caps_lock_and_a_wrong_answer(wall, tmp_path):
    focus(wall, "[name=prompt]:checked")
    assert not wall.evaluate("document.querySelector('.asked').checkVisibility()")
    wall.press("ArrowRight", 39)
    assert (state(wall)["prompt"], status(wall)) == ("password", "A passphrase is asked for")
    wall.evaluate("gallery.drawAll(1000)")
    six = hashes(wall)
    wall.press("Tab", 9)
    wall.press("ArrowLeft", 37)
    assert wall.evaluate("element('typed-value').textContent") == "5"
    wall.evaluate("gallery.drawAll(2000)")
    five = hashes(wall)
    wall.press("Tab", 9)
    wall.press(" ", 32, " ")
    wall.evaluate("gallery.drawAll(3000)")
    caps = hashes(wall)
    assert all(a != b and b != c for a, b, c in zip(six, five, caps))
    image = render(tmp_path, ["--theme", compiled(tmp_path), "--canvas", "480x320", "--prompt", "Passphrase for /dev/sda2",
                              "--bullets", "5", "--caps-lock"], [], 3000)
    assert differs(wall, image, canvas("panel")) == 0
    focus(wall, "#wrong")
    wall.press("Enter", 13, "\r")
    assert (state(wall)["prompt"], status(wall)) == ("password", "Wrong answer")
    assert wall.evaluate("element('typed-value').textContent") == "0"
    focus(wall, "[name=prompt]:checked")
    wall.press("ArrowRight", 39)
    assert state(wall)["prompt"] == "question"
    wall.press("ArrowRight", 39)
    assert state(wall)["prompt"] == "none"


def test_another_prompt_gets_all_keys(wall, tmp_path):
    """Keys are dropped for a while after the end of a prompt."""
    for prompt in ("question", "password"):
        wall.evaluate(f"document.querySelector('[name=prompt][value={prompt}]').click()")
        wall.evaluate("gallery.drawAll(gallery.time + 3000)")
    image = render(tmp_path, ["--theme", compiled(tmp_path), "--canvas", "480x320", "--prompt", "Passphrase for /dev/sda2",
                              "--bullets", "6"], [], 5000)
    assert differs(wall, image, canvas("panel")) == 0


def test_what_the_controls_do_is_what_the_tool_draws(wall, tmp_path):
    """A long message, a failure and a variant, chosen one after the other, in still frames."""
    for selector in ["[name=reduced]", "[name=message][value=long]", "[name=phase][value=failed]"]:
        wall.evaluate(f"document.querySelector({json.dumps(selector)}).click()")
    wall.evaluate("fields().variant.value = 'dark'; fields().variant.dispatchEvent(new Event('input', {bubbles: true}))")
    wall.evaluate("gallery.shown()")
    commands = [(0, "message " + wall.evaluate("messages.long")), (0, "progress 0"), (0, "fail")]
    image = render(tmp_path, ["--theme", f"{compiled(tmp_path)}:dark", "--canvas", "480x320"], commands, 60_000)
    assert differs(wall, image, canvas("panel")) == 0
    assert wall.evaluate("element('play').textContent") == "Play"


@pytest.mark.slow
def test_a_message_of_ones_own(wall):
    wall.evaluate("gallery.drawAll(500)")
    without = hashes(wall)
    focus(wall, "[name=message]:checked")
    wall.press("ArrowLeft", 37)
    wall.press("Tab", 9)
    wall.press("End", 35)
    wall.call("Input.insertText", text=" now")
    assert wall.evaluate("element('problem').textContent") == ""
    wall.evaluate("gallery.drawAll(2000)")
    own = hashes(wall)
    draw(wall, [[500, "message Almost there now"]], 2000)
    assert hashes(wall) == own != without


def test_space_pauses_and_plays(wall):
    wall.evaluate("element('wall').focus()")
    for playing, word in [(True, "Playing"), (False, "Paused")]:
        wall.press(" ", 32, " ")
        assert (wall.evaluate("gallery.isPlaying"), status(wall)) == (playing, word)


def test_the_clock_goes_at_its_speed_and_restarts(wall):
    wall.evaluate("fields().speed.value = '4'; fields().speed.dispatchEvent(new Event('input'));"
                  "window.begun = performance.now(); gallery.play()")
    wall.evaluate("new Promise((done) => setTimeout(done, 600))")
    time, real = wall.evaluate("[gallery.time, performance.now() - begun]")
    assert 2 * real < time <= 4 * real + 1
    wall.evaluate("gallery.pause(); element('again').click()")
    assert wall.evaluate("gallery.time") == 0


def test_progress_runs_by_itself_until_it_is_moved(wall):
    wall.evaluate("fields().tour.click(); fields().speed.value = '4'; gallery.speed = 4; gallery.play()")
    wall.wait("gallery.status.state === 'succeeded'")
    wall.wait("fields().phase.value === 'running' && gallery.status.percent > 10")
    focus(wall, "#progress")
    wall.press("ArrowRight", 39)
    assert not wall.evaluate("fields().tour.checked")


def test_a_display_in_its_own_pixels(wall):
    focus(wall, ".uhd .enlarge")
    wall.press("Enter", 13, "\r")
    width, large, pressed = wall.evaluate(
        "[document.querySelector('.uhd canvas').getBoundingClientRect().width,"
        "document.querySelector('.uhd .screen').tabIndex, document.activeElement.ariaPressed]")
    assert (width, large, pressed) == (3840, 0, "true")
    assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Most elements are in the middle.
    middle = wall.evaluate("(({ scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight }) =>"
                           "[(scrollLeft + clientWidth / 2) / scrollWidth, (scrollTop + clientHeight / 2) / scrollHeight])"
                           "(document.querySelector('.uhd .screen'))")
    assert middle == pytest.approx([0.5, 0.5], abs=0.01)
    wall.press("Enter", 13, "\r")
    assert 300 < wall.evaluate("document.querySelector('.uhd canvas').getBoundingClientRect().width") < 1280


@pytest.mark.slow
def test_reduced_motion_is_obeyed(wall):
    page = wall
    page.look(1280, 2400, motion="reduce")
    page.wait("gallery.isReduced")
    assert page.evaluate("[gallery.isPlaying, fields().reduced.checked, fields().tour.checked, element('play').textContent]") \
        == [False, True, False, "Play"]
    page.evaluate("gallery.shown()")
    before = hashes(page)
    page.evaluate("new Promise((done) => setTimeout(done, 500))")
    assert hashes(page) == before
    page.evaluate("document.querySelector('[name=phase][value=done]').click(); gallery.shown()")
    changed = hashes(page)
    assert all(a != b for a, b in zip(before, changed))
    page.evaluate("new Promise((done) => setTimeout(done, 500))")
    assert hashes(page) == changed
    # Whoever wants to see it move can.
    page.evaluate("element('play').click()")
    assert page.evaluate("[gallery.isPlaying, fields().reduced.checked]") == [True, False]


def test_screen_readers_get_names_and_changes(wall):
    wall.evaluate("document.querySelector('[name=prompt][value=password]').click()")
    wall.evaluate("gallery.play()")
    wall.wait("document.querySelector('.uhd .screen').ariaLabel === "
              "'4K monitor, 3840 × 2160 pixels: boot-up, idle, asking for a passphrase'")
    roles = ("button", "checkbox", "combobox", "image", "link", "radio", "slider", "textbox")
    tree = [node for node in wall.call("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree
             if node.get("role", {}).get("value") in roles]
    assert {role for role, _ in named} >= set(roles) - {"textbox"}
    assert [role for role, name in named if name.strip() == ""] == []
    assert len([name for role, name in named if role == "image"]) == 6
    assert {node["role"]["value"] for node in tree} >= {"status", "main", "banner", "contentinfo", "heading", "form", "region"}
    assert wall.evaluate("[...document.querySelectorAll('fieldset')].every((set) => set.firstElementChild.tagName === 'LEGEND')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_have_the_contrast_of_aa(wall, scheme):
    wall.look(1280, 2400, scheme)
    wall.evaluate("document.querySelector('[name=prompt][value=password]').click();"
                  "document.querySelector('[name=message][value=own]').click();"
                  "showReport({...JSON.parse(element('report').textContent), diagnostics: ["
                  "{severity: 'warning', key: 'a', message: 'b', summary: 'b', file: 'theme.toml', line: 1, expected: null,"
                  "displays: [{size: '480x320', situation: 'idle'}]},"
                  "{severity: 'error', key: 'a', message: 'b', summary: 'b', file: 'theme.toml', line: 1, expected: 'c',"
                  "displays: []}]}); document.querySelector('details').open = true")
    count, found = wall.evaluate(TEXTS_BELOW_AA)
    wall.evaluate("showReport(JSON.parse(element('report').textContent)); document.querySelector('details').open = false")
    assert count > 60 and found == []


@pytest.mark.parametrize("width", [1280, 700, 390, 320])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window(wall, width, scheme):
    wall.look(width, 900, scheme)
    wall.evaluate("document.querySelector('[name=prompt][value=question]').click()")
    assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")
