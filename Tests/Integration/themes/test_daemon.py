# SPDX-License-Identifier: Apache-2.0
"""The daemon shows themes; an unusable theme costs a line and never the splash."""

import io
import subprocess

import pytest
from daemon_process import connected, tool, wait_until
from PIL import Image
from themes.samples import LOGO, THEME
from themes.snapshots import snapshot

RED_LOGO = LOGO % b"#ff0000"
MESSAGES = THEME % "F7F5F0" + """
[text.message]
text = ["{message}", "Getting ready"]
anchor = [0.5, 0.75]
[when.failed.image.logo]
show = false
"""


@pytest.fixture
def pack(theme):
    theme("compile", theme.make("acme", MESSAGES, logo_svg=RED_LOGO), "-o", theme.folder / "acme.pack")
    return theme.folder / "acme.pack"


def start(start_daemon, *options):
    return start_daemon(*options, output="memory:400x300")


def test_a_theme_is_shown(start_daemon, pack, tmp_path):
    daemon = start(start_daemon, "--theme", str(pack))
    assert daemon.log == ""
    frame = snapshot(daemon, tmp_path)
    assert frame.getpixel((0, 0)) == (0xF7, 0xF5, 0xF0)
    assert sum(pixel == (255, 0, 0) for pixel in frame.getdata()) == 80 * 80
    daemon.ask("done")
    daemon.wait_for_status("state=succeeded")
    assert snapshot(daemon, tmp_path).getpixel((200, 150)) == (0x0B, 0x6E, 0x4F)
    daemon.ask("fail")
    daemon.wait_for_status("state=failed")
    assert wait_until(lambda: snapshot(daemon, tmp_path).getpixel((200, 75)) == (0xF7, 0xF5, 0xF0))


def test_the_status_has_the_themes_name(start_daemon, theme, pack):
    assert start(start_daemon, "--theme", f"{pack}:dark").status()["theme"] == "acme:dark"
    assert "theme" not in start(start_daemon).status()
    odd = MESSAGES.replace("flipbook = 1", 'flipbook = 1\nname = "a \\"é\\"' + 40 * "x" + '"')
    theme("compile", theme.make("odd", odd, logo_svg=RED_LOGO), "-o", theme.folder / "odd.pack")
    status = start(start_daemon, "--theme", str(theme.folder / "odd.pack")).status()
    assert status["theme"] == "a_" + "____" + 26 * "x"


MODES = THEME % "F7F5F0" + """
[when.updates.background]
color = "0000FF"
"""


@pytest.fixture
def of_modes(start_daemon, theme):
    theme("compile", theme.make("modes", MODES, logo_svg=RED_LOGO), "-o", theme.folder / "modes.pack")
    return start(start_daemon, "--theme", str(theme.folder / "modes.pack"))


def is_corner(daemon, folder, color) -> bool:
    """Whether the background has a colour, or comes to it."""
    return wait_until(lambda: snapshot(daemon, folder).getpixel((0, 0)) == color)


@pytest.mark.parametrize("to_updates", [
    lambda daemon: daemon.ask("mode updates"),
    lambda daemon: daemon.send("C", b"updates").close(),
], ids=["native", "plymouth"])
def test_another_mode_has_another_background(of_modes, tmp_path, to_updates):
    assert is_corner(of_modes, tmp_path, (0xF7, 0xF5, 0xF0))
    assert "mode" not in of_modes.status()
    to_updates(of_modes)
    of_modes.wait_for_status("mode=updates")
    assert is_corner(of_modes, tmp_path, (0, 0, 255))
    assert of_modes.status()["theme"] == "modes"
    assert "Installing updates" in of_modes.message()
    of_modes.wait_for_status("target=0.00")


