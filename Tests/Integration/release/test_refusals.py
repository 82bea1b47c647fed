# SPDX-License-Identifier: Apache-2.0
"""What Scripts/release does not release, each in one line."""

import shutil
import subprocess

import pytest
from daemon_process import ROOT
from release.conftest import VERSION, commit, make_dynamic, make_static


@pytest.mark.parametrize(("words", "line"), [
    (["9.9.9"], f"the file VERSION has {VERSION}, not 9.9.9"),
    ([VERSION, "--arch", "vax"], "no release is made for 'vax', but for amd64 arm64 armhf armel riscv64 wasm32"),
    ([VERSION, "--arch"], "--arch: a value is missing, or no such option; see --help"),
    ([], "which version? see --help"),
])
def test_bad_arguments(words, line):
    run = subprocess.run([ROOT / "Scripts/release", *words], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (1, f"release: {line}\n")


@pytest.mark.parametrize(("old", "new", "line"), [
    (f"## [{VERSION}] - ", "## [0.0.1] - ", "as its newest entry, not"),
    (f"## [{VERSION}] - ", f"## [9.9.9] - 2026-01-01\n\n## [{VERSION}] - ", "has '[9.9.9] - 2026-01-01' as its newest entry, not"),
    ("## [Unreleased]\n", "## [Unreleased]\n\n### Added\n\n- More.\n", "has work under 'Unreleased', which no version has"),
], ids=["no entry", "an older entry", "work since"])
def test_a_version_that_the_changelog_does_not_end_with(own_sources, old, new, line):
    file = own_sources.folder / "CHANGELOG.md"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    commit(own_sources.folder)
    assert line in own_sources.refusal(VERSION)


@pytest.mark.parametrize("name", ["README.md", "Sources/Text/New.swift"], ids=["changed", "added"])
def test_a_tree_with_changes(own_sources, name):
    with open(own_sources.folder / name, "a") as file:
        file.write("// More.\n")
    assert own_sources.refusal(VERSION) == "the tree has changes that are in no commit; see 'git status'"


def test_sources_without_a_repository(own_sources):
    shutil.rmtree(own_sources.folder / ".git")
    assert own_sources.refusal(VERSION) == "no commit is known here: a release is made in a checkout"


def test_a_key_that_is_not_there(sources, tmp_path, monkeypatch):
    monkeypatch.setenv("GNUPGHOME", str(tmp_path))
    assert sources.refusal(VERSION, "--sign", "nobody") == "GnuPG has no secret key 'nobody'"


@pytest.mark.parametrize("architecture", ["amd64", "armhf"])
@pytest.mark.parametrize("answer", ["", "flipbookd 0.0.1 (000000000000)", "flipbookd VERSION, modified)"],
                         ids=["silent", "older", "modified"])
def test_a_static_daemon_of_another_version(sources, programs, tmp_path, architecture, answer):
    """Also of another architecture's: it is run under an emulator."""
    shutil.copytree(programs, tmp_path / "programs")
    daemon = tmp_path / f"programs/{architecture}/flipbookd"
    answer = answer.replace("VERSION", sources.line.rstrip(")"))
    make_static(daemon, architecture, answer)
    assert sources.refusal(VERSION, "--arch", architecture, "--programs", tmp_path / "programs") == (
        f"{daemon} answers '{answer}' to --version, not 'flipbookd {sources.line}'")


def test_a_tool_of_another_version(sources, programs, tmp_path):
    shutil.copytree(programs, tmp_path / "programs")
    make_dynamic(tmp_path / "programs/flipbook", "flipbook 0.0.1")
    assert sources.refusal(VERSION, "--arch", "amd64", "--programs", tmp_path / "programs").endswith(
        f"/flipbook answers 'flipbook 0.0.1' to --version, not 'flipbook {sources.line}'")


def test_a_daemon_that_needs_libraries(sources, programs, tmp_path):
    shutil.copytree(programs, tmp_path / "programs")
    make_dynamic(tmp_path / "programs/amd64/flipbookd", f"flipbookd {sources.line}")
    assert sources.refusal(VERSION, "--arch", "amd64", "--programs", tmp_path / "programs").endswith(" is not static")
