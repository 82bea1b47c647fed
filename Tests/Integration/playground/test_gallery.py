# SPDX-License-Identifier: Apache-2.0
"""The page that flipbook-theme gallery writes: one file, whose canvases have the frames of the tools."""

import json
import shutil
import subprocess

import pytest
from daemon_process import ROOT, theme_tool, wait_until
from playground.test_page import COMMANDS, HASH, differs, render
from playground.test_themes import ASKING, QUESTION, THEMES

# Each display in points, and its scale.
DISPLAYS = {"laptop": ("1366x768", 1), "portrait": ("1080x1920", 1), "phone": ("390x844", 2), "uhd": ("1920x1080", 2),
            "panel": ("480x320", 1), "ultrawide": ("2560x1080", 1)}
SCENES = {
    "message and progress": ([], [], 1500),
    "prompt": (ASKING, ["--prompt", QUESTION, "--bullets", "6", "--caps-lock", "--layout", "de"], 1500),
    "failed": ([], [], 6000),
}


def canvas(display: str) -> str:
    return f"document.querySelector('.{display} canvas')"


def hashes(page) -> list[str]:
    """Of the displays' own pixels."""
    return page.evaluate(f"{HASH}gallery.displays.map(({{ canvas }}) => hashOf(canvas.getContext('2d')))")


def enlarge(page) -> None:
    """Has all displays shown in their own pixels."""
    page.evaluate("document.querySelectorAll('.enlarge[aria-pressed=false]').forEach((button) => button.click())")


def draw(page, entries, milliseconds, **options) -> None:
    """Draws what was done on all displays."""
    page.evaluate(f"gallery.configure({{entries: {json.dumps(entries)}, options: {json.dumps(options)}}});"
                  f"gallery.drawAll({milliseconds})")


def run(*words):
    return subprocess.run([theme_tool(), "gallery", *words], capture_output=True, text=True)


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    file = tmp_path_factory.mktemp("pack") / "installer.pack"
    subprocess.run([theme_tool(), "compile", ROOT / "config/themes/installer", "-o", file], check=True)
    return file


def test_nothing_is_requested(wall):
    assert [url for url in wall.requests if not url.startswith("data:")] == \
        [wall.evaluate("location.href.split('#')[0]")]
    assert wall.evaluate("location.protocol") == "file:"


def test_there_is_a_display_of_each_kind(wall):
    sizes = wall.evaluate("displays.map(({ id, width, height, scale }) => [id, `${width / scale}x${height / scale}`, scale])")
    assert {name: (size, scale) for name, size, scale in sizes} == DISPLAYS
    enlarge(wall)
    wall.evaluate("gallery.drawAll(0)")
    assert wall.evaluate("gallery.displays.map(({ canvas: { width, height } }) => [width, height])") == \
        wall.evaluate("displays.map(({ width, height }) => [width, height])")


@pytest.mark.parametrize("scene", SCENES)
def test_each_display_has_the_native_frame(wall, pack, tmp_path, scene):
    before, arguments, milliseconds = SCENES[scene]
    enlarge(wall)
    draw(wall, before + COMMANDS, milliseconds)
    for display, (size, scale) in DISPLAYS.items():
        image = render(tmp_path, ["--theme", pack, "--canvas", size, "--scale", str(scale), *arguments], COMMANDS,
                       milliseconds)
        assert differs(wall, image, canvas(display)) == 0, display


@pytest.mark.parametrize("name", [name for name in THEMES if name != "installer"])
def test_each_shipped_theme_has_the_native_frame(write_gallery, open_gallery, tmp_path, name):
    page = open_gallery(write_gallery(ROOT / "config/themes" / name))
    file = tmp_path / f"{name}.pack"
    subprocess.run([theme_tool(), "compile", ROOT / "config/themes" / name, "-o", file], check=True)
    enlarge(page)
    draw(page, COMMANDS, 1500)
    for display in ("phone", "panel"):
        size, scale = DISPLAYS[display]
        image = render(tmp_path, ["--theme", file, "--canvas", size, "--scale", str(scale)], COMMANDS, 1500)
        assert differs(page, image, canvas(display)) == 0, display
    assert page.errors == []


def test_a_recording_has_the_same_frames(wall, tmp_path):
    script = tmp_path / "script"
    script.write_text("".join(f"{time} {command}\n" for time, command in COMMANDS))
    subprocess.run([theme_tool(), "record", ROOT / "config/themes/installer", "--size", "480x320", "--script", script,
                    "--fps", "2", "--until", "2500", "-o", tmp_path / "%d.png"], check=True)
    images = sorted(tmp_path.glob("*.png"), key=lambda file: int(file.stem))
    assert len(images) == 5
    for number, image in enumerate(images):
        draw(wall, COMMANDS, 500 * number)
        assert differs(wall, image, canvas("panel")) == 0


