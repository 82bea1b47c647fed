# SPDX-License-Identifier: Apache-2.0
"""Takes the screenshots of Documentation/studio.md, for Scripts/docs.

    studio_screenshots.py THEME-TOOL DESTINATION
"""

import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playground.browser import Browser  # noqa: E402
from playground.studio_server import Studio  # noqa: E402
from run_options import ROOT, chosen  # noqa: E402

SIZE = (1280, 800)
READY = "window.studio !== undefined && studio.isSettled && studio.generations.sent > 0"
# Stands at a moment in which all elements are there.
STILL = """(() => {
  const { gallery, document } = window.document.getElementById("gallery").contentWindow;
  gallery.pause();
  gallery.configure({ entries: [[0, "message Unpacking hello (2.10-3) …"], [0, "progress 64"], [0, "progress/2 30"]], time: 0 });
  gallery.drawAll(2500);
  document.forms.controls.elements.tour.checked = false;
  document.forms.controls.elements.phase.value = "running";
  document.forms.controls.elements.message.value = "short";
  document.getElementById("progress").value = 64;
  document.getElementById("progress-value").textContent = "64 %";
})()"""


def at(browser: Browser, name: str) -> tuple[float, float]:
    """The middle of an element on the laptop."""
    return browser.evaluate(f"""(() => {{
      const frame = document.getElementById("gallery");
      const {{ gallery }} = frame.contentWindow;
      const display = gallery.displays.find(({{ spec }}) => spec.id === "laptop");
      const item = display.elements(gallery.time).items.find(({{ name }}) => name === "{name}");
      const [inner, outer] = [display.canvas.getBoundingClientRect(), frame.getBoundingClientRect()];
      const ratio = inner.width / display.spec.width * display.spec.scale;
      return [outer.left + inner.left + (item.x + item.width / 2) * ratio, outer.top + inner.top + (item.y + item.height / 2) * ratio];
    }})()""")


def type_at(browser: Browser, found: str, keys: str) -> None:
    browser.evaluate(f"""(() => {{
      const at = studio.editor.text.indexOf({found!r}) + {len(found)};
      studio.editor.area.focus();
      studio.editor.area.setSelectionRange(at, at);
    }})()""")
    browser.call("Input.insertText", text="\n")
    for key in keys:
        browser.call("Input.dispatchKeyEvent", type="keyDown", text=key, key=key)
        browser.call("Input.dispatchKeyEvent", type="keyUp", key=key)
    browser.wait("studio.isSettled")


def main(tool: str, destination: Path) -> None:
    chosen.theme_tool = tool
    # A process of the browser may write a little longer than the first one lives.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place) / "installer"
        shutil.copytree(ROOT / "config/themes/installer", folder)
        with Studio(folder) as studio:
            browser = Browser(studio.address, Path(place), *SIZE, ready=READY)
            browser.evaluate(STILL)
            browser.screenshot(destination / "studio.png")
            type_at(browser, "[image.logo]", "op")
            browser.evaluate(STILL)
            browser.screenshot(destination / "studio-completion.png")
            browser.call("Input.dispatchKeyEvent", type="rawKeyDown", key="Escape", code="Escape", windowsVirtualKeyCode=27)
            browser.evaluate("studio.editor.undo(); studio.editor.undo(); studio.editor.undo()")
            browser.evaluate("studio.editor.load(studio.editor.text.replace('[image.logo]\\nop', '[image.logo]'))")
            browser.look(*SIZE, "dark")
            browser.wait("studio.isSettled")
            browser.evaluate(STILL)
            x, y = at(browser, "logo")
            for kind, dx, dy in (("mouseMoved", 0, 0), ("mousePressed", 0, 0), ("mouseMoved", 20, 12), ("mouseMoved", 66, 40)):
                browser.call("Input.dispatchMouseEvent", type=kind, x=x + dx, y=y + dy, button="left", clickCount=1,
                             buttons=0 if (dx, kind) == (0, "mouseMoved") else 1)
            browser.wait("!document.getElementById('drag').hidden && studio.isSettled")
            browser.evaluate(STILL)
            browser.screenshot(destination / "studio-drag.png")
            browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + 66, y=y + 40, button="left", clickCount=1)
            assert browser.errors == [], browser.errors
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
