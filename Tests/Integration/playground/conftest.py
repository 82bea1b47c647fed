# SPDX-License-Identifier: Apache-2.0
"""The page with its module, as it is built, and a browser that shows it."""

import subprocess
from pathlib import Path

import pytest
from daemon_process import ROOT, theme_tool
from playground.browser import Browser


def gallery(file: Path, folders, *size: int) -> Browser:
    """A gallery in a browser of its own."""
    return Browser(file, folders.mktemp("browser"), *size, ready="window.gallery !== undefined")


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of what Scripts/build --arch wasm32 has made for a web page."""
    return ROOT / ".build"


@pytest.fixture(scope="session")
def native_hashes() -> bytes:
    """The lines of the pixel suite on this machine, by what Scripts/build selftest has made."""
    return subprocess.run([ROOT / ".build/embedded/flipbook-selftest"], check=True, capture_output=True).stdout


@pytest.fixture(scope="session")
def opened(built, tmp_path_factory) -> Browser:
    """The page in a browser, opened from its file."""
    browser = Browser(built / "playground/index.html", tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


@pytest.fixture
def page(opened) -> Browser:
    """The same, for one test: nothing was commanded, and the clock stands at zero."""
    opened.evaluate("document.forms.options.reset(); document.getElementById('log').replaceChildren();"
                    "playground.configure(options()); playground.play([], 0)")
    yield opened
    assert opened.errors == []


@pytest.fixture(scope="session")
def write_gallery(tmp_path_factory):
    """Writes the gallery of a theme's folder or pack, as a function that returns its file."""
    def write(theme: Path) -> Path:
        file = tmp_path_factory.mktemp("gallery") / "page.html"
        subprocess.run([theme_tool(), "gallery", theme, "-o", file], check=True)
        return file
    return write


@pytest.fixture
def open_gallery(tmp_path_factory):
    """Opens a gallery from its file in a browser, which ends after the test, as a function: an open gallery plays."""
    browsers = []

    def opened(file: Path, *size: int) -> Browser:
        browsers.append(gallery(file, tmp_path_factory, *size))
        return browsers[-1]
    yield opened
    for browser in browsers:
        browser.close()


@pytest.fixture(scope="session")
def installer(write_gallery, tmp_path_factory) -> Browser:
    """The gallery of the theme 'installer', large enough for all displays."""
    browser = gallery(write_gallery(ROOT / "config/themes/installer"), tmp_path_factory, 1280, 2400)
    yield browser
    browser.close()


@pytest.fixture
def wall(installer) -> Browser:
    """The same, for one test: as it is at its beginning, with a still clock and progress that does not run by itself."""
    installer.look(1280, 2400)
    installer.evaluate("element('controls').reset(); gallery.play(); gallery.pause(); showPlaying(); showProgress(0);"
                       "showTyped(6);"
                       "document.querySelector('.asked').hidden = true; element('own-message').hidden = true;"
                       "fields().tour.checked = false; document.activeElement.blur(); scrollTo(0, 0);"
                       "document.querySelectorAll('.actual .enlarge').forEach((button) => button.click());"
                       "gallery.configure({options: {}, entries: [], time: 0}); gallery.speed = 1; 0")
    yield installer
    assert installer.errors == []
