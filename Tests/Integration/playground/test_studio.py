# SPDX-License-Identifier: Apache-2.0
"""The studio in a browser: a typed text is on the displays, and in the file when it is saved."""

import subprocess

import pytest
from daemon_process import theme_tool, wait_until
from namespaces import new_namespaces
from playground.studio_page import (  # noqa: F401: fixtures
    CONTROL, READY, browser, choose, differs, folder, opened, page, press, settle, text, type_over)
from playground.studio_server import Studio
from playground.test_studio_server import LOGO


def test_a_typed_colour_is_on_the_displays_to_the_bit(page, folder, tmp_path):
    assert differs(page, folder, tmp_path) == 0
    before = (folder / "theme.toml").read_bytes()
    sent = page.evaluate("studio.generations.sent")
    color = text(page).split('color = "')[1][:6]
    type_over(page, f'color = "{color}"', 'color = "7A1FA2"')
    assert page.evaluate("studio.generations.sent") > sent and 'color = "7A1FA2"' in text(page)
    assert differs(page, folder, tmp_path) == 0
    assert differs(page, folder, tmp_path, "phone", "390x844") == "another size"
    # Nothing is written before it is saved.
    assert (folder / "theme.toml").read_bytes() == before
    assert not page.evaluate("document.getElementById('unsaved').hidden")


def test_a_mistake_shows_its_line(page):
    lines = text(page).split("\n")
    line = next(number for number, words in enumerate(lines) if words.startswith("color = "))
    shown_before = page.evaluate("studio.generations.sent")
    type_over(page, "\ncolor = ", "\ncolour = ")
    page.wait("document.getElementById('summary').classList.contains('error')")
    assert page.evaluate(f"document.getElementById('gutter').children[{line}].className") == "error"
    assert page.evaluate(f"document.getElementById('colors').children[{line}].className") == "error"
    problem = page.evaluate("document.querySelector('#problems button').textContent")
    assert problem.startswith(f"{line + 1}") and "did you mean ‘color’?" in problem
    # The displays keep the last theme without errors, and such a text is not exported.
    assert page.evaluate("studio.generations.sent") == shown_before
    assert page.evaluate("document.getElementById('export').disabled")
    page.evaluate("studio.editor.goTo(1, 1); document.querySelector('#problems button').click()")
    assert page.evaluate("studio.editor.place.line") == line
    type_over(page, "\ncolour = ", "\ncolor = ")
    assert page.evaluate("document.getElementById('summary').textContent") == "No errors, no warnings"
    assert page.evaluate("document.querySelectorAll('#gutter .error, #colors .error').length") == 0


def test_warnings_come_when_nothing_is_typed_any_more(page):
    """And stay meanwhile, here and below the displays."""
    logo = next(line for line in text(page).split("\n") if line.startswith("height = "))
    type_over(page, logo, "height = 300")
    panel = "document.getElementById('gallery').contentDocument.querySelector('.panel .warnings').textContent"
    summary = "document.getElementById('summary').textContent"
    found = page.evaluate(summary)
    assert found.endswith("warnings") and not found.startswith("No") and "cover each other" in page.evaluate(panel)
    lines = page.evaluate("[...document.querySelectorAll('#gutter .warning')].map(({ textContent }) => textContent)")
    # A key is compiled at once, and is on the displays.
    page.evaluate("""{
      const { editor } = studio;
      window.summaries = new Set();
      new MutationObserver(() => summaries.add(document.getElementById("summary").textContent))
        .observe(document.getElementById("summary"), { childList: true });
      for (const digit of "0123") editor.replace(editor.text.indexOf("height = 30") + 11, editor.text.indexOf("height = 30") + 12, digit);
    }""")
    settle(page)
    assert page.evaluate("[...summaries]") == [] and page.evaluate(summary) == found
    assert page.evaluate("[...document.querySelectorAll('#gutter .warning')].map(({ textContent }) => textContent)") == lines
    type_over(page, "height = 303", logo)
    assert page.evaluate(summary) == "No errors, no warnings" and page.evaluate(panel) == ""