def test_a_mode_goes_on_with_what_was_reported(of_modes, tmp_path):
    of_modes.ask("message/2 two")
    assert of_modes.ask("mode updates") == "ok"
    assert of_modes.ask("progress 40") == "ok"
    assert is_corner(of_modes, tmp_path, (0, 0, 255))
    assert of_modes.ask("mode updates") == "ok"
    assert of_modes.status()["target"] == "40.00"
    assert of_modes.status()["message2"].strip('"') == "two"
    assert of_modes.ask("mode boot-up") == "ok"
    assert is_corner(of_modes, tmp_path, (0xF7, 0xF5, 0xF0))
    assert "mode" not in of_modes.status()


def test_a_mode_that_does_not_exist_changes_nothing(of_modes):
    of_modes.ask("progress 40")
    reply = of_modes.ask("mode night")
    assert reply.startswith("error: mode: expected one of boot-up shutdown") and reply.endswith("system-reset")
    assert of_modes.ask("mode").startswith("error: mode: expected one of")
    assert of_modes.status()["target"] == "40.00"


def test_a_mode_of_the_start_stays_with_another_theme(start_daemon, theme, tmp_path):
    theme("compile", theme.make("modes", MODES, logo_svg=RED_LOGO), "-o", theme.folder / "modes.pack")
    daemon = start(start_daemon, "--theme", str(theme.folder / "modes.pack"), "--mode", "updates")
    assert is_corner(daemon, tmp_path, (0, 0, 255))
    assert daemon.status()["mode"] == "updates"
    daemon.ask("mode shutdown")
    assert is_corner(daemon, tmp_path, (0xF7, 0xF5, 0xF0))


LEAVING = """
flipbook = 1
[stage]
leave = {}
leave-color = "FF0000"
[text.message]
text = "{{message}}"
"""


def start_leaving(start_daemon, theme, seconds):
    theme("compile", theme.make("leaving", LEAVING.format(seconds)), "-o", theme.folder / "leaving.pack")
    return start(start_daemon, "--theme", str(theme.folder / "leaving.pack"))


def test_the_end_waits_for_the_theme_to_go(start_daemon, theme, tmp_path):
    daemon = start_leaving(start_daemon, theme, 4)
    assert snapshot(daemon, tmp_path).getpixel((0, 0)) == (0, 0, 0)
    with connected(daemon.native) as client:
        client.sendall(b"quit\n")
        assert wait_until(lambda: snapshot(daemon, tmp_path).getpixel((0, 0))[0] > 40)
        # It serves others meanwhile, and the reply comes when it is done.
        assert daemon.ask("message on the way") == "ok" and daemon.process.poll() is None
        assert client.makefile().readline() == "ok\n"
    assert daemon.wait_for_end() == 0


def test_a_theme_goes_even_if_nobody_waits_for_it(start_daemon, theme):
    daemon = start_leaving(start_daemon, theme, 0.3)
    with connected(daemon.native) as client:
        client.sendall(b"quit\n")
    assert daemon.wait_for_end() == 0


@pytest.mark.parametrize("request_line", ["quit", "quit --retain", "deactivate"])
def test_another_leave_request_is_answered_at_the_end(start_daemon, theme, tmp_path, request_line):
    daemon = start_leaving(start_daemon, theme, 4)
    # A theme leaves only after it was shown.
    assert snapshot(daemon, tmp_path).getpixel((0, 0)) == (0, 0, 0)
    with connected(daemon.native) as client:
        client.sendall(b"quit\n")
        assert wait_until(lambda: snapshot(daemon, tmp_path).getpixel((0, 0))[0] > 10)
        assert daemon.ask(request_line) == "ok"
        assert client.makefile().readline() == "ok\n"
    assert daemon.wait_for_end() == 0


def test_a_signal_ends_it_at_once(start_daemon, theme):
    daemon = start_leaving(start_daemon, theme, 4)
    with connected(daemon.native) as client:
        client.sendall(b"quit\n")
        assert daemon.end() == 0


