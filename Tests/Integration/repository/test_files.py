# SPDX-License-Identifier: Apache-2.0
"""The files of the repository are sources."""

import subprocess

from repository.manifest import ROOT

# Magic numbers of what compilers, archivers and linkers write.
PRODUCTS = {b"\x7fELF": "an object or a program", b"!<arch>\n": "an archive", b"\0asm": "a WebAssembly module"}


def product(start: bytes) -> str | None:
    """What a file is that is built, by its first bytes."""
    return next((name for magic, name in PRODUCTS.items() if start.startswith(magic)), None)


def test_nothing_that_is_built_is_in_the_repository():
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    files = [ROOT / name for name in names if name and (ROOT / name).is_file()]
    assert len(files) > 1000
    built = {}
    for file in files:
        with file.open("rb") as opened:
            built[file.relative_to(ROOT)] = product(opened.read(8))
    assert {file: kind for file, kind in built.items() if kind} == {}


def test_an_object_is_noticed():
    assert product(b"\x7fELF\x02\x01\x01\0") == "an object or a program"
    assert product(b"import x") is None