def test_problems_say_more_than_by_their_colour(page):
    """Errors and warnings have a mark, and a name for screen readers."""
    logo = next(line for line in text(page).split("\n") if line.startswith("height = "))
    type_over(page, logo, "height = 300")
    type_over(page, 'kind = "ring"', 'kind = "rin"')
    tree = [node for node in page.call("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    names = [node["name"]["value"] for node in tree if node.get("role", {}).get("value") == "button"]
    line = text(page)[:text(page).index('kind = "rin"')].count("\n") + 1
    assert [name for name in names if name.startswith(f"Error in line {line}: animation.ring.kind: ")]
    marks = "[...document.querySelectorAll('#problems .place')].map((place) => getComputedStyle(place, '::before').content)"
    assert set(page.evaluate(marks)) == {'"●"'}
    type_over(page, 'kind = "rin"', 'kind = "ring"')
    assert set(page.evaluate(marks)) == {'"▲"'}


def test_a_theme_with_a_mistake_can_be_opened_and_corrected(browser, tmp_path):
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong/theme.toml").write_text('flipbook = 1\n[background]\ncolour = "102030"\n')
    studio = Studio(tmp_path / "wrong")
    with studio:
        browser.open(studio.address, "window.studio !== undefined && document.querySelector('#problems li') !== null")
        assert browser.evaluate("document.getElementById('summary').textContent").startswith("1 error")
        type_over(browser, "colour", "color")
        assert browser.evaluate("document.getElementById('summary').textContent") == "No errors, no warnings"
        assert differs(browser, tmp_path / "wrong", tmp_path) == 0
        browser.open("about:blank")


@pytest.mark.slow
def test_displays_that_fail_get_a_line(browser, folder):
    with Studio(folder) as studio:
        # The page comes, and then its displays ask for a file that is no UTF-8 any more.
        browser.open(studio.address, READY)
        (folder / "theme.toml").write_bytes(b"flipbook = 1  # gr\xf6\xdfer\n")
        assert "is not UTF-8" in browser.evaluate("""(async () => {
          const frame = document.createElement("iframe");
          frame.src = "gallery.html";
          document.body.append(frame);
          return galleryStarted(frame).then(() => "started", (error) => error.message);
        })()""")
        browser.open("about:blank")
    browser.errors = []


@pytest.mark.slow
def test_undo_and_redo(page):
    before = text(page)
    color = before.split('color = "')[1][:6]
    type_over(page, f'color = "{color}"', 'color = "7A1FA2"')
    changed = text(page)
    press(page, "z", 90, CONTROL, ["undo"])
    settle(page)
    assert text(page) == before and page.evaluate("document.getElementById('unsaved').hidden")
    page.evaluate("document.getElementById('redo').click()")
    settle(page)
    assert text(page) == changed
    page.evaluate("document.getElementById('undo').click()")
    settle(page)
    assert text(page) == before


def test_saving_with_the_keyboard(page, folder):
    type_over(page, "flipbook = 1", "flipbook = 1  # größer")
    press(page, "s", 83, CONTROL)
    page.wait("document.getElementById('unsaved').hidden")
    assert (folder / "theme.toml").read_text() == text(page) and "größer" in text(page)
    assert sorted(file.name for file in folder.iterdir()) == ["logo.svg", "theme.toml"]


@pytest.mark.slow
def test_lines_keep_their_ending(browser, folder):
    before = (folder / "theme.toml").read_bytes().replace(b"\n", b"\r\n")
    (folder / "theme.toml").write_bytes(before)
    with opened(browser, folder):
        assert browser.evaluate("document.getElementById('unsaved').hidden") and "\r" not in text(browser)
        type_over(browser, "flipbook = 1", "flipbook = 1  # new")
        browser.evaluate("studio.save()")
        browser.wait("document.getElementById('unsaved').hidden")
        assert (folder / "theme.toml").read_bytes() == before.replace(b"flipbook = 1", b"flipbook = 1  # new")


@pytest.mark.slow
def test_quick_saves_are_no_change_by_another_program(page, folder):
    type_over(page, "flipbook = 1", "flipbook = 1  # one")
    page.evaluate("""(async () => {
      const saves = [studio.save()];
      const { editor } = studio;
      editor.replace(editor.text.indexOf("# one"), editor.text.indexOf("# one") + 5, "# two");
      saves.push(studio.save(), studio.save());
      await Promise.all(saves);
    })()""")
    page.wait("document.getElementById('unsaved').hidden")
    assert "# two" in (folder / "theme.toml").read_text()
    assert page.evaluate("document.getElementById('banner').hidden")


@pytest.mark.slow
def test_closing_the_page_loses_no_saved_text(browser, folder):
    with opened(browser, folder) as studio:
        type_over(browser, "flipbook = 1", "flipbook = 1  # kept")
        browser.evaluate("studio.save()")
        saved = (folder / "theme.toml").read_bytes()
        type_over(browser, "# kept", "# not kept")
        browser.open("about:blank")
        assert b"# kept" in saved and (folder / "theme.toml").read_bytes() == saved
        assert studio.process.poll() is None
        # The page can be opened again, with the saved text.
        browser.open(studio.address, READY)
        assert text(browser).encode() == saved


def test_leaving_with_unsaved_text_is_asked_about(browser, folder):
    with Studio(folder) as studio:
        browser.open(studio.address, READY)
        asks = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))"
        assert browser.evaluate(asks) is False and not browser.evaluate("document.title").startswith("●")
        type_over(browser, "flipbook = 1", "flipbook = 1 ")
        assert browser.evaluate(asks) is True and browser.evaluate("document.title").startswith("●")
        browser.evaluate("studio.save()")
        assert browser.evaluate(asks) is False
        browser.open("about:blank")


