# SPDX-License-Identifier: Apache-2.0
"""What the papers say of the repository is so."""

import re

from repository import papers
import pytest
from repository.manifest import ROOT, modules, swift_files


def rows() -> dict[str, list[str]]:
    """The rows of the table of modules, by module."""
    return {row[0].strip("`"): row for row in papers.table(papers.text("ARCHITECTURE.md"), "Modules")}


def test_the_table_has_each_module():
    folders = {entry.name for entry in (ROOT / "Sources").iterdir() if entry.is_dir()}
    assert set(rows()) == set(modules()) == folders


def test_the_table_has_each_module_once():
    names = [row[0] for row in papers.table(papers.text("ARCHITECTURE.md"), "Modules")]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", modules())
def test_the_table_has_what_a_module_may_import(name):
    written = set(re.findall(r"[\w-]+", rows()[name][2].replace("—", "")))
    assert written == modules()[name].dependencies


@pytest.mark.parametrize("name", modules())
def test_a_module_imports_what_it_declares_and_no_more(name):
    """The compiler also finds modules that were built for another module, whether declared or not."""
    if not modules()[name].sources:
        return  # C, which includes headers
    known = set(modules()) | {"ArgumentParser"}
    assert modules()[name].imports & known == modules()[name].dependencies


def test_no_module_imports_one_that_imports_it():
    every = modules()
    done = set()
    while len(done) < len(every):
        ready = {name for name in every if every[name].dependencies & set(every) <= done}
        assert ready - done, f"in a circle: {set(every) - done}"
        done |= ready


# Whose tables say which test holds what.
TABLES = ("Tests/Integration/system/README.md", "Tests/Integration/safety/README.md")


@pytest.mark.parametrize("name", [*papers.NAMES, *TABLES])
def test_each_path_exists(name):
    found = papers.paths(papers.text(name))
    assert found
    assert not sorted(path for path in found if not papers.exists(path.partition("::")[0]))


@pytest.mark.parametrize("name", [*papers.NAMES, *TABLES])
def test_each_named_test_exists(name):
    missing = [f"{path}::{test}" for path, test in sorted(papers.tests(papers.text(name)))
               if f"def {test}(" not in (ROOT / path).read_text()]
    assert not missing


def test_a_missing_path_is_noticed():
    page = "See `Sources/Nowhere/Lost.swift`, [this](Gone.md) and `Tests/results.py`."
    found = papers.paths(page)
    assert {path for path in found if not papers.exists(path)} == {"Sources/Nowhere/Lost.swift", "Gone.md"}


def test_the_readme_links_to_each():
    readme = papers.text("README.md")
    assert not [name for name in papers.NAMES if f"]({name})" not in readme]


@pytest.mark.parametrize("name", papers.NAMES)
def test_each_named_function_exists(name):
    page = papers.text(name)
    missing = [f"{path}: {function}" for path, function in sorted(papers.functions(page))
               if not re.search(rf"\b(?:func|var) {function}\b", (ROOT / path).read_text())]
    sources = "\n".join(file.read_text() for file in (ROOT / "Sources").rglob("*.swift"))
    missing += [word for word in sorted(papers.signatures(page)) if not papers.declares(sources, word)]
    assert not missing


def test_the_recipe_of_an_animation_has_each_place_with_a_name_of_one():
    files = [file.relative_to(ROOT) for file in swift_files() if file.is_relative_to(ROOT / "Sources")
             and re.search(r'"(?:[^"\n]*kind )?ring"|\bflow,? download,? (?:or )?ring\b', file.read_text())]
    page = papers.text("CONTRIBUTING.md")
    assert len(files) > 1 and not [str(file) for file in files if f"`{file}`" not in page]


def test_the_recipe_of_an_element_has_each_place_of_one_and_no_other():
    files = {str(file.relative_to(ROOT)) for file in swift_files() if file.is_relative_to(ROOT / "Sources")
             and re.search(r"\bcase \.clock\b|\bClockElement\b|\bstatic let clock\b", file.read_text())}
    recipe = papers.text("CONTRIBUTING.md").partition("### … a kind of element")[2].partition("\n### ")[0]
    assert files == set(re.findall(r"`(Sources/[^`]*)`", recipe)) and len(files) == 6


def test_each_exhaustive_test_has_its_name():
    lines = [line for line in (ROOT / "Tests/exhaustive.txt").read_text().splitlines() if not line.startswith("#")]
    tests = {f"{file.parts[-2]}.{suite} {name}" for file in (ROOT / "Tests").glob("*Tests/**/*.swift")
             for suite in re.findall(r"^(?:@Suite(?:\(.*?\))? )?(?:final )?(?:struct|class|extension) (\w+)", file.read_text(), re.M)
             for name in re.findall(r"func `([^`]+)`", file.read_text())}
    assert len(lines) > 20 and not set(lines) - tests


def test_labels_are_compared():
    source = "mutating func append(\n    first outputs: borrowing Outputs, _ count: Int) {}\ninit(_ a: Int) {}"
    assert papers.declares(source, "append(first:_:)") and papers.declares(source, "init(_:)")
    assert not papers.declares(source, "append(last:_:)")


def test_each_workaround_for_the_compiler_is_listed():
    text = papers.text("Documentation/compiler-workarounds.md")
    listed = set(re.findall(r"^## ([a-z-]+)$", text, re.M))
    places = [*swift_files(), ROOT / "Package.swift", *(ROOT / "Benchmarks").rglob("*.py")]
    sources = "".join(re.sub(r"\n *(///?|#) ?", " ", file.read_text()) for file in places)
    assert set(re.findall(r"compiler-workarounds\.md[:,] ([a-z-]+)", sources)) == listed
    assert not re.findall(r"Swift \(?6\.\d|\(6\.\d\.\d\)", sources)


@pytest.mark.parametrize("page", sorted(file.name for file in (ROOT / "Documentation").glob("*.[1-9]")))
def test_no_paragraph_of_a_manual_page_loses_its_first_line(page):
    """man shows nothing of what follows .PP on its line."""
    assert not re.findall(r"^\.PP .*", (ROOT / "Documentation" / page).read_text(), re.M)


def test_the_page_on_building_has_the_limits_of_each_architecture():
    table = re.findall(r"^(\w+) +(glibc|musl) +\S+ +\S+ +(\d+)", (ROOT / "Toolchain/architectures.sh").read_text(),
                       re.MULTILINE)
    limits = {(name, libc): int(limit) for name, libc, limit in table if (name, libc) != ("amd64", "glibc")}
    rows = re.findall(r"^\| (\w+)(.*?) \| ([\d,]+) \| (?:libc|nothing) \|$", papers.text("Documentation/building.md"),
                      re.MULTILINE)
    assert limits
    assert limits == {(name, "musl" if "`--musl`" in rest else "glibc"): int(limit.replace(",", ""))
                      for name, rest, limit in rows}
