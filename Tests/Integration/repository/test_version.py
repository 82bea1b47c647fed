# SPDX-License-Identifier: Apache-2.0
"""One version: that of the file VERSION, wherever it stands."""

import re

import pytest
from repository.manifest import ROOT, modules, swift_files

VERSION = (ROOT / "VERSION").read_text()
# A program's name and its version, as `--version` prints them.
PRINTED = re.compile(r"\bflipbook(?:d|ctl|-theme)? (\d+\.\d+\.\d+)")


def test_it_is_a_number_alone():
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", VERSION)


@pytest.mark.parametrize("module", ["flipbookd", "flipbook", "flipbook-theme", "ControlClient", "Followers", "Doctor"])
def test_what_programs_print(module):
    found = [number for file in modules()[module].sources for number in PRINTED.findall(file.read_text())]
    assert found == [VERSION.strip()]


def test_every_mention_in_the_code():
    found = {f"{file.relative_to(ROOT)}: {number}" for file in swift_files()
             for number in PRINTED.findall(file.read_text()) if number != VERSION.strip()}
    assert not found


@pytest.mark.parametrize("page", sorted(file.name for file in (ROOT / "Documentation").glob("*.[158]")))
def test_the_headings_of_man_pages(page):
    heading = (ROOT / "Documentation" / page).read_text().splitlines()[0]
    assert re.fullmatch(rf'\.TH [A-Z-]+ [158] \d{{4}}-\d\d-\d\d "Flipbook {re.escape(VERSION.strip())}" ".+"', heading)


def test_the_newest_entry_of_the_changelog():
    text = (ROOT / "CHANGELOG.md").read_text()
    assert re.findall(r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$", text, re.M)[0] == VERSION.strip()


def test_the_newest_entry_of_the_changelog_of_debian():
    first = (ROOT / "packaging/debian/changelog").read_text().splitlines()[0]
    assert first.startswith(f"flipbook ({VERSION.strip()}-")


def test_scripts_read_the_file():
    found = [entry.name for entry in (ROOT / "Scripts").iterdir()
             if entry.is_file() and re.search(rf"\b{re.escape(VERSION.strip())}\b", entry.read_text())]
    assert not found
    assert "VERSION" in (ROOT / "Scripts" / "package").read_text()