def test_completion_of_keys_and_values(page):
    type_over(page, "[image.logo]", "[image.logo]\n")
    for letter in "opa":
        page.call("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
        page.call("Input.dispatchKeyEvent", type="keyUp", key=letter)
    assert page.evaluate("document.querySelector('#completions [aria-selected=true] code').textContent") == "opacity"
    assert page.evaluate("document.getElementById(studio.editor.area.getAttribute('aria-activedescendant')).textContent")
    press(page, "Enter", 13)
    assert "[image.logo]\nopacity = " in text(page)
    assert "opacity" in page.evaluate("document.getElementById('help-key').textContent")
    page.call("Input.insertText", text="0.5\n")
    # Words that a key can have, after a quotation mark.
    page.call("Input.insertText", text="fit = ")
    page.call("Input.dispatchKeyEvent", type="keyDown", text='"', key='"')
    words = page.evaluate("[...document.querySelectorAll('#completions code')].map((code) => code.textContent)")
    assert words == ["cover", "contain", "stretch", "none"]
    press(page, "ArrowDown", 40)
    press(page, "Tab", 9)
    assert 'fit = "contain"' in text(page)
    press(page, "Escape", 27)
    settle(page)
    assert page.evaluate("document.getElementById('completions').hidden")


def keys(page, typed: str) -> None:
    """Types, with Enter for a line feed."""
    for key in typed:
        if key == "\n":
            press(page, "Enter", 13)
        else:
            page.call("Input.dispatchKeyEvent", type="keyDown", text=key, key=key)
            page.call("Input.dispatchKeyEvent", type="keyUp", key=key)


@pytest.mark.parametrize("line", ['text = "Hello"', 'text = ["Hello"]', "lines = 2", 'anchor = "top"', "show = false"])
def test_nothing_is_inserted_behind_a_complete_value(page, line):
    """Enter begins a new line there, and inserts no other value."""
    type_over(page, "[text.message]", "[text.title]")
    choose(page, "[text.title]\n")
    page.evaluate("studio.editor.area.setSelectionRange(studio.editor.caret, studio.editor.caret)")
    press(page, "Escape", 27)
    keys(page, line)
    assert page.evaluate("document.getElementById('completions').hidden")
    keys(page, "\n")
    assert f"[text.title]\n{line}\n" in text(page)


def test_values_are_offered_for_each_item_of_a_list(page):
    type_over(page, 'colors = ["blue", "ice"]', "colors = [")
    words = "[...document.querySelectorAll('#completions:not([hidden]) code')].map((code) => code.textContent)"
    keys(page, '"')
    assert page.evaluate(words) == ["ice", "blue"]
    press(page, "Enter", 13)
    keys(page, ', "b')
    assert page.evaluate(words) == ["blue"]
    keys(page, "\n]")
    assert 'colors = ["ice", "blue"]' in text(page)


@pytest.mark.slow
def test_a_change_by_another_program_is_offered(page, folder):
    own = text(page)
    (folder / "theme.toml").write_text(own + "# theirs\n")
    page.wait("!document.getElementById('banner').hidden")
    assert "Another program" in page.evaluate("document.getElementById('banner-text').textContent")
    assert text(page) == own
    page.evaluate("document.querySelector('#banner-buttons button').click()")
    page.wait("studio.editor.text.endsWith('# theirs\\n')")
    assert page.evaluate("document.getElementById('unsaved').hidden")
    # With changes on both sides neither is lost without a click.
    type_over(page, "# theirs", "# mine")
    (folder / "theme.toml").write_text(own + "# theirs again\n")
    press(page, "s", 83, CONTROL)
    page.wait("!document.getElementById('banner').hidden")
    assert (folder / "theme.toml").read_text() == own + "# theirs again\n"
    page.evaluate("document.querySelectorAll('#banner-buttons button')[1].click()")
    page.wait("document.getElementById('unsaved').hidden")
    assert (folder / "theme.toml").read_text() == own + "# mine\n"


def test_a_changed_image_is_shown(page, folder, tmp_path):
    sent = page.evaluate("studio.generations.sent")
    (folder / "logo.svg").write_bytes(LOGO)
    page.wait(f"studio.generations.sent > {sent} && studio.isSettled")
    assert differs(page, folder, tmp_path) == 0


def test_the_exported_pack_is_that_of_compile(page, folder, tmp_path):
    page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path / "downloads"))
    # It has the last typed text.
    color = text(page).split('color = "')[1][:6]
    page.evaluate(f"""(() => {{
      const {{ editor }} = studio;
      const start = editor.text.indexOf('color = "{color}"') + 9;
      editor.replace(start, start + 6, "7A1FA2");
      document.getElementById('export').click();
    }})()""")
    page.evaluate("studio.save()")
    page.wait("document.getElementById('unsaved').hidden")
    file = tmp_path / "downloads/kiosk.pack"
    assert wait_until(file.exists)
    subprocess.run([theme_tool(), "compile", folder, "-o", tmp_path / "own.pack"], check=True)
    assert wait_until(lambda: file.read_bytes() == (tmp_path / "own.pack").read_bytes())


