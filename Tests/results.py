#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the results of test runs, which are JUnit files.

  Tests/results.py total FILE…         'N passed, N failed'; a skipped test is a failed one
  Tests/results.py failed FILE…        the failed tests, as words for `swift test --filter`, a line each
  Tests/results.py failures FOLDER     a line for each failed test of all files in a folder, with its reason
  Tests/results.py slowest N FOLDER    a table of the slowest tests of all files in a folder
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

BAD = ("failure", "error", "skipped")


def cases(path: Path):
    """The test cases of a file; none where it is incomplete."""
    try:
        yield from ElementTree.parse(path).iter("testcase")
    except (ElementTree.ParseError, OSError):
        return


def is_failed(case) -> bool:
    return any(case.find(kind) is not None for kind in BAD)


def name_of(case) -> str:
    return f"{case.get('classname', '')}.{case.get('name', '')}".lstrip(".")


def total(paths: list[str]) -> str:
    # A test is in the file twice if both the test and its fixture fail.
    results: dict[str, bool] = {}
    for path in paths:
        for case in cases(Path(path)):
            name = f"{path} {name_of(case)}"
            results[name] = results.get(name, False) or is_failed(case)
    failed = sum(results.values())
    return f"{len(results) - failed} passed, {failed} failed"


def failed(paths: list[str]) -> list[str]:
    found = {f"{re.escape(case.get('classname', ''))}[./]{re.escape(case.get('name', ''))}"
             for path in paths for case in cases(Path(path)) if is_failed(case)}
    return sorted(found)


def reason_of(case) -> str:
    """The first line of what a failed test says."""
    for kind in BAD:
        if (found := case.find(kind)) is not None:
            text = found.get("message") or found.text or kind
            return text.strip().splitlines()[0] if text.strip() else kind
    return ""


def failures(folder: Path) -> list[str]:
    return [f"FAILED  {step_of(path, folder)} {name_of(case)}: {reason_of(case)}"
            for path in sorted(folder.rglob("*.xml")) for case in cases(path) if is_failed(case)]


def step_of(path: Path, folder: Path) -> str:
    return path.relative_to(folder).parts[0].removesuffix(".xml")


def slowest(count: int, folder: Path) -> list[str]:
    found = [(float(case.get("time") or 0), step_of(path, folder), name_of(case))
             for path in folder.rglob("*.xml") for case in cases(path)]
    lines = [f"  {seconds:7.1f} s  {step:<12} {name}"
             for seconds, step, name in sorted(found, reverse=True)[:count]]
    return ["the slowest tests:", *lines] if lines else []


def main(arguments: list[str]) -> int:
    match arguments:
        case ["total", *paths]:
            print(total(paths))
        case ["failed", *paths]:
            for line in failed(paths):
                print(line)
        case ["failures", folder]:
            for line in failures(Path(folder)):
                print(line)
        case ["slowest", count, folder]:
            for line in slowest(int(count), Path(folder)):
                print(line)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


sys.exit(main(sys.argv[1:]))