def test_frames_while_it_plays_are_those_of_their_time(wall):
    """Only what has changed is copied to a canvas: nothing may be missing there."""
    wall.evaluate(f"gallery.configure({{entries: {json.dumps(COMMANDS)}, time: 0}}); gallery.play()")
    wall.wait("gallery.time > 1000")
    # Half a second without a command, so that all displays come to the same time.
    wall.evaluate("gallery.pause(); gallery.shown()")
    playing = hashes(wall)
    wall.evaluate(f"gallery.configure({{entries: {json.dumps(COMMANDS)}}}); gallery.drawAll(gallery.time)")
    assert hashes(wall) == playing


def test_a_display_with_little_room_is_drawn_smaller(wall, pack, tmp_path):
    """With its size in points, so that it costs what is seen; the browser makes it smaller by less than two."""
    widths = set()
    for width in (1280, 560, 390):
        wall.look(width, 2400)
        wall.evaluate("new Promise((done) => setTimeout(done, 300)).then(() => gallery.shown())")
        draw(wall, COMMANDS, 1500)
        own, room = wall.evaluate(f"[{canvas('uhd')}.width, {canvas('uhd')}.getBoundingClientRect().width]")
        assert room <= own < 2 * room
        image = render(tmp_path, ["--theme", pack, "--canvas", "1920x1080", "--scale", f"{own / 1920}"], COMMANDS, 1500)
        assert differs(wall, image, canvas("uhd")) == 0
        widths.add(own)
    assert widths == {960, 480}
    assert wall.evaluate(f"{canvas('panel')}.width") == 480


def test_the_costs_say_that_a_display_is_drawn_smaller(wall):
    wall.evaluate("act('progress unknown'); gallery.play()")
    wall.wait("document.querySelector('.uhd .costs').textContent.endsWith(' · drawn 8× smaller')")
    assert "smaller" not in wall.evaluate("document.querySelector('.panel .costs').textContent")
    wall.evaluate("document.querySelector('.uhd .enlarge').click()")
    wall.wait(f"{canvas('uhd')}.width === 3840 && document.querySelector('.uhd .costs').textContent.endsWith(' ms')")


def test_only_visible_displays_are_drawn(wall):
    wall.look(1280, 500)
    wall.wait("gallery.displays.some(({ isVisible }) => !isVisible)")
    wall.evaluate("gallery.play()")
    wall.evaluate("""{
      window.drawn = new Set();
      const { frame } = Display.prototype;
      window.restore = () => { Display.prototype.frame = frame; };
      Display.prototype.frame = function (...words) { drawn.add(this.spec.id); return frame.apply(this, words); };
      act("progress 60");
    }""")
    wall.evaluate("new Promise((done) => setTimeout(done, 700))")
    visible, drawn = wall.evaluate("[gallery.displays.filter(({ isVisible }) => isVisible).map(({ spec }) => spec.id),"
                                   "[...drawn]]")
    wall.evaluate("restore()")
    assert 0 < len(visible) < len(DISPLAYS)
    assert set(drawn) == set(visible)


# Before a page's scripts: keeps the memories of its modules, as far as they are in use.
MEMORIES = """
window.memories = [];
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...words) {
    super(...words);
    memories.push(new WeakRef(this.exports.memory));
  }
};
"""


def test_a_display_out_of_sight_has_no_memory_and_comes_back(write_gallery, open_gallery, tmp_path):
    page = open_gallery(write_gallery(ROOT / "config/themes/installer"), 1280, 2400)
    script = page.call("Page.addScriptToEvaluateOnNewDocument", source=MEMORIES)["identifier"]
    page.call("Page.reload")
    page.wait("window.memories?.length >= 6 && gallery.displays.every((display) => display.shows(gallery.setup))")
    page.evaluate("gallery.pause(); gallery.shown()")
    page.evaluate("gallery.drawAll(gallery.time)")
    before = hashes(page)
    page.look(1280, 300)
    page.wait("gallery.displays.filter(({ isVisible }) => !isVisible).length >= 3")
    visible = page.evaluate("gallery.displays.filter(({ isVisible }) => isVisible).length")

    def used() -> int:
        page.call("HeapProfiler.collectGarbage")
        return page.evaluate("memories.filter((memory) => memory.deref() !== undefined).length")
    # One more answers for the state.
    assert wait_until(lambda: used() <= visible + 1)
    # Their canvases keep the frame, and the same one is drawn once they are seen.
    assert hashes(page) == before
    page.look(1280, 2400)
    page.wait("gallery.displays.every((display) => display.shows(gallery.setup))")
    assert hashes(page) == before
    page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    assert page.errors == []