def test_an_animation_has_other_colours_in_another_situation(theme, start_daemon, tmp_path):
    theme.make("t", """
flipbook = 1
[animation.total]
kind = "bar"
width = "50%w"
height = 20
palette = ["0B6E4F"]
[when.done.animation.total]
palette = ["FF00FF"]
[when.failed.animation.total]
track = "00FFFF"
""")
    run = theme("compile", "t", "-o", theme.folder / "t.pack")
    assert "does not go by" not in run.stderr
    daemon = start(start_daemon, "--theme", str(theme.folder / "t.pack"))
    daemon.ask("progress 50")
    daemon.wait_for_status("state=running")
    daemon.ask("done")
    daemon.wait_for_status("state=succeeded")
    # An element that differs in a situation fades in.
    assert wait_until(lambda: snapshot(daemon, tmp_path).getpixel((200, 150)) == (255, 0, 255))
    daemon = start(start_daemon, "--theme", str(theme.folder / "t.pack"))
    daemon.ask("fail")
    daemon.wait_for_status("state=failed")
    assert wait_until(lambda: snapshot(daemon, tmp_path).getpixel((290, 150)) == (0, 255, 255))


def test_a_download_bar_ends_with_texts_of_the_theme(theme, tmp_path):
    frames = []
    for text in ("done", "OK", "Erfolgreich abgeschlossen"):
        theme.make(text, f'flipbook = 1\n[animation.a]\nkind = "download"\ndone-text = "{text}"\n'
                         'done-color = "FF0000"\n')
        theme("compile", text, "-o", theme.folder / "t.pack")
        (tmp_path / "timeline").write_text("0 done\n")
        subprocess.run([tool(), "render", "--theme", theme.folder / "t.pack", "--canvas", "400x300",
                        "--timeline", tmp_path / "timeline", "--at", "9000", "-o", tmp_path / "frame.png"],
                       check=True, timeout=60)
        frames.append(Image.open(tmp_path / "frame.png").convert("RGB"))
    assert len({frame.tobytes() for frame in frames}) == 3
    for frame in frames:
        columns = [x for x in range(400) for y in range(300)
                   if frame.getpixel((x, y))[0] > 200 and frame.getpixel((x, y))[1] < 60]
        # The letters stay within the bubble of 80 units.
        assert columns and max(columns) - min(columns) < 80


def test_a_variant_is_shown(start_daemon, pack, tmp_path):
    daemon = start(start_daemon, "--theme", f"{pack}:dark")
    assert snapshot(daemon, tmp_path).getpixel((0, 0)) == (0x10, 0x14, 0x18)


@pytest.mark.parametrize("change, line", [
    (lambda data: data[:-100], "cut off: "),
    (lambda data: b"x" + data[1:], "not a theme pack"),
    (lambda data: data[:8] + b"\2" + data[9:], "made for version 2, this program reads 1"),
    (lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:], "damaged: the check does not fit"),
    (lambda data: b"", "not a theme pack"),
])
def test_a_broken_pack_costs_a_line(start_daemon, pack, change, line):
    pack.write_bytes(change(pack.read_bytes()))
    daemon = start(start_daemon, "--theme", str(pack))
    assert daemon.log.startswith(f"flipbookd: theme {pack}: {line}")
    assert daemon.log.count("\n") == 1
    assert "animation=flow" in daemon.ask("status")


@pytest.mark.parametrize("change", ["overwritten", "cut", "removed"])
def test_a_file_that_changes_while_it_is_shown_changes_nothing(start_daemon, pack, tmp_path, change):
    """The daemon has read it: no mapped byte changes, and none is beyond the file's end."""
    daemon = start(start_daemon, "--theme", str(pack))
    before = snapshot(daemon, tmp_path).tobytes()
    match change:
        case "overwritten": pack.write_bytes(b"\xff" * pack.stat().st_size)
        case "cut": pack.write_bytes(b"")
        case "removed": pack.unlink()
    # Everything is drawn again from the pack: the logo goes, and comes back.
    daemon.ask("fail")
    daemon.wait_for_status("state=failed")
    assert snapshot(daemon, tmp_path).tobytes() != before
    daemon.ask("reset")
    daemon.wait_for_status("state=idle")
    assert wait_until(lambda: snapshot(daemon, tmp_path).tobytes() == before)
    assert daemon.log == ""


