# SPDX-License-Identifier: Apache-2.0
"""The studio's page in a browser, for tests: its fixtures, keys and mouse."""

import base64
import contextlib
import json
import shutil
import subprocess

import pytest
from daemon_process import ROOT, theme_tool
from playground.browser import Browser
from playground.studio_server import Studio
from playground.test_page import render

READY = "window.studio !== undefined && studio.isSettled && studio.generations.sent > 0"
COMMANDS = [(0, "message One"), (0, "progress 30")]
# How many bytes of a display's canvas differ from those of an image.
DIFFERENCE = """(async (id, url) => {
  const { gallery } = document.getElementById("gallery").contentWindow;
  const { canvas } = gallery.displays.find(({ spec }) => spec.id === id);
  const image = new Image();
  image.src = url;
  await image.decode();
  const native = new OffscreenCanvas(image.width, image.height).getContext("2d");
  native.drawImage(image, 0, 0);
  if (canvas.width !== image.width || canvas.height !== image.height) return "another size";
  const [a, b] = [canvas.getContext("2d"), native].map((context) => context.getImageData(0, 0, image.width, image.height).data);
  return a.reduce((count, byte, index) => count + (byte === b[index] ? 0 : 1), 0);
})"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = Browser("about:blank", tmp_path_factory.mktemp("browser"), 1440, 900, ready="true")
    yield browser
    browser.close()


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "config/themes/kiosk", tmp_path / "kiosk")
    return tmp_path / "kiosk"


@contextlib.contextmanager
def opened(browser, folder, *arguments):
    """The studio's page of a folder."""
    studio = Studio(folder, *arguments)
    browser.open(studio.address, READY)
    yield studio
    browser.open("about:blank")
    assert studio.process.poll() is not None or studio.end() == 0
    errors, browser.errors = browser.errors, []
    # Replies that the page shows, and Chromium's note that the page was left untouched.
    expected = ("net::ERR_CONNECTION_REFUSED", "status of 409", "status of 422", "'beforeunload'")
    assert [error for error in errors if not any(words in error for words in expected)] == []


@pytest.fixture
def page(browser, folder):
    with opened(browser, folder) as studio:
        browser.studio = studio
        yield browser


def text(page) -> str:
    return page.evaluate("studio.editor.text")


def settle(page) -> None:
    page.wait("studio.isSettled")


def choose(page, found: str) -> None:
    """Selects a part of the text, as with the mouse."""
    page.evaluate(f"""(() => {{
      const start = studio.editor.text.indexOf({json.dumps(found)});
      if (start < 0) throw new Error("not in the text");
      studio.editor.area.focus();
      studio.editor.area.setSelectionRange(start, start + {len(found)});
    }})()""")


def type_over(page, found: str, typed: str) -> None:
    choose(page, found)
    if typed:
        page.call("Input.insertText", text=typed)
    else:
        press(page, "Backspace", 8)
    settle(page)


def press(page, key: str, code: int, modifiers: int = 0, commands: list[str] = []) -> None:
    # Enter types a character, too.
    kind, extra = ("keyDown", {"text": "\r"}) if key == "Enter" else ("rawKeyDown", {})
    page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, modifiers=modifiers,
              commands=commands, **extra)
    page.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code, modifiers=modifiers)


CONTROL = 2


def differs(page, folder, tmp_path, display: str = "panel", canvas: str = "480x320") -> int:
    """How many bytes of a display differ from a frame by the tool, of the folder's text in the editor."""
    copy = tmp_path / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy / folder.name)
    (copy / folder.name / "theme.toml").write_text(text(page))
    subprocess.run([theme_tool(), "compile", copy / folder.name, "-o", copy / "a.pack"], check=True)
    image = render(tmp_path, ["--theme", copy / "a.pack", "--canvas", canvas], COMMANDS, 1500)
    entries = json.dumps([list(command) for command in COMMANDS])
    page.evaluate(f"""{{
      const {{ gallery }} = document.getElementById("gallery").contentWindow;
      gallery.pause();
      gallery.configure({{ entries: {entries}, time: 0 }});
      gallery.drawAll(1500);
    }}""")
    url = "data:image/png;base64," + base64.b64encode(image.read_bytes()).decode()
    return page.evaluate(f"{DIFFERENCE}({json.dumps(display)}, {json.dumps(url)})")


def rectangle(page, expression: str) -> tuple[float, float, float, float]:
    """The box of an element of the page, or of the page of the displays."""
    return page.evaluate(f"""(() => {{
      const frame = document.getElementById("gallery");
      const inner = frame.contentDocument;
      const found = {expression};
      found.scrollIntoView({{ block: "center" }});
      const box = found.getBoundingClientRect();
      const outer = found.ownerDocument === document ? {{ left: 0, top: 0 }} : frame.getBoundingClientRect();
      return [outer.left + box.left, outer.top + box.top, box.width, box.height];
    }})()""")


def shown(page, name: str, display: str = "laptop") -> dict:
    """The box of an element on a display, in pixels of the page."""
    canvas = f"inner.defaultView.gallery.displays.find(({{ spec }}) => spec.id === '{display}').canvas"
    left, top, width, _ = rectangle(page, canvas)
    item = page.evaluate(f"""(() => {{
      const {{ gallery }} = document.getElementById("gallery").contentWindow;
      const display = gallery.displays.find(({{ spec }}) => spec.id === '{display}');
      const {{ items }} = display.elements(gallery.time);
      return {{ ...items.find(({{ name }}) => name === '{name}'), ratio: {width} / display.spec.width * display.spec.scale }};
    }})()""")
    ratio = item["ratio"]
    return {"x": left + (item["x"] + item["width"] / 2) * ratio, "y": top + (item["y"] + item["height"] / 2) * ratio,
            "ratio": ratio, "item": item}


def mouse(page, kind: str, x: float, y: float, **more) -> None:
    page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=0 if kind == "mouseMoved" else 1,
              clickCount=1, **more)


def drag(page, name: str, right: float, down: float, modifiers: int = 0) -> None:
    """Drags an element on the laptop by pixels of the page."""
    start = shown(page, name)
    mouse(page, "mouseMoved", start["x"], start["y"])
    mouse(page, "mousePressed", start["x"], start["y"], modifiers=modifiers)
    for step in range(1, 6):
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=start["x"] + right * step / 5,
                  y=start["y"] + down * step / 5, button="left", buttons=1, modifiers=modifiers)
    mouse(page, "mouseReleased", start["x"] + right, start["y"] + down, modifiers=modifiers)
    page.wait("document.getElementById('drag').hidden")
    settle(page)


def drop(page, *files) -> None:
    data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        page.call("Input.dispatchDragEvent", type=kind, x=200, y=300, data=data)