def test_what_is_long_past_is_thinned_and_the_frames_stay(wall):
    """A stage that is set up again repeats what was done: of a page that runs for hours that must not take long."""
    runs = [[12_000 * run + at, line] for run in range(40) for at, line in
            [(0, "progress 0"), *((250 * step, f"progress {2.5 * step}") for step in range(1, 37)), (9250, "done"), (11_900, "reset")]]
    late = [[480_000 + 250 * step, f"progress {step}"] for step in range(40)]
    draw(wall, runs + late, 489_800)
    complete = hashes(wall)
    size = wall.evaluate("gallery.setup.history.size")
    wall.evaluate("gallery.apply('progress 39')")
    assert (size, wall.evaluate("gallery.setup.history.size")) == (len(runs + late), 24)
    wall.evaluate("gallery.configure({ time: gallery.time }); gallery.drawAll(489_800)")
    assert hashes(wall) == complete
    assert not wall.evaluate("gallery.hasForgotten")


def test_slow_displays_share_the_time(wall):
    """Where there is no time for all of them in one frame of the browser, each is drawn less often."""
    wall.evaluate("""{
      window.counts = {};
      const { frame } = Display.prototype;
      window.restore = () => { Display.prototype.frame = frame; };
      Display.prototype.frame = function (...words) {
        counts[this.spec.id] = (counts[this.spec.id] ?? 0) + 1;
        for (const end = performance.now() + 20; performance.now() < end;);
        return frame.apply(this, words);
      };
      act("progress unknown");
      gallery.play();
    }""")
    # Without turns the first one would take all the time.
    wall.wait("Math.min(...displays.map(({ id }) => counts[id] ?? 0)) >= 3")
    wall.evaluate("restore()")


@pytest.mark.slow
def test_a_slow_display_rests_and_the_others_go_on(wall):
    wall.evaluate("""{
      window.counts = {};
      const { draw } = Flipbook.prototype;
      const { frame } = Display.prototype;
      let id = "";
      window.restore = () => { Flipbook.prototype.draw = draw; Display.prototype.frame = frame; };
      Display.prototype.frame = function (...words) {
        id = this.spec.id;
        return frame.apply(this, words);
      };
      Flipbook.prototype.draw = function (time) {
        counts[id] = (counts[id] ?? 0) + 1;
        for (const end = performance.now() + (id === "uhd" ? 400 : 0); performance.now() < end;);
        return draw.call(this, time);
      };
      act("progress unknown");
      gallery.play();
    }""")
    wall.wait("counts.uhd >= 3 && counts.panel >= 3")
    counts = wall.evaluate("restore(); counts")
    assert all(counts[name] > counts["uhd"] for name in DISPLAYS if name != "uhd")
    # What stands still is right on all of them, after a while.
    wall.evaluate("gallery.pause(); gallery.shown()")
    playing = hashes(wall)
    wall.evaluate("gallery.drawAll(gallery.time)")
    assert hashes(wall) == playing


@pytest.mark.slow
def test_a_module_that_stops_is_one_display(wall):
    wall.evaluate("""{
      const { draw } = Flipbook.prototype;
      Flipbook.prototype.draw = () => {
        Flipbook.prototype.draw = draw;
        throw new WebAssembly.RuntimeError("unreachable");
      };
      gallery.play();
      act("progress 50");
    }""")
    wall.wait("element('problem').textContent.endsWith('the module stopped: unreachable')")
    before = hashes(wall)
    wall.evaluate("act('progress 90'); gallery.drawAll(gallery.time + 3000)")
    after = hashes(wall)
    assert sum(a != b for a, b in zip(before, after)) == len(DISPLAYS) - 1
    # Another setup is another instance.
    wall.evaluate("element('problem').textContent = ''; element('again').click()")
    wall.evaluate("gallery.shown()")
    assert wall.evaluate("gallery.displays.every((display) => display.shows(gallery.setup))")


# The second has names of the page's own placeholders.
@pytest.mark.slow
@pytest.mark.parametrize("name", ["</script><b>&amp;\u2028'\"</title>", "a@b @title@ @report@ @pack@ @module@ @"])
def test_the_names_of_a_theme_are_text(write_gallery, open_gallery, tmp_path, name):
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "theme.toml").write_text(f"flipbook = 1\nname = {json.dumps(name)}\nauthor = {json.dumps(name)}\n", "utf-8")
    page = open_gallery(write_gallery(folder))
    # The page's own: a name for each display, and 1:1 in its description.
    bold = page.evaluate("document.querySelectorAll('b').length")
    assert (bold, page.evaluate("element('name').textContent")) == (len(DISPLAYS) + 1, name)
    assert name in page.evaluate("document.title") and name in page.evaluate("element('about').textContent")
    assert page.errors == []


