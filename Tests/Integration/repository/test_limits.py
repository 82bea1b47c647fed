# SPDX-License-Identifier: Apache-2.0
"""The limits of the house: what is in executables, what is public, how long files are."""

import re

import pytest
from repository.manifest import ROOT, modules, swift_files

# How many declarations of the libraries may be public, in all and of the modules that have most reason to grow.
PUBLIC = 320
PUBLIC_OF_MODULE = {"DisplayList": 48}
DECLARATION = re.compile(
    r"^ *(?:@\w+(?:\([^)]*\))? +)*(?:(?:final|static|indirect|mutating|borrowing|consuming) +)*public +"
    r"(?!import\b)", re.M)


def length(file) -> int:
    return len(file.read_text().splitlines())


@pytest.mark.parametrize(("name", "limit"), [("flipbookd", 900), ("flipbook", 3000)])
def test_an_executable_is_short(name, limit, record_property):
    lines = sum(length(file) for file in modules()[name].sources)
    record_property("limit", f"{name}: {lines} lines of Swift (at most {limit})")
    assert lines <= limit


def test_no_test_goes_into_an_executable(record_property):
    executables = {name for name, module in modules().items() if module.kind == "executableTarget"}
    found = [f"{file.relative_to(ROOT)}: {name}" for file in swift_files()
             for name in re.findall(r"^ *@testable +import +(\w+)", file.read_text(), re.M)
             if name in executables]
    record_property("limit", f"@testable imports of executables: {len(found)} (none)")
    assert not found


def test_no_symbolic_link_is_under_fuzzing(record_property):
    links = [file for file in (ROOT / "Fuzzing").rglob("*")
             if file.is_symlink() and ".build" not in file.relative_to(ROOT).parts]
    record_property("limit", f"symbolic links under Fuzzing: {len(links)} (none)")
    assert not links


def test_no_file_is_long(record_property):
    lengths = {str(file.relative_to(ROOT)): length(file) for file in swift_files()}
    longest = max(lengths, key=lengths.get)
    record_property("limit", f"the longest Swift file: {lengths[longest]} lines, {longest} (at most 400)")
    assert not {file: lines for file, lines in lengths.items() if lines > 400}


def test_what_is_public_does_not_grow(record_property):
    counts = {name: sum(len(DECLARATION.findall(file.read_text())) for file in module.sources)
              for name, module in modules().items() if module.kind != "executableTarget"}
    record_property("limit", f"public declarations: {sum(counts.values())} (at most {PUBLIC}): "
                    + ", ".join(f"{name} {count}" for name, count in counts.items() if count))
    assert sum(counts.values()) <= PUBLIC
    assert not {name: counts[name] for name, limit in PUBLIC_OF_MODULE.items() if counts[name] > limit}


def test_a_public_declaration_is_counted():
    text = ("public import Motion\npublic struct A {\n  public static var b: Int\n  package var c: Int\n"
            "  @inlinable public func d() {}\n  /// public\n  var e: Int\n}\n@c(x)\npublic func f() {}\n")
    assert len(DECLARATION.findall(text)) == 4


def test_scripts_are_few(record_property):
    entries = [entry.name for entry in (ROOT / "Scripts").iterdir()]
    record_property("limit", f"entries of Scripts: {len(entries)} (at most 10)")
    assert len(entries) <= 10
