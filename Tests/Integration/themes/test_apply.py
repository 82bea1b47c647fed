# SPDX-License-Identifier: Apache-2.0
"""A daemon that runs shows another theme; a theme that it cannot use changes nothing."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from daemon_process import tool, wait_until
from PIL import Image
from themes.samples import LOGO, THEME
from themes.snapshots import snapshot

FIRST, SECOND = (0xF7, 0xF5, 0xF0), (0x20, 0x30, 0x40)


def shows(daemon, folder, color) -> Image.Image:
    """A snapshot with a background; within the time that a frame takes."""
    for _ in range(100):
        frame = snapshot(daemon, folder)
        if frame.getpixel((0, 0)) == color:
            return frame
        time.sleep(0.02)
    raise AssertionError(frame.getpixel((0, 0)))


def start(start_daemon, *options):
    return start_daemon(*options, output="memory:400x300")


def count(frame, color) -> int:
    return sum(pixel == color for pixel in frame.getdata())


def test_a_theme_is_applied(machine, start_daemon, theme, packs, tmp_path):
    daemon = start(start_daemon)
    daemon.ask("progress 50")
    daemon.ask("message Going on")
    theme("apply", "first", "--socket", daemon.native)
    assert Path("/run/flipbook/theme.pack").read_bytes() == (packs / "first.pack").read_bytes()
    frame = shows(daemon, tmp_path, FIRST)
    assert count(frame, (255, 0, 0)) == 80 * 80
    # The bar keeps the reported progress: half of 200 points.
    assert count(frame, (0x0B, 0x6E, 0x4F)) == 100 * 20
    status = daemon.status()
    assert status["target"] == "50.00" and status["theme"] == "first"
    assert 'message="Going on"' in daemon.ask("status")
    # The other image has the same number in its pack.
    theme("apply", "second.pack", "--socket", daemon.native)
    frame = shows(daemon, tmp_path, SECOND)
    assert count(frame, (0, 255, 0)) == 80 * 80 and count(frame, (255, 0, 0)) == 0
    theme("apply", "--reset", "--socket", daemon.native)
    assert shows(daemon, tmp_path, (0, 0, 0)) and not Path("/run/flipbook/theme.pack").exists()
    assert daemon.log == ""


def test_a_file_that_is_no_pack_is_named(theme, tmp_path):
    (tmp_path / "notes.txt").write_text("Ideas")
    failed = theme("apply", "notes.txt", status=2)
    assert failed.stderr == "flipbook-theme: theme notes.txt: neither a pack nor a folder with a theme.toml\n"


def test_the_new_theme_dissolves_into_the_place_of_the_old_one(machine, start_daemon, theme, tmp_path):
    for name, color in (("first", "F7F5F0"), ("slow", "203040")):
        theme.make(name, THEME % color + "[stage]\ndissolve = 60\n", logo_svg=LOGO % b"#ff0000")
    theme("compile", "first", "-o", tmp_path / "first.pack")
    daemon = start(start_daemon, "--theme", str(tmp_path / "first.pack"))
    shows(daemon, tmp_path, FIRST)
    theme("apply", "slow", "--socket", daemon.native)
    seen = []
    # A step of the reddest channel takes a quarter of a second; the others follow it.
    assert wait_until(
        lambda: seen.append(snapshot(daemon, tmp_path).getpixel((0, 0)))
        or all(now < old for now, old in zip(seen[-1], FIRST, strict=True))), seen
    assert all(new < now for new, now in zip(SECOND, seen[-1], strict=True)), seen
    # The status reports the new theme.
    assert daemon.status()["theme"] == "slow"


def test_installed_themes_have_names(machine, start_daemon, packs, tmp_path):
    shutil.copy(packs / "first.pack", "/etc/flipbook/themes/acme.pack")
    daemon = start(start_daemon)
    assert daemon.ask("theme acme:dark") == "ok"
    shows(daemon, tmp_path, (0x10, 0x14, 0x18))
    assert daemon.ask("theme built-in:ring") == "ok"
    assert "animation=ring" in daemon.ask("status")
    assert daemon.ask("theme acme") == "ok"
    shows(daemon, tmp_path, FIRST)


def test_what_cannot_be_used_changes_nothing(machine, start_daemon, packs, tmp_path):
    daemon = start(start_daemon, "--theme", str(packs / "first.pack"))
    before = snapshot(daemon, tmp_path)
    broken = Path("/etc/flipbook/themes/broken.pack")
    broken.write_bytes((packs / "second.pack").read_bytes()[:-8])
    shutil.copy(packs / "second.pack", "/etc/flipbook/themes/acme.pack")
    for line, reply in (
            ("theme broken", f"error: theme {broken}: cut off: "),
            ("theme acme:blue", "error: theme /etc/flipbook/themes/acme.pack: has no variant 'blue'"),
            ("theme nothing", "error: theme nothing: not there"),
            ("theme", "error: theme /run/flipbook/theme.pack: not there"),
            ("theme :dark", "error: theme: a name that is empty or too long"),
            ("theme built-in:blue", "error: theme built-in: has no variant 'blue'"),
            ("theme ../acme", "error: theme '../acme': expected the name of an installed theme"),
            ("theme /etc/passwd", "error: theme '/etc/passwd': expected the name of an installed theme")):
        assert daemon.ask(line).startswith(reply)
    assert list(snapshot(daemon, tmp_path).getdata()) == list(before.getdata())
    assert daemon.log == ""


@pytest.mark.parametrize("state", ["start", "done", "fail", "progress unknown"])
def test_what_was_reported_stays(machine, start_daemon, packs, tmp_path, state):
    shutil.copy(packs / "first.pack", "/etc/flipbook/themes/acme.pack")
    daemon = start(start_daemon)
    daemon.ask("progress 30")
    daemon.ask(state)
    before = daemon.status()
    assert daemon.ask("theme acme") == "ok"
    after = daemon.status()
    assert after["target"] == before["target"]
    settled = {"done": "succeeded", "fail": "failed"}.get(state)
    assert after["state"] == (settled or before["state"])


@pytest.mark.parametrize("link", ["etc", "etc/flipbook"])
def test_links_do_not_lead_out_of_another_root(packs, theme, tmp_path, link):
    outside, root = tmp_path / "outside", tmp_path / "root"
    (outside / "flipbook").mkdir(parents=True)
    (root / link).parent.mkdir(parents=True)
    (root / link).symlink_to(outside)
    failed = theme("apply", packs / "first.pack", "--keep", "--root", root, status=2)
    assert failed.stderr.startswith(f"flipbook-theme: cannot open {root}/etc/flipbook: ")
    assert not list(outside.rglob("*.pack*"))
    (outside / "theme.pack").write_text("not ours")
    (outside / "flipbook/theme.pack").write_text("not ours")
    theme("apply", "--reset", "--keep", "--root", root, status=2)
    assert len(list(outside.rglob("theme.pack"))) == 2


def test_a_link_at_the_draft_or_the_pack_is_replaced(packs, theme, tmp_path):
    outside, folder = tmp_path / "outside", tmp_path / "root/etc/flipbook"
    outside.write_text("not ours")
    folder.mkdir(parents=True)
    for name in ("theme.pack.new", "theme.pack"):
        (folder / name).symlink_to(outside)
    theme("apply", packs / "first.pack", "--keep", "--root", tmp_path / "root")
    assert outside.read_text() == "not ours"
    assert not (folder / "theme.pack").is_symlink()
    assert (folder / "theme.pack").read_bytes() == (packs / "first.pack").read_bytes()


def test_a_file_as_large_as_the_daemon_reads_is_read(theme, tmp_path):
    """17 MiB that begin as a pack are refused for what is in them, not for their size nor as a folder."""
    large = tmp_path / "large.pack"
    large.write_bytes(b"FLIPPACK")
    os.truncate(large, 17 << 20)
    for failed in (theme("apply", large, "--keep", "--root", tmp_path / "root", status=2), theme("show", large, status=2),
                   subprocess.run([tool(), "render", "--theme", large, "--at", "0", "-o", tmp_path / "x.png"], text=True,
                                  capture_output=True, timeout=60)):
        assert failed.returncode == 2
        assert "larger than" not in failed.stderr and "theme.toml" not in failed.stderr


def test_a_larger_file_is_refused_by_the_limit(theme, tmp_path):
    large = tmp_path / "large.pack"
    large.write_bytes(b"FLIPPACK")
    os.truncate(large, (64 << 20) + 1)
    for command in (("apply", large, "--keep", "--root", tmp_path / "root"), ("show", large)):
        assert theme(*command, status=2).stderr == f"flipbook-theme: {large} is larger than 64 MiB\n"
