# SPDX-License-Identifier: Apache-2.0
"""The page with its module, as it is built, and a browser that shows it."""

import subprocess
from pathlib import Path

import pytest
from daemon_process import ROOT
from playground.browser import Browser


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
