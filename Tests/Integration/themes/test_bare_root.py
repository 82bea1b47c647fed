# SPDX-License-Identifier: Apache-2.0
"""The tools in the root of an image builder or installer: without /proc, /sys, /dev, HOME and a locale."""

import subprocess

import pytest
from daemon_process import theme_tool, tool
from themes.samples import LOGO, THEME

HIDDEN = "for folder in /proc /sys /dev; do mount -t tmpfs tmpfs $folder || exit 99; done; exec env -i \"$@\""


def run(*words, folder="/", status=0) -> subprocess.CompletedProcess:
    done = subprocess.run(["unshare", "--mount", "sh", "-c", HIDDEN, "sh", *map(str, words)], cwd=folder, text=True,
                          capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done


@pytest.mark.parametrize("program", [tool, theme_tool])
def test_a_tool_reads_its_arguments(program):
    assert run(program(), "--version").stdout.startswith("flipbook")
    assert "nonsense" in run(program(), "nonsense", status=2).stderr


def test_a_theme_is_compiled_and_kept(theme, tmp_path):
    theme.make("acme", THEME % "F7F5F0", logo_svg=LOGO % b"#ff0000")
    run(theme_tool(), "compile", "acme", "-o", "bare.pack", folder=tmp_path)
    theme("compile", "acme", "-o", "here.pack")
    assert (tmp_path / "bare.pack").read_bytes() == (tmp_path / "here.pack").read_bytes()
    (tmp_path / "root").mkdir()
    run(theme_tool(), "apply", "bare.pack", "--keep", "--root", "root", folder=tmp_path)
    kept = tmp_path / "root/etc/flipbook/theme.pack"
    assert kept.read_bytes() == (tmp_path / "here.pack").read_bytes()


def test_a_frame_is_drawn(tmp_path):
    run(tool(), "render", "ring", "--canvas", "64x64", "--at", "0", "-o", "frame.png", folder=tmp_path)
    assert (tmp_path / "frame.png").read_bytes().startswith(b"\x89PNG")
