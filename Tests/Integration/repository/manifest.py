# SPDX-License-Identifier: Apache-2.0
"""The modules of Package.swift, read as text: neither Swift nor a build is needed."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TARGET = re.compile(r'\b(target|regular|executableTarget|systemLibrary)\(\s*name:\s*"([\w-]+)"')
IMPORT = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|private|fileprivate) +)?import +"
    r"(?:(?:struct|class|enum|func|protocol|typealias|var|let) +)?(\w+)", re.M)


@dataclass(frozen=True)
class Module:
    """A target of the package with sources in Sources/."""

    name: str
    kind: str
    dependencies: frozenset[str]

    @property
    def directory(self) -> Path:
        return ROOT / "Sources" / self.name

    @property
    def sources(self) -> list[Path]:
        return sorted(self.directory.rglob("*.swift"))

    @property
    def imports(self) -> set[str]:
        """What its files import, modules of the system included."""
        return {name for file in self.sources for name in IMPORT.findall(file.read_text())}


def modules() -> dict[str, Module]:
    """All modules by name, in the manifest's order."""
    text = (ROOT / "Package.swift").read_text()
    starts = list(TARGET.finditer(text))
    found = {}
    for start, following in zip(starts, [*starts[1:], None]):
        declaration = text[start.start():following.start() if following else len(text)]
        path = re.search(r'\bpath: "([^"]+)"', declaration)
        if path and not path[1].startswith("Sources/"):
            continue
        kind, name = start.groups()
        words = re.search(r"\bdependencies:\s*\[(.*?)\]", declaration, re.S)
        # Of a product of another package its name counts, not the package's.
        names = re.findall(r'(?<!package: )"([\w-]+)"', words[1]) if words and kind != "systemLibrary" else []
        found[name] = Module(name, kind, frozenset(names))
    return found


def swift_files() -> list[Path]:
    """Each Swift file of this repository's own."""
    folders = ("Benchmarks", "Examples", "Fuzzing", "Sources", "Tests")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.swift")]
    return [ROOT / "Package.swift",
            *sorted(file for file in files if ".build" not in file.relative_to(ROOT).parts)]
