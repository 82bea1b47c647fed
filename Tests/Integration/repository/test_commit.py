# SPDX-License-Identifier: Apache-2.0
"""The commit that programs print with their version: Toolchain/commit, in checkouts and in source tarballs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from daemon_process import flipbookd, theme_tool, tool
from repository.manifest import ROOT

SOURCE = 'const char flipbook_commit[] = "{}";\n'


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", "-c", "user.name=one", "-c", "user.email=one@example.org", *words], cwd=folder,
                          check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path, *options: str) -> str:
    return subprocess.run([folder / "Toolchain/commit", *options], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def sources(tmp_path) -> Path:
    """A folder with the files that decide, in no repository."""
    folder = tmp_path / "sources"
    (folder / "Toolchain").mkdir(parents=True)
    shutil.copy(ROOT / "Toolchain/commit", folder / "Toolchain")
    for name in ("COMMIT", ".gitattributes"):
        shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture
def checkout(sources) -> Path:
    git(sources, "init", "--quiet")
    git(sources, "add", ".")
    git(sources, "commit", "--quiet", "--message=one")
    return sources


def test_a_checkout_has_its_commit(checkout):
    digits = git(checkout, "rev-parse", "HEAD")
    assert commit(checkout) == digits[:12] + "\n"
    assert commit(checkout, "--hash") == digits + "\n"
    assert commit(checkout, "--time") == git(checkout, "log", "-1", "--format=%ct") + "\n"
    assert commit(checkout, "--source") == SOURCE.format(digits[:12])


@pytest.mark.parametrize("name", ["COMMIT", "new.swift"], ids=["changed", "added"])
def test_a_file_that_is_not_in_the_commit_is_said(checkout, name):
    with open(checkout / name, "a") as file:
        file.write("# more\n")
    digits = git(checkout, "rev-parse", "HEAD")
    assert commit(checkout) == f"{digits[:12]}, modified\n"
    assert commit(checkout, "--hash") == digits + "\n"
    assert commit(checkout, "--source") == SOURCE.format(f"{digits[:12]}, modified")


def test_a_source_tarball_has_the_commit_in_a_file(checkout, tmp_path):
    """Also in the folder of another repository, as those of packages are."""
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message=other")
    tarball = tmp_path / "sources.tar"
    git(checkout, "archive", "--prefix=unpacked/", f"--output={tarball}", "HEAD")
    shutil.unpack_archive(tarball, tmp_path)
    for option in ("", "--hash", "--time", "--source"):
        words = [option] if option else []
        assert commit(tmp_path / "unpacked", *words) == commit(checkout, *words) != ""


def test_sources_without_either_have_none(sources, tmp_path):
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message=other")
    assert [commit(sources, *words) for words in ([], ["--hash"], ["--time"])] == ["", "", ""]
    assert commit(sources, "--source") == SOURCE.format("commit unknown")


@pytest.mark.parametrize("name", ["flipbookd", "flipbookctl", "flipbook", "flipbook-theme"])
def test_each_program_says_its_version_and_its_commit(name):
    """A debug build has none: it is not linked again for each commit."""
    program = {"flipbook": tool, "flipbook-theme": theme_tool}.get(name, flipbookd)()
    printed = subprocess.run([name, "--version"], executable=program, check=True, capture_output=True,
                             text=True).stdout
    kind = "development build" if "/debug/" in str(program) else r"([0-9a-f]{12}(, modified)?|commit unknown)"
    assert re.fullmatch(rf"{name} {(ROOT / 'VERSION').read_text().strip()} \({kind}\)\n", printed), printed