def test_warnings_stand_beside_their_display(write_gallery, open_gallery, tmp_path):
    theme = tmp_path / "theme"
    shutil.copytree(ROOT / "config/themes/installer", theme)
    text = (theme / "theme.toml").read_text()
    # Of this size in points the logo leaves no room on the panel.
    (theme / "theme.toml").write_text(text.replace('height = { size = "17%", min = 32, max = 200 }', "height = 200"))
    page = open_gallery(write_gallery(theme))
    texts = page.evaluate("Object.fromEntries(displays.map(({ id }) =>"
                          "[id, document.querySelector(`.${id} .warnings`).textContent]))")
    assert "animation.total: it and image.logo cover each other (boot-up, " in texts["panel"]
    assert texts["laptop"] == texts["uhd"] == ""
    assert page.evaluate("element('verdict').textContent").startswith("0 errors, ")
    assert "theme.toml:" in page.evaluate("element('diagnostics').textContent")


def test_a_pack_is_not_checked(write_gallery, open_gallery, pack):
    page = open_gallery(write_gallery(pack))
    assert "was not checked" in page.evaluate("element('verdict').textContent")
    assert page.evaluate("element('about').textContent").startswith("by The Flipbook authors · Apache-2.0 · pack of ")
    assert page.evaluate("element('sections').textContent").startswith("META")


def test_a_theme_with_errors_has_no_page(tmp_path):
    (tmp_path / "theme.toml").write_text("flipbook = 1\nnam = 1\n")
    reply = run(tmp_path, "-o", tmp_path / "page.html")
    assert reply.returncode == 1 and "theme.toml:2:1: error: nam: " in reply.stderr
    assert not (tmp_path / "page.html").exists()


def test_a_broken_pack_and_a_missing_folder_are_one_line(pack, tmp_path):
    broken = tmp_path / "broken.pack"
    broken.write_bytes(pack.read_bytes()[:3000])
    page = tmp_path / "page.html"
    for words, line in [
            ((broken, "-o", page), f"theme {broken}: cut off: 3000 of {pack.stat().st_size} bytes"),
            ((tmp_path / "none", "-o", page), f"cannot read {tmp_path}/none/theme.toml: no such file or directory"),
            ((pack, "-o", tmp_path / "none/page.html"), f"cannot write {tmp_path}/none/page.html: no such file or directory")]:
        reply = run(*words)
        assert (reply.returncode, reply.stdout) == (2, "")
        assert reply.stderr.lower() == f"flipbook-theme: {line}\n".lower()
    assert not page.exists()


@pytest.fixture
def installed(tmp_path):
    """The tool with the parts of pages where a package or a release has them: a function that runs it."""
    (tmp_path / "lib/flipbook-theme").mkdir(parents=True)
    shutil.copy(theme_tool(), tmp_path / "lib/flipbook-theme/flipbook-theme")
    shutil.copytree(ROOT / ".build/page", tmp_path / "share/flipbook/page")

    def start(*words):
        return subprocess.run([tmp_path / "lib/flipbook-theme/flipbook-theme", "gallery", *words], capture_output=True,
                              text=True)
    return start


def test_parts_are_found_beside_the_program(installed, pack, tmp_path):
    parts = tmp_path / "share/flipbook/page"
    with open(parts / "gallery.css", "a") as file:
        file.write("/* of this folder */\n")
    reply = installed(pack, "-o", "-")
    assert (reply.returncode, reply.stderr) == (0, "")
    assert "/* of this folder */" in reply.stdout and "href=\"gallery.css\"" not in reply.stdout
    assert 'src="' not in reply.stdout.replace("data:", "")


@pytest.mark.parametrize("name", ["flipbook.wasm", "gallery.html", "player.js"])
def test_a_missing_part_is_one_line(installed, pack, tmp_path, name):
    part = tmp_path / "share/flipbook/page" / name
    part.unlink()
    reply = installed(pack, "-o", tmp_path / "page.html")
    assert (reply.returncode, reply.stderr) == (
        2, f"flipbook-theme: {part} is missing: the package flipbook-theme installs it, "
           "'Scripts/build --arch wasm32' makes it\n")
    assert not (tmp_path / "page.html").exists()


def test_a_damaged_module_is_one_line(installed, pack, tmp_path):
    part = tmp_path / "share/flipbook/page/flipbook.wasm"
    part.write_bytes(b"<html>")
    reply = installed(pack, "-o", tmp_path / "page.html")
    assert (reply.returncode, reply.stderr) == (2, f"flipbook-theme: {part}: not a WebAssembly module\n")
