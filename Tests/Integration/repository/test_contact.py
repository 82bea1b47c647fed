# SPDX-License-Identifier: Apache-2.0
"""One address and one maintainer: those of the file CONTACT, wherever they stand."""

import re
import subprocess

import pytest
from repository import papers
from repository.manifest import ROOT

CONTACT = dict(re.findall(r"^(\w+)=(.+)$", papers.text("CONTACT"), re.M))
HOMEPAGE = CONTACT["homepage"]
HOST = HOMEPAGE.removeprefix("https://")
RECIPES = "packaging/yocto/meta-flipbook/recipes-core/flipbook"
# Each use outside of CONTACT: the file, what finds it, and what has to stand there. Recipes and themes read no other
# file.
USES = [
    (f"{RECIPES}/flipbook.inc", r'^HOMEPAGE = "(.*)"$', HOMEPAGE),
    (f"{RECIPES}/flipbook.inc", r'^FLIPBOOK_MIRROR \?= "(.*)"$', f"{HOMEPAGE}/releases"),
    ("packaging/buildroot/package/flipbook/Config.in", r"^\t  (https?://\S+)$", HOMEPAGE),
    ("packaging/buildroot/package/flipbook/Config.in", r'^\tdefault "(.*)"$', f"{HOMEPAGE}/releases"),
    ("packaging/alpine/APKBUILD", r'^url="(.*)"$', HOMEPAGE),
    ("packaging/alpine/APKBUILD", r"^# Maintainer: (.*)$", CONTACT["maintainer"]),
    ("packaging/arch/PKGBUILD", r"^url='(.*)'$", HOMEPAGE),
    ("packaging/arch/PKGBUILD", r"^# Maintainer: (.*)$", CONTACT["maintainer"]),
    ("packaging/debian/control", r"^Homepage: (.*)$", HOMEPAGE),
    ("packaging/debian/control", r"^Maintainer: (.*)$", CONTACT["maintainer"]),
    ("packaging/debian/changelog", r"^ -- (.*)  ", CONTACT["maintainer"]),
    ("packaging/debian/copyright", r"^Upstream-Contact: (.*)$", CONTACT["maintainer"]),
    ("packaging/debian/copyright", r"^Source: (.*)$", f"{HOMEPAGE}/releases"),
    ("packaging/debian/watch", r"^(https://.*?)/ ", f"{HOMEPAGE}/releases"),
    ("packaging/rpm/flipbook.spec", r"^URL: +(.*)$", HOMEPAGE),
    ("packaging/nix/flipbook.nix", r'^ +homepage = "(.*)";$', HOMEPAGE),
    ("config/themes/recovery/theme.toml", r'^qr = "(.*)"$', f"{HOMEPAGE}/help"),
    ("Sources/ThemeCompiler/Schema/StarterTheme.swift", r'"qr": "\\"(.*?)\\""', HOMEPAGE),
]


def test_the_file_has_an_address_and_a_maintainer():
    assert set(CONTACT) == {"homepage", "maintainer"}
    assert re.fullmatch(r"https://[\w.-]+", HOMEPAGE)
    assert re.fullmatch(r"[^<>]+ <[^@\s<>]+@[\w.-]+>", CONTACT["maintainer"])


@pytest.mark.parametrize("name, pattern, expected", USES)
def test_each_use_agrees_with_it(name, pattern, expected):
    (file,) = ROOT.glob(name)
    assert re.findall(pattern, file.read_text(), re.M) == [expected], f"{file.relative_to(ROOT)}: see CONTACT"


def test_there_is_no_other_use():
    found = subprocess.run(["git", "grep", "-lIF", "-e", HOST, "--", ":!CHANGELOG.md"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split()
    assert set(found) - {"CONTACT"} <= {str(file.relative_to(ROOT)) for name, _, _ in USES for file in ROOT.glob(name)}


def test_packages_are_made_with_it():
    run = subprocess.run(["bash", "-c", ". packaging/stage.sh; contact maintainer; contact homepage"], cwd=ROOT,
                         check=True, capture_output=True, text=True)
    assert run.stdout.splitlines() == [CONTACT["maintainer"], HOMEPAGE]
    assert "maintainer=$(contact maintainer)\n" in (ROOT / "Scripts/package").read_text()


@pytest.mark.parametrize("name", ["CONTACT", "SECURITY.md", "packaging/README.md", "config/themes/recovery/theme.toml"])
def test_a_placeholder_is_called_one(name):
    if not HOST.endswith(".example"):
        pytest.skip("the address is a real one")
    assert "placeholder" in papers.text(name)