def test_what_is_not_there_is_said(start_daemon, pack):
    assert start(start_daemon, "--theme", "/nowhere").log == "flipbookd: theme /nowhere: not there\n"
    assert start(start_daemon, "--theme", "./acme.pack").log == (
        "flipbookd: theme ./acme.pack: a relative path; expected a name or an absolute path\n")
    assert start(start_daemon, "--theme", f"{pack}:blue").log == (
        f"flipbookd: theme {pack}: has no variant 'blue'\n")


def test_options_of_the_built_in_look_are_refused(start_daemon, pack):
    daemon = start(start_daemon, "--theme", str(pack), "--background", "FF0000")
    assert daemon.log == (f"flipbookd: theme {pack}: for the built-in look only, ignoring it: "
                          "--background\n")


def test_the_kernel_names_a_theme(start_daemon, pack, tmp_path):
    (tmp_path / "cmdline").write_text(f"quiet flipbook.theme={pack}:dark splash\n")
    daemon = start(start_daemon, "--kernel-command-line", str(tmp_path / "cmdline"))
    assert snapshot(daemon, tmp_path).getpixel((0, 0)) == (0x10, 0x14, 0x18)
    chosen = start(start_daemon, "--kernel-command-line", str(tmp_path / "cmdline"), "--theme", "built-in:ring")
    assert "animation=ring" in chosen.ask("status")
    # The units' options have an animation, over which the kernel's word goes.
    usual = start(start_daemon, "--kernel-command-line", str(tmp_path / "cmdline"), "--animation", "ring")
    assert usual.status()["theme"] == "acme:dark"


@pytest.mark.parametrize("rotation", ["0", "90", "180", "270"])
def test_the_tool_draws_it_at_every_rotation(theme, pack, tmp_path, rotation):
    path = tmp_path / "frame.png"
    subprocess.run([tool(), "render", "--theme", pack, "--canvas", "400x300", "--rotate", rotation,
                    "--at", "0", "-o", path], check=True, timeout=60)
    frame = Image.open(path).convert("RGB")
    assert frame.size == ((300, 400) if rotation in ("90", "270") else (400, 300))
    assert sum(pixel == (255, 0, 0) for pixel in frame.getdata()) == 80 * 80


@pytest.mark.slow
def test_large_images_hold_up_frames_and_no_client(start_daemon, theme, machine):
    """The first frame waits for its image; those of other situations are made between frames.

    They take some 2,700 million instructions, which all were one step of the loop once.
    """
    files = {f"{name}_png": png(Image.new("L", (4096, 4096), level))
             for name, level in (("first", 60), ("failed", 120), ("done", 180))}
    text = """
flipbook = 1
[background]
image = "first.png"
fit = "cover"
[animation.total]
kind = "bar"
[when.failed.background]
image = "failed.png"
[when.done.background]
image = "done.png"
"""
    theme("compile", theme.make("large", text, **files), "-o", "/etc/flipbook/themes/large.pack")
    daemon = start(start_daemon)
    requests, steps = ["theme large", "progress unknown"], []
    begin = worked = daemon.seconds_worked()
    while not steps or worked < begin + 0.5 or steps[-1] > 0.05:
        assert daemon.ask(requests.pop(0) if requests else "status").startswith("ok")
        steps.append(daemon.seconds_worked() - worked)
        worked += steps[-1]
    print(f"{len(steps)} replies, {worked - begin:.2f} s worked, {max(steps):.2f} s for one")
    assert max(steps) < 0.25
    assert snapshot(daemon, theme.folder).getpixel((0, 0)) == (60, 60, 60)
    daemon.ask("done")
    assert wait_until(lambda: snapshot(daemon, theme.folder).getpixel((0, 0)) == (180, 180, 180))
    assert daemon.log == ""


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "png")
    return buffer.getvalue()
