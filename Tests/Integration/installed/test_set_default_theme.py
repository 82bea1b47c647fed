# SPDX-License-Identifier: Apache-2.0
"""Plymouth's program that sets the theme: installed packs are themes, and words without effect are reported."""

import os
import subprocess

import pytest
from repository.manifest import ROOT


@pytest.fixture
def program(tmp_path):
    (tmp_path / "flipbook.conf").write_text('FLIPBOOK_OPTIONS="--scale 2 --animation ring --rings 2"\n')
    (tmp_path / "themes").mkdir()
    for name in ("kiosk", "ring"):
        (tmp_path / f"themes/{name}.pack").touch()

    def run(*words, status=0):
        done = subprocess.run(
            [ROOT / "packaging/plymouth-set-default-theme", *words], text=True, capture_output=True,
            env={**os.environ, "FLIPBOOK_CONFIGURATION": str(tmp_path / "flipbook.conf"),
                 "FLIPBOOK_THEME_FOLDERS": f"{tmp_path}/none {tmp_path}/themes",
                 "FLIPBOOK_APPLIED": str(tmp_path / "theme.pack")})
        assert done.returncode == status, done
        return done

    return run


def options(tmp_path) -> str:
    return (tmp_path / "flipbook.conf").read_text()


def test_installed_packs_are_listed(program):
    assert program("--list").stdout.split() == ["download", "flow", "kiosk", "ring"]


def test_an_installed_pack_is_set_and_replaced(program, tmp_path):
    assert program("kiosk").stderr == ""
    assert options(tmp_path) == 'FLIPBOOK_OPTIONS="--theme kiosk --scale 2 --animation ring --rings 2"\n'
    assert program().stdout == "kiosk\n"
    program("flow")
    assert options(tmp_path) == 'FLIPBOOK_OPTIONS="--scale 2 --animation flow --rings 2"\n'
    assert program().stdout == "flow\n"


def test_a_theme_named_by_its_path_is_replaced(program, tmp_path):
    (tmp_path / "flipbook.conf").write_text('FLIPBOOK_OPTIONS="--scale 2 --theme /opt/acme.pack:dark"\n')
    assert program().stdout == "/opt/acme.pack:dark\n"
    program("kiosk")
    assert "acme" not in options(tmp_path) and "--theme kiosk --scale 2" in options(tmp_path)


def test_an_animation_without_effect_is_said(program, tmp_path):
    (tmp_path / "theme.pack").touch()
    assert program("flow").stderr.endswith("is shown instead; flipbook-theme apply --keep --reset removes it\n")
    assert program("kiosk").stderr == ""


@pytest.mark.parametrize("name", ["spinner", "kiosk.pack", "../kiosk", "k.osk"])
def test_what_is_not_installed_is_refused(program, tmp_path, name):
    before = options(tmp_path)
    assert program(name, status=1).stderr.count("\n") == 1
    assert options(tmp_path) == before


@pytest.mark.parametrize("words", ["--theme kiosk --scale 2", "--scale 2 --theme=kiosk:dark"])
def test_a_pack_that_is_set_goes_into_the_initramfs(tmp_path, words):
    """The hook's own lines, below a root of the test's."""
    hook = (ROOT / "initramfs-tools/hooks/flipbook").read_text()
    lines = hook[hook.index("has_theme=n\n"):hook.index("# The machine's language")]
    for folder in ("/etc/flipbook", "/usr/share/flipbook"):
        lines = lines.replace(folder, f"{tmp_path}{folder}")
    share, etc = tmp_path / "usr/share/flipbook", tmp_path / "etc/flipbook"
    (share / "themes").mkdir(parents=True)
    etc.mkdir(parents=True)
    for file in (share / "themes/kiosk.pack", share / "themes/flow.pack", share / "theme.pack"):
        file.write_text(file.name)
    (etc / "flipbook.conf").write_text(f'FLIPBOOK_OPTIONS="{words}"\n')
    subprocess.run(["sh", "-eu"], input=lines, text=True, check=True, env={**os.environ, "DESTDIR": f"{tmp_path}/made"})
    copied = {file.name for file in (tmp_path / "made").rglob("*.pack")}
    assert copied == {"kiosk.pack", "theme.pack"}
