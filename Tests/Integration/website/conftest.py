# SPDX-License-Identifier: Apache-2.0
"""The site as Scripts/docs site has made it, and a browser that shows it."""

from pathlib import Path

import pytest
from daemon_process import ROOT
from playground.browser import Browser
from website import pages

FOLDER = ROOT / ".build/site"


@pytest.fixture(scope="session")
def folder() -> Path:
    assert (FOLDER / "style.css").is_file(), "no site: run Scripts/docs site"
    return FOLDER


@pytest.fixture(scope="session")
def every(folder) -> dict:
    """All pages by their paths."""
    return pages.read(folder)


@pytest.fixture(scope="session")
def browser(folder, tmp_path_factory) -> Browser:
    made = Browser(folder / "index.html", tmp_path_factory.mktemp("browser"), ready="true")
    yield made
    made.close()
