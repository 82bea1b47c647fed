# SPDX-License-Identifier: Apache-2.0
"""The variables of the environment: few, and each in the table of CONTRIBUTING.md."""

import re
import subprocess

from repository.manifest import ROOT

# Include guards, a condition of the page's build, and what Yocto and Buildroot prescribe.
OTHERS = re.compile(r"FLIPBOOK_(\w+_H|PLAYGROUND|UNSET)$")
RECIPES = (":!packaging/yocto", ":!packaging/buildroot", ":!Documentation/install/yocto.md",
           ":!Documentation/install/buildroot.md", ":!Tests/Integration/system/buildroot.py", ":!Tests/Integration/release",
           ":!Tests/Integration/repository", ":!CHANGELOG.md")


def test_each_variable_is_in_the_table():
    words = subprocess.run(["git", "grep", "-ohIwE", "FLIPBOOK_[A-Z0-9_]+", "--", ".", *RECIPES], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split()
    table = re.findall(r"^\| `(FLIPBOOK_\w+)` \|", (ROOT / "CONTRIBUTING.md").read_text(), re.M)
    assert {word for word in words if not OTHERS.match(word)} == set(table)
    assert len(table) <= 8
