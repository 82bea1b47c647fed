# SPDX-License-Identifier: Apache-2.0
"""The libraries' API is compared with that of the last version that has a tag, by the compiler's own command."""

import pytest
from release.conftest import VERSION, commit, git

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "flipbook", products: [.library(name: "Flipbook", targets: ["Flipbook"])],
  targets: [.target(name: "Flipbook", path: "Sources/Flipbook", exclude: ["Flipbook.docc"])])
"""
MAJOR, MINOR, PATCH = map(int, VERSION.split("."))
NEXT_PATCH = f"{MAJOR}.{MINOR}.{PATCH + 1}"
NEXT_ANNOUNCED = f"{MAJOR + 1}.0.0" if MAJOR else f"0.{MINOR + 1}.0"


class Library:
    """The sources with a library of one file, which is soon compiled, in place of ours, and a tag of its first version."""

    def __init__(self, sources) -> None:
        self.sources = sources
        (sources.folder / "Package.swift").write_text(MANIFEST)
        for file in (sources.folder / "Sources/Flipbook").glob("*.swift"):
            file.unlink()
        self.write("public func draw() {}\npublic func fade() {}\n", VERSION)
        git(sources.folder, "tag", f"v{VERSION}")

    def write(self, code: str, version: str) -> None:
        """A commit with this code and version."""
        folder = self.sources.folder
        (folder / "Sources/Flipbook/Flipbook.swift").write_text(code)
        old = (folder / "VERSION").read_text().strip()
        (folder / "VERSION").write_text(f"{version}\n")
        log = folder / "CHANGELOG.md"
        log.write_text(log.read_text().replace(f"## [{old}] - ", f"## [{version}] - 2026-01-01\n\n## [{old}] - ", 1)
                       if old != version else log.read_text())
        commit(folder)

    def release(self, version: str) -> str:
        """What a release prints up to the first program that is not there."""
        run = self.sources.release(version, "--arch", "amd64", "--programs", self.sources.folder / ".build/none",
                                   "--output", self.sources.folder / ".build/nothing")
        assert run.returncode == 1
        return run.stdout + run.stderr


@pytest.fixture
def library(own_sources) -> Library:
    return Library(own_sources)


def test_a_change_that_the_version_does_not_announce(library):
    library.write("public func draw() {}\n", NEXT_PATCH)
    assert library.release(NEXT_PATCH).endswith(
        f"release: {NEXT_PATCH} does not announce that the API differs from v{VERSION}:\n  func fade() has been removed\n")


def test_a_change_that_the_version_announces(library):
    library.write("public func draw() {}\n", NEXT_ANNOUNCED)
    printed = library.release(NEXT_ANNOUNCED)
    assert f"release: differences that {NEXT_ANNOUNCED} announces:\n  func fade() has been removed\n" in printed
    assert "/.build/none/amd64/flipbookd: no such program" in printed


def test_an_addition(library):
    library.write("public func draw() {}\npublic func fade() {}\npublic func turn() {}\n", NEXT_PATCH)
    printed = library.release(NEXT_PATCH)
    assert f"release: the libraries' API, compared with v{VERSION}\n" in printed
    assert "announce" not in printed and "no such program" in printed


def test_the_tag_of_the_release_itself_is_not_the_last_version(library):
    assert f"compared with v{VERSION}" not in library.release(VERSION)


def test_sources_that_do_not_compile(library):
    library.write("public func draw() {\n", NEXT_PATCH)
    printed = library.release(NEXT_PATCH)
    assert f"release: the libraries' API cannot be compared with v{VERSION}: " in printed
    assert "error:" in printed and "no such program" not in printed


def test_no_earlier_version(own_sources):
    run = own_sources.release(VERSION, "--arch", "amd64", "--programs", own_sources.folder / ".build/none",
                              "--output", own_sources.folder / ".build/nothing")
    assert "release: no earlier version has a tag here: the libraries' API is compared with none\n" in run.stdout