def test_apply_runs_apply(browser, folder, tmp_path):
    """Without a daemon the pack is written, and the reason for the rest is shown."""
    subprocess.run([theme_tool(), "compile", folder, "-o", tmp_path / "own.pack"], check=True)
    with new_namespaces(network=False, mounts=True):
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
        studio = Studio(folder)
        root = f"/proc/{studio.process.pid}/root"
    browser.open(studio.address, READY)
    browser.evaluate("document.getElementById('apply').click(); document.getElementById('apply-run').click()")
    browser.wait("document.getElementById('apply-output').className !== ''")
    output = browser.evaluate("document.getElementById('apply-output').textContent")
    assert output.startswith(f"$ flipbook-theme apply -- {folder}\n/run/flipbook/theme.pack: ")
    assert "/run/flipbook.sock" in output and output.endswith("It ended with status 3.")
    with open(f"{root}/run/flipbook/theme.pack", "rb") as file:
        assert file.read() == (tmp_path / "own.pack").read_bytes()
    browser.open("about:blank")
    assert studio.end() == 0
    browser.errors = []


def test_the_end_of_the_server_is_said(page):
    type_over(page, "flipbook = 1", "flipbook = 1 ")
    assert page.studio.end() == 0
    page.wait("!document.getElementById('banner').hidden")
    assert "not saved" in page.evaluate("document.getElementById('banner-text').textContent")
    assert text(page).startswith("#") and "flipbook = 1 " in text(page)


