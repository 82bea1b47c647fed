# SPDX-License-Identifier: Apache-2.0
"""The same theme is the same pack on two Debians, whose librsvg and cairo write other files."""

import base64
import re
import subprocess
import tarfile

import pytest
from daemon_process import ROOT, theme_tool
from packages.machine import Machine

pytestmark = pytest.mark.root

SHIPPED = ROOT / "config/themes"
# What the libraries compute themselves: boxes of turned shapes, arcs, strokes, opacities.
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60" width="333" height="200"><defs>
<linearGradient id="box" x1="0.1" y1="0" x2="1" y2="0.7"><stop offset="0" stop-color="#123456"/>
<stop offset="0.37" stop-color="#fedcba"/><stop offset="1" stop-color="#0a7"/></linearGradient>
<linearGradient id="page" gradientUnits="userSpaceOnUse" x1="3" y1="7" x2="50" y2="41"
gradientTransform="rotate(11) skewX(3)"><stop offset="0.1" stop-color="red"/><stop offset="0.9" stop-color="blue"/>
</linearGradient></defs>
<g transform="translate(13.3 7.7) rotate(17.3) scale(1.1 0.7)"><circle cx="12.1" cy="9.3" r="7.77" fill="url(#box)"/>
<path d="M 30 5 C 41.3 -3 55.5 27.7 44.4 19.1 S 33 22 30 5 Z" fill="url(#box)" stroke="url(#box)" stroke-width="0.9"/>
<path d="M 3 30 A 9 5 20 1 0 19 33.3" fill="none" stroke="url(#box)" stroke-width="2.3" stroke-dasharray="3.1 1.7"
stroke-linecap="round"/></g>
<g transform="skewX(21) translate(40 20)"><rect width="13.7" height="9.1" rx="2.2" fill="url(#box)" opacity="0.4"/></g>
<rect x="70.3" y="10.7" width="21.1" height="33.3" fill="url(#page)"/>
<ellipse cx="20.2" cy="50.1" rx="9.9" ry="5.3" fill="url(#page)" fill-opacity="0.5" stroke="#333" stroke-width="0.7"/>
</svg>"""


@pytest.fixture
def themes(tmp_path):
    """An archive of the shipped themes and one more, and their names."""
    made = tmp_path / "made"
    made.mkdir()
    (made / "logo.svg").write_text(DRAWING)
    (made / "theme.toml").write_text(
        'flipbook = 1\nname = "made"\n[image.logo]\nfile = "logo.svg"\nheight = "50%"\n')
    folders = [*sorted(SHIPPED.iterdir()), made]
    with tarfile.open(tmp_path / "themes.tar", "w") as archive:
        for folder in folders:
            archive.add(folder, folder.name)
    return tmp_path / "themes.tar", [folder.name for folder in folders]


def libraries_beside() -> list[str]:
    """The libraries of the tool that are no Debian's: those of Swift, of a debug build."""
    listed = subprocess.run(["ldd", theme_tool()], check=True, text=True, capture_output=True).stdout
    return [path for path in re.findall(r"=> (/\S+)", listed) if not path.startswith(("/lib", "/usr/lib"))]


def packs(machine: Machine, archive, names: list[str]) -> dict[str, bytes]:
    with tarfile.open(archive.with_name("tool.tar"), "w") as tool:
        tool.add(theme_tool(), "flipbook-theme")
        for path in libraries_beside():
            tool.add(path, path.rsplit("/", 1)[1])
    machine.copy(archive, archive.with_name("tool.tar"))
    machine.shell("cd /tmp; tar -xf themes.tar; tar -xf tool.tar")
    found = {}
    for name in names:
        machine.shell(f"cd /tmp; LD_LIBRARY_PATH=. ./flipbook-theme compile {name} -o {name}.pack")
        found[name] = base64.b64decode(machine.shell(f"base64 /tmp/{name}.pack"))
    return found


def test_packs_of_two_debians_are_equal(debians_with_libraries, tmp_path, themes):
    made = []
    for root in debians_with_libraries:
        with Machine(tmp_path / root.name, root) as machine:
            made.append((packs(machine, *themes), machine.shell("dpkg-query -W -f '${Version}\\n' librsvg2-2 libcairo2")))
    (older, its_versions), (newer, other_versions) = made
    assert its_versions != other_versions
    assert [name for name in older if older[name] != newer[name]] == []
    assert all(pack.startswith(b"FLIPPACK") for pack in older.values())
