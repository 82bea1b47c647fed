#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a program in Embedded Swift of unit tests that are written for Swift Testing.

    convert.py FOLDER [--only SUITE,SUITE…] FILE…     FILE… of Tests/, into FOLDER

Swift Testing and its macros need the full runtime, which there is for 64-bit processors only. What the macros
stand for is simple: `#expect(a == b)` becomes a call of a function, and a list of all `@Test`s is written. Lines
stay where they are, so that a failure names the line of the test.
"""

import re
import sys
from pathlib import Path


def closing(text: str, start: int) -> int:
    """The index of the parenthesis that closes the parenthesis at an index."""
    depth, index = 0, start
    while True:
        char = text[index]
        if char == '"':
            index = string_end(text, index)
            continue
        depth += (char in "([{") - (char in ")]}")
        index += 1
        if depth == 0:
            return index


def string_end(text: str, start: int) -> int:
    """The index behind a string literal."""
    index = start + 1
    while text[index] != '"':
        index += 2 if text[index] == "\\" else 1
    return index + 1


def split(text: str) -> list[str]:
    """The parts of a list that commas part at its top level."""
    parts, start, index = [], 0, 0
    while index < len(text):
        if text[index] == '"':
            index = string_end(text, index)
        elif text[index] in "([{":
            index = closing(text, index)
        else:
            if text[index] == ",":
                parts.append(text[start:index])
                start = index + 1
            index += 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def blank(text: str) -> str:
    """Nothing, with as many lines."""
    return "\n" * text.count("\n")


def call(suite: str, function: str, parameters: str, throws: bool, arguments: str) -> str:
    """Swift that runs one test with each of its arguments."""
    name = f'"{suite}/{function.strip("`")}"'
    attempt = "try " if throws else ""
    labels = [(part.split(":")[0].split()[0], part.split(":", 1)[1].strip()) for part in split(parameters)]
    if not labels:
        return f"    Expectations.run({name}) {{ () throws(Unmet) in {attempt}{suite}().{function}() }}\n"
    types = [kind for _, kind in labels]
    collections = split(arguments)
    if len(collections) == len(labels):
        # Each parameter has a collection of its own.
        names = [f"argument{number}" for number in range(len(labels))]
        loops = [f"for {one} in {typed(collection, kind)}"
                 for one, collection, kind in zip(names, collections, types)]
    else:
        names = [f"argument.{number}" for number in range(len(labels))]
        loops = [f"for argument in {typed(collections[0], '(' + ', '.join(types) + ')')}"]
    given = ", ".join(one if label == "_" else f"{label}: {one}" for (label, _), one in zip(labels, names))
    body = f"Expectations.run({name}) {{ () throws(Unmet) in {attempt}{suite}().{function}({given}) }}"
    return "    " + " { ".join(loops) + f" {{ {body} }}" + " }" * (len(loops) - 1) + "\n"


def typed(collection: str, element: str) -> str:
    """A literal takes its type from the test's parameters."""
    return f"({collection} as [{element}])" if collection.startswith("[") and " as " not in collection else collection


def convert(text: str) -> tuple[str, list[str]]:
    """A file's Swift, and the suites in it."""
    # Values beyond an Int of 32 bits.
    text = re.sub(r"^ *#if _pointerBitWidth\(_64\).*?^ *#endif$", lambda found: blank(found[0]), text, flags=re.M | re.S)
    # The imported parts of Tests/Support are among the files.
    text = re.sub(r"^import (Testing|Support)$", "", text, flags=re.M)
    text = re.sub(r"^import (Foundation|Glibc)$", "import CUnits", text, flags=re.M)
    text = re.sub(r"\b(Foundation|Glibc)\.", "CUnits.", text)
    text = re.sub(r"(await )?#expect\(processExitsWith: \.failure\)", "Expectations.expectFailingExit", text)
    text = re.sub(r"\bfunc ([^\n]*\)) async( throws)? \{", r"func \1\2 {", text)
    text = re.sub(r"\)(\s+)throws\s+(->|\{)", r") throws(Unmet)\1\2", text)
    text = text.replace("#_sourceLocation", "SourceLocation(line: #line)")
    text = text.replace("#expect(", "Expectations.expect(").replace("#require(", "Expectations.require(")
    suites, calls = [], {}
    suite = ""
    index = 0
    while found := re.compile(r"@(Suite|Test)\b").search(text, index):
        end = found.end()
        arguments = ""
        if text[end] == "(":
            end = closing(text, end)
            inside = text[found.end() + 1:end - 1]
            if "arguments:" in inside:
                arguments = inside.split("arguments:", 1)[1]
        text = text[:found.start()] + blank(text[found.start():end]) + text[end:]
        index = found.start()
        if found[1] == "Suite":
            suite = re.compile(r"struct (\w+)").search(text, index)[1]
            suites.append(suite)
            calls[suite] = []
        else:
            function = re.compile(r"func (`[^`]+`|\w+)\(").search(text, index)
            end = closing(text, function.end() - 1)
            throws = text[end:text.index("{", end)].strip().startswith("throws")
            calls[suite].append(call(suite, function[1], text[function.end():end - 1], throws, arguments))
    for name, lines in calls.items():
        text += f"\nextension {name} {{\n  static func runAll() {{\n{''.join(lines)}  }}\n}}\n"
    return text, suites


def main() -> None:
    folder, files = Path(sys.argv[1]), sys.argv[2:]
    only: list[str] = []
    if files[0] == "--only":
        only, files = files[1].split(","), files[2:]
    suites: list[str] = []
    for name in files:
        text, found = convert(Path(name).read_text())
        suites += found
        (folder / Path(name).name).write_text(text)
    missing = set(only) - set(suites)
    if missing:
        sys.exit(f"convert: there is no suite {' '.join(missing)}")
    calls = "".join(f"  {suite}.runAll()\n" for suite in only or suites)
    (folder / "Main.swift").write_text(f"@c func main() -> Int32 {{\n{calls}  return Expectations.finish()\n}}\n")


main()
