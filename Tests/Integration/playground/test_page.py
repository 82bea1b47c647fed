# SPDX-License-Identifier: Apache-2.0
"""The page in a browser: what its canvas shows is what the tool draws."""

import base64
import json
import subprocess

import pytest
from daemon_process import tool

# The canvas's pixels, as a hash; alpha is 255 everywhere.
HASH = """
window.hashOf = (context) => {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  let hash = 0x811c9dc5;
  for (const byte of data) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `${context.canvas.width}x${context.canvas.height} ${hash}`;
};
"""
SHOWN = HASH + "hashOf(document.getElementById('canvas').getContext('2d'))"
# How many bytes of the canvas differ from those of an image.
DIFFERENCE = """(async (url, canvasOfPage) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const shown = canvasOfPage.getContext("2d");
  const canvas = new OffscreenCanvas(image.width, image.height);
  const native = canvas.getContext("2d");
  native.drawImage(image, 0, 0);
  if (shown.canvas.width !== image.width || shown.canvas.height !== image.height) return "another size";
  const [a, b] = [shown, native].map((context) => context.getImageData(0, 0, image.width, image.height).data);
  return a.reduce((count, byte, index) => count + (byte === b[index] ? 0 : 1), 0);
})"""
SCENES = {
    "download": (["download", "--size", "200x80"], {"animation": "download", "size": "200x80"}, "640x480", 1),
    "ring at 270 degrees": (
        ["ring", "--size", "216", "--paint", "conic", "--rings", "2", "--rotate", "270"],
        {"animation": "ring", "size": "216", "paint": "conic", "rings": 2, "rotate": 270}, "480x400", 1),
    "flow at 1.5": (
        ["flow", "--size", "200x4", "--palette", "red", "--background", "102030", "--scale", "1.5"],
        {"animation": "flow", "size": "200x4", "palette": "red", "background": "102030", "scale": 1.5},
        "400x200", 1.5),
}
COMMANDS = [(0, "message Größe: 10 %"), (0, "progress 30"), (900, "progress/2 80"), (1200, "progress 75.5"),
            (2000, "fail")]


def shown(page) -> str:
    return page.evaluate(SHOWN)


def differs(page, image, canvas: str = "document.getElementById('canvas')") -> int:
    """How many bytes the canvas has that an image has not."""
    url = "data:image/png;base64," + base64.b64encode(image.read_bytes()).decode()
    return page.evaluate(f"{DIFFERENCE}({json.dumps(url)}, {canvas})")


def render(folder, arguments, commands, milliseconds):
    """A frame by the tool, as a file."""
    timeline = folder / "timeline.txt"
    timeline.write_text("".join(f"{time} {command}\n" for time, command in commands))
    image = folder / "frame.png"
    subprocess.run([tool(), "render", *arguments, "--timeline", timeline, "--at", str(milliseconds), "-o", image],
                   check=True)
    return image


def test_the_page_needs_no_network(page):
    assert page.requests and all(url.startswith(("file://", "data:")) for url in page.requests)


def test_a_command_changes_the_canvas(page):
    page.evaluate("playground.speed = 1")
    before = shown(page)
    page.evaluate("document.getElementById('line').value = 'progress 80';"
                  "document.forms.command.requestSubmit()")
    page.wait(f"(() => {{ {HASH} return hashOf(document.getElementById('canvas').getContext('2d')); }})() !== "
              f"{json.dumps(before)}")
    assert page.evaluate("document.getElementById('log').textContent") == "progress 80ok"


def test_a_wrong_command_gets_the_daemons_answer(page):
    page.evaluate("document.getElementById('line').value = 'progress much';"
                  "document.forms.command.requestSubmit()")
    assert page.evaluate("document.querySelector('#log .error').textContent") == \
        "error: progress 'much': not a number such as 42 or 42.5"


def test_a_still_page_draws_nothing(page):
    page.evaluate("playground.configure({...options(), animation: 'download'}); playground.speed = 1")
    page.wait("document.getElementById('activity').textContent.startsWith('still')")
    frames = page.evaluate("document.getElementById('frames').textContent")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    assert page.evaluate("document.getElementById('frames').textContent") == frames


@pytest.mark.parametrize("scene", SCENES)
# At 80 ms the message is half there.
@pytest.mark.parametrize("milliseconds", [0, 80, 1500, 2300])
def test_the_canvas_has_the_native_frame(page, tmp_path, scene, milliseconds):
    arguments, options, points, scale = SCENES[scene]
    image = render(tmp_path, [*arguments, "--stage", "--canvas", points], COMMANDS, milliseconds)
    width, height = (int(int(side) * scale) for side in points.split("x"))
    if options.get("rotate") in (90, 270):
        width, height = height, width
    words = json.dumps({"width": width, "height": height, **options})
    assert page.evaluate(f"playground.configure({words})") == ""
    page.evaluate(f"playground.play({json.dumps(COMMANDS)}, {milliseconds})")
    assert differs(page, image) == 0


@pytest.mark.parametrize("animation", ["download", "ring", "flow"])
def test_frame_by_frame_is_the_same_as_at_once(page, animation):
    """Only what has changed is copied to the canvas: nothing may be missing there."""
    page.evaluate(f"playground.configure({{width: 300, height: 200, animation: '{animation}', size: 100}})")
    commands = json.dumps([(0, "message one"), (0, "progress 40"), (300, "message two"), (500, "done")])
    page.evaluate(f"playground.play({commands}, 1000)")
    at_once = shown(page)
    page.evaluate(f"playground.play({commands}, 0); playground.advance(1000, 1000 / 60)")
    assert shown(page) == at_once
