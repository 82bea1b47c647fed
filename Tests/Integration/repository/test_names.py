# SPDX-License-Identifier: Apache-2.0
"""The names of tests: sentences."""

import re

from repository.manifest import ROOT

TESTS = [*(ROOT / "Tests").rglob("*Tests/*.swift"), *(ROOT / "Examples").rglob("Tests/*/*.swift")]


def names(text: str) -> list[str]:
    """Of Swift's tests, with their quotes; of one that has another name to be shown by, that."""
    return [shown or re.search(r"\bfunc (`[^`]+`|\w+)", text[found.end():])[1]
            for found in re.finditer(r'@Test\b(?:\(\s*(".*?"))?', text) for shown in [found[1]]]


def test_a_unit_test_has_a_sentence_for_its_name():
    found = [(file.name, name) for file in TESTS for name in names(file.read_text())]
    assert len(found) > 1000
    assert not [name for name in found if not re.fullmatch(r"`\S+( \S+)+`", name[1])]


def test_another_style_is_noticed():
    text = '@Test func `a name is one`() {}\n@Test(arguments: [1])\n  func isNone(a: Int)\n@Test(\n  "Shown.") func x() {}'
    assert names(text) == ["`a name is one`", "isNone", '"Shown."']
