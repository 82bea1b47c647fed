# SPDX-License-Identifier: Apache-2.0
"""A name of the libraries hides no name that Swift's own modules have: an import would change other code's meaning."""

import re
import subprocess

import pytest
from repository.manifest import modules

# The modules that a program imports, or that are imported in each.
OWN_OF_SWIFT = ("Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Foundation", "Dispatch", "Glibc")
# The modules that are imported with a library.
EXPORTED = ("FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Theme", "Animations", "FlipbookClient", "StageTest")
TOP_LEVEL = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? +)*public +(?:final +|indirect +)*(struct|enum|class|actor|protocol|typealias|func|var|let) +(\w+)",
    re.M)


def public_names() -> set[tuple[str, str]]:
    """The kinds and names of the public declarations that are in no type."""
    return {found for module in EXPORTED for file in modules()[module].sources
            for found in TOP_LEVEL.findall(file.read_text())}


def types() -> list[str]:
    return sorted(name for _, name in public_names())


def names_of(module: str, names: list[str], folder) -> set[str]:
    """Those of some names that are types of a module: the compiler accepts them behind the module's name."""
    file = folder / "uses.swift"
    uses = "".join(f"typealias Use{index} = {module}.{name}\n" for index, name in enumerate(names))
    file.write_text(f"import {module}\n{uses}")
    run = subprocess.run(["swiftc", "-typecheck", file], capture_output=True, text=True)
    missing = re.findall(rf"error: no type named '(\w+)' in module '{module}'", run.stderr)
    assert len(missing) == run.stderr.count("error: "), run.stderr
    return set(names) - set(missing)


def test_all_public_names_are_types():
    assert {"Fixed", "Instant", "TimeSpan", "Stage", "Animation", "DaemonConnection", "StageImage"} <= set(types())
    assert not {kind for kind, _ in public_names()} & {"func", "var", "let"}


@pytest.mark.parametrize(("module", "own", "other"), [
    ("Swift", "Array", "Fixed"), ("_Concurrency", "Task", "Instant"), ("Foundation", "Data", "Scene"),
    ("Glibc", "FILE", "Stage")])
@pytest.mark.slow
def test_a_name_of_swift_is_noticed(module, own, other, tmp_path):
    assert names_of(module, [own, other], tmp_path) == {own}


@pytest.mark.parametrize("module", OWN_OF_SWIFT)
def test_no_name_of_swift_is_hidden(module, tmp_path, record_property):
    record_property("limit", f"public names that hide one of {module}: none of {len(types())}")
    assert names_of(module, types(), tmp_path) == set()


def test_exported_modules_are_those_of_the_products():
    exports = {name for file in modules()["Flipbook"].sources
               for name in re.findall(r"^@_exported public import (\w+)", file.read_text(), re.M)}
    assert exports | {"FlipbookClient", "StageTest"} == set(EXPORTED)
