# SPDX-License-Identifier: Apache-2.0
"""A change of a header in C leads to a new compilation: the rule is Toolchain/headers.sh."""

import re
import subprocess
from pathlib import Path

import pytest
from repository.manifest import ROOT, modules

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "program", targets: [.target(name: "CNumber"), .executableTarget(name: "program", dependencies: ["CNumber"])])
"""
BUILD = f"""
. {ROOT}/Toolchain/headers.sh
begin_with_headers .build Number
swift build --scratch-path .build --disable-sandbox
"""


@pytest.fixture
def package(tmp_path) -> Path:
    """A package with a number in a header, and a program that prints it."""
    (tmp_path / "Package.swift").write_text(MANIFEST)
    include = tmp_path / "Sources/CNumber/include"
    include.mkdir(parents=True)
    (include / "number.h").write_text("static inline int number(void) { return 1; }\n")
    (include / "module.modulemap").write_text('module CNumber { header "number.h" }\n')
    (include.parent / "empty.c").touch()
    (tmp_path / "Sources/program").mkdir()
    (tmp_path / "Sources/program/main.swift").write_text("import CNumber\nprint(number())\n")
    return tmp_path


def built(package: Path) -> tuple[str, int]:
    """What the program prints, and when it was linked."""
    subprocess.run(["bash", "-euc", BUILD], cwd=package, check=True, capture_output=True)
    program = package / ".build/debug/program"
    return subprocess.run([program], check=True, capture_output=True, text=True).stdout, program.stat().st_mtime_ns


@pytest.mark.slow
def test_a_changed_header_is_compiled(package):
    first = built(package)
    assert first[0] == "1\n"
    assert built(package) == first, "nothing has changed, and it was linked again"
    header = package / "Sources/CNumber/include/number.h"
    header.write_text(header.read_text().replace("1", "2"))
    assert built(package)[0] == "2\n"


def test_a_folder_begins_from_nothing(package):
    """Where a header is changed, renamed, there or there no more; and only there."""
    include = package / "Sources/CNumber/include"
    changes = (
        lambda: (include / "number.h").write_text(""),
        lambda: (include / "number.h").rename(include / "other.h"),
        lambda: (include / "number.h").touch(),
        lambda: (include / "number.h").unlink(),
        lambda: (include / "module.modulemap").write_text(""))
    kept = package / ".build/kept"
    begin = ["bash", "-euc", BUILD.partition("swift build")[0]]
    subprocess.run(begin, cwd=package, check=True)
    for change in changes:
        kept.touch()
        subprocess.run(begin, cwd=package, check=True)
        assert kept.exists()
        change()
        subprocess.run(begin, cwd=package, check=True)
        assert not kept.exists()


PROGRAMS = {"build-daemon": ("flipbookd", "flipbook-selftest"), "build-wasm": ("flipbook-selftest", "Playground"),
            "build-tool": ("flipbook", "flipbook-theme", "flipbook-selftest")}


@pytest.mark.parametrize("script", PROGRAMS)
def test_a_script_knows_all_modules_in_c(script):
    """Those that its programs are made of, as the manifest has them."""
    known = re.search(r'begin_with_headers "\$scratch" ([A-Za-z ]+)', (ROOT / "Toolchain" / script).read_text())
    found = modules()
    needed: set[str] = set()
    waiting = list(PROGRAMS[script])
    while waiting:
        name = waiting.pop()
        if name not in needed and name in found:
            needed.add(name)
            waiting += found[name].dependencies
    in_c = {name for name in needed if (ROOT / "Sources" / name).is_dir() and re.match("C[A-Z]", name)}
    assert in_c <= {f"C{name}" for name in known[1].split()}