def test_what_is_typed_after_the_end_is_not_called_saved(page):
    banner = "document.getElementById('banner-text').textContent"
    assert page.studio.end() == 0
    page.wait("!document.getElementById('banner').hidden")
    assert page.evaluate(banner).endswith("Everything is saved.")
    # Nothing that needs the server is offered any more.
    disabled = "['save', 'apply', 'file'].map((id) => document.getElementById(id).disabled)"
    assert page.evaluate(disabled) == [True, True, True]
    type_over(page, "flipbook = 1", "flipbook = 1 ")
    press(page, "s", 83, CONTROL)
    assert "not saved" in page.evaluate(banner)
    assert page.evaluate("document.getElementById('summary').textContent") == "Not compiled any more"
    assert page.evaluate("document.querySelector('#banner-buttons button').textContent") == "Copy the text"
    press(page, "z", 90, CONTROL, ["undo"])
    assert page.evaluate(banner).endswith("Everything is saved.")


def test_alt_down_opens_the_colour_at_the_caret(page):
    place = 'gradient = ["0A0E16", "17'
    choose(page, place)
    page.evaluate("studio.editor.area.setSelectionRange(studio.editor.caret, studio.editor.caret)")
    press(page, "ArrowDown", 40, 1)
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Colour 172338 ")


def test_a_colour_field_hides_no_quotation_mark(page):
    """Where a blank stands before it."""
    hidden = page.evaluate("""[...document.querySelectorAll("#chips input")].filter((chip) => {
      const line = Number(chip.dataset.line);
      const mark = Number(chip.dataset.column) - 1;
      if (studio.editor.lines[line][mark - 1] !== " ") return false;
      const { left } = studio.editor.pixelsOf({ line, column: mark });
      const text = document.querySelector(".text").getBoundingClientRect();
      return chip.getBoundingClientRect().right - text.left > left + 1.5;
    }).length""")
    assert hidden == 0


def test_no_request_leaves_the_page(page):
    assert {url.split("/")[2] for url in page.requests if url.startswith("http")} >= {page.studio.host}
    assert all(url.startswith(("http://127.0.0.1:", "data:", "about:", "file:", "blob:")) for url in page.requests)


@pytest.mark.parametrize("width", [1440, 700])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window(page, width, scheme):
    page.look(width, 900, scheme)
    for document in ("document", "document.getElementById('gallery').contentDocument"):
        # The root of the page hides what is wider, so that its own width says nothing.
        assert page.evaluate(f"{document}.body.scrollWidth <= {document}.documentElement.clientWidth")
    page.look(1440, 900)


CONTRASTS = """(() => {
  const style = getComputedStyle(document.documentElement);
  const brightness = (name) => {
    const digits = style.getPropertyValue(name).trim().slice(1);
    const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
    const [red, green, blue] = [0, 2, 4].map((at) => parseInt(wide.slice(at, at + 2), 16) / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (pair) => {
    const [high, low] = pair.map(brightness).sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const pairs = ["--key", "--table", "--string", "--value", "--comment"].flatMap((color) =>
    ["--code", "--marked", "--warned"].map((ground) => [color, ground]));
  return [["--number", "--code"], ...pairs].map((pair) => [...pair, ratio(pair)]);
})()"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_text_has_contrast(page, scheme):
    page.look(1440, 900, scheme)
    contrasts = page.evaluate(CONTRASTS)
    page.look(1440, 900)
    assert len(contrasts) == 16 and [pair for pair in contrasts if pair[2] < 4.5] == []
