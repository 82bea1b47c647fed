# SPDX-License-Identifier: Apache-2.0
"""A custom theme: applied while a daemon shows another theme, and from the next boot's initramfs on."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree as remove_tree

import pytest
from boot_theme import boot, images
from guest import SHOTS
from install import Installed, package
from kms.commands import output, run
from kms.image import Image
from looks import corners
from PIL import Image as PILImage
from test_boot import show

pytestmark = [pytest.mark.qemu, pytest.mark.root]

BACKGROUND = (0x12, 0x16, 0x1B)
LOGO = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
<path d="M48 6 90 90H66L48 52 30 90H6Z" fill="#7FD1FF"/><circle cx="48" cy="76" r="11" fill="#2A7FFF"/></svg>
"""
# What Documentation/first-theme.md adds to what `flipbook-theme new` has made.
OWN = """
[prompt]
anchor = "bottom"
[text.message]
text = ["{message}", "Acme is starting"]
color = "9FB2C8"
lines = 1
[when.shutdown.text.message]
text = "Good night"
[translations.de]
"Acme is starting" = "Acme startet"
"Good night" = "Gute Nacht"
"""


@dataclass
class Theme:
    """A theme with a logo, a font and texts in two languages, and the tool of the package that made it."""

    folder: Path
    installed: Installed

    @property
    def tool(self) -> Path:
        return self.folder / "package/usr/bin/flipbook-theme"

    @property
    def pack(self) -> Path:
        return self.folder / "acme.pack"

    def make(self) -> None:
        run(["dpkg-deb", "-x", str(package("flipbook-theme")), str(self.folder / "package")])
        (self.folder / "logo.svg").write_text(LOGO)
        font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
        self.run("new", "acme", "--logo", "logo.svg", "--font", font, "--color", "12161B")
        file = self.folder / "acme/theme.toml"
        text = file.read_text().replace('name = "acme"', 'name = "acme"\nlocales = ["en", "de"]')
        file.write_text(text + OWN)
        self.run("check", "acme", "--strict")
        self.run("compile", "acme", "-o", self.pack)

    def run(self, *arguments) -> None:
        run([str(self.tool), *map(str, arguments)], cwd=self.folder)

    def libraries(self) -> list[Path]:
        """The libraries that the tool needs beyond those of libc, which every guest has."""
        loaded = [line.split() for line in output(["ldd", str(self.tool)]).splitlines()]
        found = [Path(words[2]) for words in loaded if len(words) > 2 and words[1] == "=>"]
        have = {file.name for file in (self.installed.tree / "usr/lib/x86_64-linux-gnu").iterdir()}
        return [file for file in found if file.name not in have]

    def rendered(self, *commands: str, locale: str = "en") -> Image:
        """The stage at rest after some commands, as `flipbook render` draws it."""
        image = self.folder / "expected.ppm"
        program = str(self.installed.tree / "usr/bin/flipbook")
        command = [program, "render", "--theme", str(self.pack), "--locale", locale, "--canvas", "1280x800"]
        timeline = "".join(f"100 {line}\n" for line in commands)
        command += ["--scale", "1", "--timeline", "-", "--at", "20000", "-o", str(image)]
        subprocess.run(command, input=timeline, text=True, check=True, timeout=100)
        return Image.read(image)


@pytest.fixture
def theme(installed, tmp_path) -> Theme:
    made = Theme(tmp_path, installed)
    made.make()
    return made


def test_a_theme_is_applied(guest, theme):
    """`flipbook-theme apply` in the guest: the state is kept in the new theme, to the byte as rendered."""
    show(guest)
    guest.sh("flipbookctl progress 40")
    copied = theme.folder / "copied"
    copied.mkdir()
    run(["cp", "-L", str(theme.tool), str(theme.pack), *map(str, theme.libraries()), str(copied)])
    guest.put(*copied.iterdir())
    guest.sh("cd /root/in; LD_LIBRARY_PATH=. ./flipbook-theme apply acme.pack", 120)
    wanted = theme.rendered("progress 40")
    guest.wait_for_frame("applied", lambda frame: frame == wanted)
    # The next daemon is the shutdown's.
    guest.sh("systemctl stop test-wants.service")
    guest.wait_for("! pgrep '^@?flipbookd$'")
    guest.send("systemctl poweroff")
    themed = [is_themed(frame) for frame in guest.wait_for_end(shots="off")]
    assert any(themed) and all(themed[themed.index(True) :]), themed


def test_a_theme_from_the_initramfs_on(installed, theme, scratch):
    """`flipbook-theme apply --keep`: the passphrase of the root is asked for in it, in the machine's language."""
    (theme.folder / "root/etc/flipbook").mkdir(parents=True)
    theme.run("apply", theme.pack, "--keep", "--root", theme.folder / "root")
    shots = SHOTS / "boot-theme"
    remove_tree(shots, ignore_errors=True)
    # As `Scripts/demo boot` does it.
    state, left = boot(
        installed, theme.folder / "root/etc/flipbook/theme.pack", "de_DE.UTF-8", asks=True, output=shots)  # fmt: skip
    assert (state, left) == ("running", [])
    seen = images(shots)
    themed = [is_themed(read(file)) for file in seen]
    names = [file.name for file in seen]
    assert "boot-asked-1.png" in names and "boot-shutdown-000.png" in names, names
    shutdown = names.index("boot-shutdown-000.png")
    # The last frame may be what QEMU shows when the kernel has reset the device.
    end = themed[shutdown:]
    assert any(end) and all(end[end.index(True) : -1]), list(zip(seen, themed))
    # A ring that goes round rests at any angle while something is asked, at the bottom.
    wanted = alike(*(theme.rendered(f"progress {percent}", locale="de") for percent in (0, 100)))
    asked = [rows(read(file)) for file in sorted(shots.glob("boot-asked-*.png"))]
    typed = [rows(read(file)) for file in sorted(shots.glob("boot-typed-*.png"))]
    # On a busy host an image without the question may stay for as long.
    asks = [wanted.items() <= frame.items() and max(frame) > max(wanted) + 100 for frame in asked]
    assert any(asks)
    # Bullets are all that typing changes.
    first = asks.index(True)
    assert wanted.items() <= typed[first].items() and typed[first] != asked[first]


def read(file: Path) -> Image:
    image = PILImage.open(file).convert("RGB")
    return Image(*image.size, image.tobytes())


def is_themed(frame: Image) -> bool:
    return all(pixel == BACKGROUND for pixel in corners(frame))


def rows(frame: Image) -> dict:
    """The rows of pixels that are not only background, by their numbers."""
    size = frame.width * 3
    lines = {row: frame.pixels[row * size : (row + 1) * size] for row in range(frame.height)}
    return {row: line for row, line in lines.items() if line != bytes(BACKGROUND) * frame.width}


def alike(one: Image, other: Image) -> dict:
    """The rows that two frames have in common."""
    return dict(rows(one).items() & rows(other).items())
