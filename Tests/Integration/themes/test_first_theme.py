# SPDX-License-Identifier: Apache-2.0
"""What Documentation/first-theme.md says is so: its folder, its mistakes, and one text at a time."""

import re
import subprocess
from pathlib import Path

import pytest
from daemon_process import tool
from PIL import Image
from themes.samples import LOGO

PAGE = (Path(__file__).resolve().parents[3] / "Documentation/first-theme.md").read_text()
BACKGROUND = (0x12, 0x16, 0x1B)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def acme(theme):
    """The folder of the page's first step, without the mistakes of the second one."""
    (theme.folder / "logo.svg").write_bytes(LOGO % b"#7FD1FF")
    theme("new", "acme", "--logo", "logo.svg", "--color", "12161B")
    file = theme.folder / "acme/theme.toml"
    assert file.read_text() in blocks("console")[0]
    return file


def test_the_mistakes_get_the_errors_of_the_page(theme, acme):
    begun = acme.read_text()
    change = blocks("toml")[0]
    acme.write_text(begun + change)
    wanted = blocks("console")[1].partition("\n")[2].splitlines()
    run = theme("check", "acme", status=1)
    assert (run.stdout + run.stderr).splitlines() == wanted
    mended = change.replace("colour", "color").replace("lins", "lines")
    acme.write_text(begun + mended)
    theme("check", "acme", "--strict")
    theme("compile", "acme", "-o", theme.folder / "acme.pack")


@pytest.mark.parametrize("mode", ["boot-up", "shutdown", "reboot", "updates"])
@pytest.mark.parametrize("size", ["480x800", "1280x720"])
def test_one_text_is_shown_and_none_at_the_edge(theme, acme, mode, size):
    acme.write_text(acme.read_text() + blocks("toml")[0].replace("colour", "color").replace("lins", "lines"))
    theme("compile", "acme", "-o", theme.folder / "acme.pack")
    subprocess.run([tool(), "render", "--theme", theme.folder / "acme.pack", "--canvas", size, "--mode", mode,
                    "--at", "1000", "-o", theme.folder / "frame.png"], check=True, timeout=60)
    frame = Image.open(theme.folder / "frame.png").convert("RGB")
    width, height = frame.size
    lit = [any(frame.getpixel((x, y)) != BACKGROUND for x in range(width)) for y in range(height)]
    # From top to bottom: the logo, the ring, the text.
    groups = sum(lit[y] and not lit[y - 1] for y in range(1, height))
    assert groups == 3
    assert not any(lit[: height // 25] + lit[-height // 25 :])
