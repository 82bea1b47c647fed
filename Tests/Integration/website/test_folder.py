# SPDX-License-Identifier: Apache-2.0
"""Scripts/docs site replaces its own folders, and no other."""

import shutil
import subprocess
import sys

import pytest
from daemon_process import ROOT


def make(*words) -> subprocess.CompletedProcess:
    """Makes a site of what Scripts/docs site has built."""
    return subprocess.run([sys.executable, ROOT / "Toolchain/site", *words], capture_output=True, text=True)


@pytest.mark.parametrize("words", [[], ["--check"]], ids=["make", "check"])
@pytest.mark.parametrize("name", ["site", "site.unfinished"])
def test_another_folder_is_left_alone(tmp_path, name, words):
    other = tmp_path / name
    other.mkdir()
    (other / "style.css").write_text("mine")
    reply = make(*words, tmp_path / "site")
    assert (reply.returncode, reply.stdout) == (1, "")
    assert reply.stderr == (f"docs: {other} is neither empty nor a site that 'Scripts/docs site' has made: "
                            "name another folder, or remove it\n")
    assert [file.read_text() for file in tmp_path.rglob("*.css")] == ["mine"]


def test_a_file_and_a_link_are_not_folders(tmp_path, folder):
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(folder)
    for name in ("file", "link"):
        reply = make(tmp_path / name)
        assert (reply.returncode, reply.stderr) == (1, f"docs: {tmp_path / name} is not a folder\n")
    assert (folder / "index.html").is_file()


def test_a_former_site_and_an_unfinished_one_are_replaced(tmp_path, folder):
    for name in ("site", "site.unfinished"):
        shutil.copytree(folder, tmp_path / name)
        (tmp_path / name / "old.html").touch()
    reply = make(tmp_path / "site")
    assert (reply.returncode, reply.stderr) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert (tmp_path / "site/index.html").is_file() and not (tmp_path / "site/old.html").exists()
