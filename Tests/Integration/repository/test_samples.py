# SPDX-License-Identifier: Apache-2.0
"""Swift code of the documentation is code of Examples, which 'Scripts/test examples' compiles and runs."""

import re

import pytest
from repository.manifest import ROOT

BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.M | re.S)
PAGES = sorted(page for page in [*(ROOT / "Sources").glob("*/*.docc/*.md"), *(ROOT / "Documentation").glob("*.md")]
               # Reports of faults of the compiler do not compile.
               if BLOCK.search(page.read_text()) and page.name != "compiler-workarounds.md")
EXAMPLES = [file.read_text() for file in (ROOT / "Examples").rglob("*.swift") if ".build" not in file.parts]


def lines_of(code: str) -> list[str]:
    return [line.strip() for line in code.splitlines() if line.strip()]


def is_manifest_of(code: str) -> bool:
    """Whether each line of a manifest is in one of Examples, whose packages are in folders of this repository.

    A page may show some of the targets, and its package has another name.
    """
    own = [line.replace('path: "../flipbook"', 'name: "flipbook", path: "../.."') for line in lines_of(code)]
    own = [line for line in own if not line.startswith('name: "')]
    return any(set(own) <= set(lines_of(example)) for example in EXAMPLES if "PackageDescription" in example)


def is_tested(code: str) -> bool:
    if "import PackageDescription" in code:
        return is_manifest_of(code)
    return any(code in example for example in EXAMPLES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_is_that_of_an_example(page):
    wrong = [code for code in BLOCK.findall(page.read_text()) if not is_tested(code)]
    assert not wrong, wrong[0]


def test_pages_are_found():
    assert {"FirstStage.md", "GoldenImages.md", "OwnDisplay.md", "stages.md"} <= {page.name for page in PAGES}


def test_other_code_is_noticed():
    assert not is_tested("let nothing = 0\n")
    assert not is_tested('import PackageDescription\nlet package = Package(dependencies: [.package(path: "../other")])\n')
