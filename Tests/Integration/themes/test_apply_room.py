# SPDX-License-Identifier: Apache-2.0
"""If a theme cannot be written, one line says so, and the previous theme stays."""

import subprocess
from pathlib import Path

import pytest
from namespaces import new_namespaces
from themes.samples import LOGO, THEME


@pytest.fixture
def root(theme, tmp_path):
    """A folder with two packs, and the root of an image on a file system of its own, which has 256 KiB."""
    for name, color in (("first", "F7F5F0"), ("second", "203040")):
        theme.make(name, THEME % color, logo_svg=LOGO % b"#ff0000")
        theme("compile", name, "-o", tmp_path / f"{name}.pack")
    root = tmp_path / "root"
    root.mkdir()
    with new_namespaces(network=False, mounts=True):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", root], check=True)
        yield root


def remount(root: Path, *options: str) -> None:
    subprocess.run(["mount", "-o", ",".join(("remount", *options)), root], check=True)


def files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_read_only_file_system_keeps_its_theme(root, theme):
    theme("apply", "first.pack", "--keep", "--root", root)
    before = files(root)
    assert list(before) == ["etc/flipbook/theme.pack"]
    remount(root, "ro")
    run = theme("apply", "second.pack", "--keep", "--root", root, status=2)
    kept = f"{root}/etc/flipbook/theme.pack"
    assert (run.stdout, run.stderr) == ("", f"flipbook-theme: cannot write {kept}: read-only file system\n")
    run = theme("apply", "--reset", "--keep", "--root", root, status=2)
    assert run.stderr == f"flipbook-theme: cannot remove {root}/etc/flipbook/theme.pack: read-only file system\n"
    assert files(root) == before
    remount(root, "rw")
    theme("apply", "second.pack", "--keep", "--root", root)
    assert files(root) != before and len(files(root)) == 1


def test_a_read_only_file_system_without_a_theme_is_said(root, theme):
    remount(root, "ro")
    run = theme("apply", "first.pack", "--keep", "--root", root, status=2)
    assert run.stderr == f"flipbook-theme: cannot open {root}/etc/flipbook: read-only file system\n"


def test_a_full_file_system_keeps_its_theme(root, theme):
    theme("apply", "first.pack", "--keep", "--root", root)
    before = files(root)
    with pytest.raises(OSError), (root / "filler").open("wb", buffering=0) as filler:
        while True:
            filler.write(bytes(4096))
    run = theme("apply", "second.pack", "--keep", "--root", root, status=2)
    assert run.stderr == f"flipbook-theme: cannot write {root}/etc/flipbook/theme.pack: no space left on device\n"
    (root / "filler").unlink()
    # An unfinished file is removed, too.
    assert files(root) == before
