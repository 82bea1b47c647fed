# SPDX-License-Identifier: Apache-2.0
"""How long the studio takes from a key to the new pixels, for each shipped theme, in headless Chromium.

A digit of a colour is typed into the editor. The time ends when the browser begins its next frame after all visible displays
have new pixels. Times are those of the page's clock: the driver of the browser is not in them.
"""

import contextlib
import json
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from figures.common import ROOT, Failure, print_table

sys.path.insert(0, str(ROOT / "Tests/Integration"))

from playground.browser import Browser  # noqa: E402
from playground.studio_server import Studio  # noqa: E402
from run_options import chosen  # noqa: E402

SIZE = (1440, 900)
STROKES = 20
READY = "window.studio !== undefined && studio.isSettled && studio.generations.sent > 0"
# The text before the digit that is typed: of the background, or, without one, of all texts.
DIGIT = {
    "download": 'color = "8ECEE', "firmware": 'color = "00000', "flow": 'text-color = "B9BDC',
    "installer": 'sky = "F7FAF', "kiosk": 'gradient = ["0A0E1', "recovery": 'gradient = ["2A1F1',
    "ring": 'color = "FFFFF',
}
THEMES = tuple(sorted(DIGIT))
PARTS = ("typing", "request", "compile", "reply", "loading", "drawing", "shown")

# In each document, before its scripts: notes when something happens, in milliseconds since 1970.
NOTES = """
addEventListener("DOMContentLoaded", () => {
  const now = () => performance.timeOrigin + performance.now();
  const { top } = window;
  top.notes ??= {};
  const around = (object, name, before, after) => {
    const call = object[name];
    object[name] = function (...words) {
      const begin = now();
      before?.(...words);
      const result = call.apply(this, words);
      after?.(now() - begin);
      return result;
    };
  };
  const add = (name) => (time) => {
    if (top.notes.sent !== undefined && top.notes.shown === undefined) top.notes[name] = (top.notes[name] ?? 0) + time;
  };
  if (window === top) {
    addEventListener("keydown", ({ timeStamp }) => { top.notes = { key: performance.timeOrigin + timeStamp }; }, true);
    around(window, "fetch", (path) => { if (path.startsWith("api/compile")) top.notes.request = now(); });
    addEventListener("message", ({ data }) => {
      if (data?.flipbook !== "shown") return;
      top.notes.shown = now();
      requestAnimationFrame(() => { top.notes.end = now(); });
    });
  } else if (typeof StagePlayer !== "undefined") {
    addEventListener("message", ({ data }) => { if (data?.flipbook === "pack") top.notes.sent = now(); }, true);
    around(StagePlayer.prototype, "setUp", null, (time) => {
      add("loading")(time);
      // A display is set up in its first frame, too.
      add("drawing")(-time);
    });
    around(Gallery.prototype, "configure", null, add("drawing"));
    around(Display.prototype, "frame", null, (time) => {
      add("drawing")(time);
      if (top.notes.sent !== undefined) top.notes.first ??= now();
    });
  }
});
"""
# The times of the last stroke, in milliseconds: since the key, and of its parts.
TIMES = """(() => {
  const { key, request, sent, loading, drawing, first, end } = notes;
  const [entry] = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/compile")).slice(-1);
  const [begin, answer, last] = [entry.requestStart, entry.responseStart, entry.responseEnd].map((time) => performance.timeOrigin + time);
  performance.clearResourceTimings();
  return { typing: request - key, request: begin - request, compile: answer - begin, reply: sent - answer, loading, drawing,
    shown: end - sent - loading - drawing, first: first - key, total: end - key };
})()"""


def processes(parent: int) -> list[int]:
    """A process and all its descendants."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = [parent]
    for process in found:
        found += [child for child, own in parents.items() if own == process]
    return found


def prefer(browser: Browser) -> None:
    """Runs this program and a browser before other programs of the machine, if that is allowed."""
    for process in [os.getpid(), *processes(browser.process.pid)]:
        for thread in Path(f"/proc/{process}/task").glob("*"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, int(thread.name), -15)


def stroke(browser: Browser, before: str, digit: str) -> dict:
    """Types a digit in place of the one behind a text."""
    browser.evaluate(f"""(() => {{
      const start = studio.editor.text.indexOf({json.dumps(before)}) + {len(before)};
      if (start < {len(before)}) throw new Error("not in the text");
      studio.editor.area.focus();
      studio.editor.area.setSelectionRange(start, start + 1);
      const {{ gallery }} = document.getElementById("gallery").contentWindow;
      window.pixels = () => gallery.displays.map(({{ canvas }}) => canvas.getContext("2d").getImageData(0, 0, 8, 8).data.join());
      window.before = pixels();
    }})()""")
    browser.call("Input.dispatchKeyEvent", type="keyDown", text=digit, key=digit)
    browser.call("Input.dispatchKeyEvent", type="keyUp", key=digit)
    browser.wait("notes.end !== undefined && studio.isSettled")
    return browser.evaluate(TIMES)


def check() -> None:
    """Fails where the tool or the parts of its pages are missing."""
    for file in (Path(chosen.theme_tool), ROOT / ".build/page/flipbook.wasm"):
        if not file.exists():
            raise Failure(f"no {file}: have 'Scripts/build theme' and 'Scripts/build --arch wasm32' run?")


def strokes(browser: Browser, folder: Path, count: int) -> list[dict]:
    """The times of so many strokes after two others."""
    name = folder.name
    # The server inherits it; the page gets a process of its own.
    prefer(browser)
    with Studio(folder) as studio:
        browser.open(studio.address, READY)
        prefer(browser)
        digits = [digit for digit in "0123456789ABCDEF"]
        times = [stroke(browser, DIGIT[name], digits[number % 16]) for number in range(count + 2)]
        if browser.evaluate("document.querySelector('#problems .error') !== null"):
            raise Failure(f"{name}: the text has errors")
        browser.open("about:blank")
    browser.errors.clear()
    return times[2:]


def measure(count: int = STROKES) -> dict:
    """The times of all strokes, by theme."""
    check()
    figures = {}
    with tempfile.TemporaryDirectory(prefix="flipbook-bench-", ignore_cleanup_errors=True) as place:
        browser = Browser("about:blank", Path(place), *SIZE, ready="true")
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=NOTES)
        for name in THEMES:
            folder = Path(place) / name
            shutil.copytree(ROOT / "config/themes" / name, folder)
            figures[name] = strokes(browser, folder, count)
        browser.close()
    return figures


def show(figures: dict) -> None:
    """Prints the totals, the time of the first display, and the medians of the parts."""
    rows = []
    for name, times in figures.items():
        def both(key: str) -> list[str]:
            values = [one[key] for one in times]
            return [f"{statistics.median(values):.0f}", f"{max(values):.0f}"]
        rows.append([name, *both("total"), *both("first"),
                     *(f"{statistics.median(one[part] for one in times):.1f}" for part in PARTS)])
    print_table(["ms from a key on", "all displays", "worst", "the first", "worst", *PARTS], rows)
