# SPDX-License-Identifier: Apache-2.0
"""What the page of a theme costs while it plays, in headless Chromium: memory, and frames per second.

All displays show progress of an unknown duration, which moves all the time. A frame of a display counts also where it differs
too little from the one before to be drawn again. Memory is that of all processes of the browser
(proportional set size) beyond an empty page's, and of the renderers' WebAssembly memories.
"""

import statistics
import subprocess
import tempfile
from pathlib import Path

from figures.common import ROOT, print_table
from figures.studio import THEMES, Browser, check, chosen, prefer, processes

# All displays are visible in the second window.
WINDOWS = {"1440×900": (1440, 900), "1440×2600": (1440, 2600)}
SETTLES, SECONDS = 6, 5
READY = "window.gallery !== undefined"

# Before the page's scripts: keeps count of the memories of modules, and of the frames of displays.
COUNTS = """
window.memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...words) {
    super(...words);
    memories.push(new WeakRef(this.exports.memory));
  }
};
window.counts = {};
addEventListener("DOMContentLoaded", () => {
  if (typeof Display === "undefined") return;
  const { frame } = Display.prototype;
  Display.prototype.frame = function (...words) {
    counts[this.spec.id] = (counts[this.spec.id] ?? 0) + 1;
    return frame.apply(this, words);
  };
  const tick = () => { counts.page = (counts.page ?? 0) + 1; requestAnimationFrame(tick); };
  tick();
});
"""
MEBIBYTE = 1 << 20


def resident(browser: Browser) -> int:
    """The bytes of all processes of a browser, after it has collected garbage; shared ones in proportion."""
    for _ in range(3):
        browser.call("HeapProfiler.collectGarbage")
    total = 0
    for process in processes(browser.process.pid):
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))
    return total


def pause(browser: Browser, seconds: float) -> None:
    browser.evaluate(f"new Promise((done) => setTimeout(done, {1000 * seconds}))")


def measure_window(page: Path, size: tuple[int, int]) -> dict:
    """The figures of a page in a browser of its own: memory of an earlier page would stay for a while."""
    with tempfile.TemporaryDirectory(prefix="flipbook-bench-", ignore_cleanup_errors=True) as place:
        browser = Browser("about:blank", Path(place), *size, ready="true")
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=COUNTS)
        pause(browser, SETTLES)
        empty = resident(browser)
        browser.open(page.as_uri(), READY)
        prefer(browser)
        browser.evaluate("document.querySelector('[name=phase][value=unknown]').click()")
        pause(browser, SETTLES)
        browser.evaluate("counts = {}; window.begun = performance.now()")
        pause(browser, SECONDS)
        rates = browser.evaluate("Object.fromEntries(Object.entries(counts).map(([name, count]) =>"
                                 " [name, 1000 * count / (performance.now() - begun)]))")
        memory = resident(browser) - empty
        modules = browser.evaluate("memories.map((memory) => memory.deref()?.buffer.byteLength ?? 0)")
        visible = browser.evaluate("gallery.displays.filter(({ isVisible }) => isVisible).length")
        browser.close()
    return {"memory": memory, "modules": sum(modules), "count": sum(size > 0 for size in modules), "rates": rates,
            "visible": visible}


def measure() -> dict:
    """The figures of each theme and window."""
    check()
    figures = {}
    with tempfile.TemporaryDirectory(prefix="flipbook-bench-", ignore_cleanup_errors=True) as place:
        for name in THEMES:
            page = Path(place) / f"{name}.html"
            subprocess.run([chosen.theme_tool, "gallery", ROOT / "config/themes" / name, "-o", page], check=True)
            figures[name] = {window: measure_window(page, size) for window, size in WINDOWS.items()}
    return figures


def show(figures: dict) -> None:
    for window in WINDOWS:
        rows = []
        for name, theme in figures.items():
            found = theme[window]
            rates = [rate for display, rate in found["rates"].items() if display != "page"]
            rows.append([
                name, f"{found['memory'] / MEBIBYTE:.0f} MiB", f"{found['modules'] / MEBIBYTE:.0f} MiB in {found['count']}",
                f"{found['rates'].get('page', 0):.0f}", f"{found['visible']}", f"{min(rates, default=0):.0f}",
                f"{statistics.median(rates) if rates else 0:.0f}"])
        print(f"a window of {window} pixels")
        print_table(["", "memory", "modules", "page fps", "visible", "slowest fps", "median fps"], rows)
