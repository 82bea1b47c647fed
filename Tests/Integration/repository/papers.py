# SPDX-License-Identifier: Apache-2.0
"""The documents for developers, and the names in them."""

import re
from repository.manifest import ROOT

NAMES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
QUOTED = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#:\s]+)\)")


def text(name: str) -> str:
    return (ROOT / name).read_text()


def paths(page: str) -> set[str]:
    """The paths in a page: words in backquotes that begin at a folder of the repository, and links.

    `<NAME>` stands for what a reader chooses: up to there the path has to exist.
    """
    folders = {entry.name for entry in ROOT.iterdir()} - {".build", ".git"}
    found = set(LINK.findall(page))
    # An odd backquote of a fence would turn outside into inside.
    for quoted in QUOTED.findall(FENCE.sub("", page)) + [line for block in FENCE.findall(page)
                                                        for line in block.splitlines()]:
        for word in quoted.split():
            word = word.strip(",;:()[]→│").split("<")[0]
            if "/" in word and word.split("/")[0] in folders:
                found.add(word.rpartition("/")[0] if not word.endswith("/") and "<" in quoted else word)
    return found


def exists(path: str) -> bool:
    return any(ROOT.glob(path)) if "*" in path else (ROOT / path).exists()


def tests(page: str) -> set[tuple[str, str]]:
    """Each test that a page names, as `PATH.py::NAME`."""
    return set(re.findall(r"`(Tests/[\w/.+-]+\.py)::(test_\w+)`", page))


def table(page: str, heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, without its head."""
    below = page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in below.splitlines() if line.startswith("|")]
    return rows[2:]


def functions(page: str) -> set[tuple[str, str]]:
    """Each function that stands behind its file, as `PATH.swift`, `name` or `name(label:)`."""
    return set(re.findall(r"`(Sources/[\w/.+-]+\.swift)`,\s+`(\w+)(?:\([^`]*\))?`", page))


def signatures(page: str) -> set[str]:
    """Each function that is written with the labels of its parameters, as `name(_:at:)`."""
    return set(re.findall(r"`(\w+\((?:\w+:)+\))`", page))


def declares(source: str, signature: str) -> bool:
    """Whether a function of this name has parameters with these labels, in this order."""
    name, labels = signature.rstrip(")").split("(")
    start = name if name == "init" else rf"func {name}"
    parameters = r"[^()]*?,\s*".join(rf"{label}\b[^():,]*:" for label in labels.rstrip(":").split(":"))
    return re.search(rf"\b{start}(?:<[^>]*>)?\(\s*{parameters}", source) is not None
