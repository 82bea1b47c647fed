# SPDX-License-Identifier: Apache-2.0
"""Plymouth's program that sets the theme: installed packs are themes, and words without effect are reported."""

import os
import subprocess
from pathlib import Path

import pytest
from repository.manifest import ROOT


def below(root: Path, script: Path) -> str:
    """A script, with a root of the test's."""
    text = script.read_text()
    for folder in ("/etc/flipbook", "/usr/share/flipbook"):
        assert folder in text
        text = text.replace(folder, f"{root}{folder}")
    return text


@pytest.fixture
def etc(tmp_path) -> Path:
    """The folder of the configuration."""
    folder = tmp_path / "etc/flipbook"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def program(tmp_path, etc):
    (etc / "flipbook.conf").write_text('FLIPBOOK_OPTIONS="--scale 2 --animation ring --rings 2"\n')
    themes = tmp_path / "usr/share/flipbook/themes"
    themes.mkdir(parents=True)
    for name in ("kiosk", "ring"):
        (themes / f"{name}.pack").touch()
    script = tmp_path / "plymouth-set-default-theme"
    script.write_text(below(tmp_path, ROOT / "packaging/plymouth-set-default-theme"))
    script.chmod(0o755)

    def run(*words, status=0):
        done = subprocess.run([script, *words], text=True, capture_output=True)
        assert done.returncode == status, done
        return done

    return run


def options(etc) -> str:
    return (etc / "flipbook.conf").read_text()


def test_installed_packs_are_listed(program):
    assert program("--list").stdout.split() == ["download", "flow", "kiosk", "ring"]


def test_an_installed_pack_is_set_and_replaced(program, etc):
    assert program("kiosk").stderr == ""
    assert options(etc) == 'FLIPBOOK_OPTIONS="--theme kiosk --scale 2 --animation ring --rings 2"\n'
    assert program().stdout == "kiosk\n"
    program("flow")
    assert options(etc) == 'FLIPBOOK_OPTIONS="--scale 2 --animation flow --rings 2"\n'
    assert program().stdout == "flow\n"


def test_a_theme_named_by_its_path_is_replaced(program, etc):
    (etc / "flipbook.conf").write_text('FLIPBOOK_OPTIONS="--scale 2 --theme /opt/acme.pack:dark"\n')
    assert program().stdout == "/opt/acme.pack:dark\n"
    program("kiosk")
    assert "acme" not in options(etc) and "--theme kiosk --scale 2" in options(etc)


def test_an_animation_without_effect_is_said(program, etc):
    (etc / "theme.pack").touch()
    assert program("flow").stderr.endswith("is shown instead; flipbook-theme apply --keep --reset removes it\n")
    assert program("kiosk").stderr == ""


@pytest.mark.parametrize("name", ["spinner", "kiosk.pack", "../kiosk", "k.osk"])
def test_what_is_not_installed_is_refused(program, etc, name):
    before = options(etc)
    assert program(name, status=1).stderr.count("\n") == 1
    assert options(etc) == before


@pytest.mark.parametrize("words", ["--theme kiosk --scale 2", "--scale 2 --theme=kiosk:dark"])
def test_a_pack_that_is_set_goes_into_the_initramfs(tmp_path, etc, words):
    """The hook's own lines, below a root of the test's."""
    hook = below(tmp_path, ROOT / "initramfs-tools/hooks/flipbook")
    lines = hook[hook.index("has_theme=n\n"):hook.index("# The machine's language")]
    share = tmp_path / "usr/share/flipbook"
    (share / "themes").mkdir(parents=True)
    for file in (share / "themes/kiosk.pack", share / "themes/flow.pack", share / "theme.pack"):
        file.write_text(file.name)
    (etc / "flipbook.conf").write_text(f'FLIPBOOK_OPTIONS="{words}"\n')
    subprocess.run(["sh", "-eu"], input=lines, text=True, check=True, env={**os.environ, "DESTDIR": f"{tmp_path}/made"})
    copied = {file.name for file in (tmp_path / "made").rglob("*.pack")}
    assert copied == {"kiosk.pack", "theme.pack"}
