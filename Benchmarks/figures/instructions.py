# SPDX-License-Identifier: Apache-2.0
"""The instructions of one frame of each kind, which no clock and no load can change.

What the C library executes is left out: it goes by the processor that it finds. So is the one
instruction that fills long runs: callgrind counts it as often as it stores a word. So what is
counted is the program's own code, whose bytes are the same everywhere.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from figures.common import FOLDER, Failure, print_table

FILE = FOLDER / "instructions.txt"
# Of 'theme-scene' and 'theme-prompt': most kinds of elements.
PACK = FOLDER.parent / "Tests/Packs/installer.pack"
TOLERANCE = 0.05
# Of Sources/CPixels; the linker adds a number where more modules than one have a copy.
FILLING = re.compile(r"cpixels_fill(\.\d+)?")

HEADER = """\
# Instructions of the program's own code for one frame, by callgrind; ±5 % in Scripts/test.
# Embedded Swift, release, x86-64 baseline. Made by: Scripts/bench instructions --update
"""


def measure(program: Path) -> dict:
    """Counts all; for each name the program's own instructions and the C library's."""
    with tempfile.TemporaryDirectory(prefix="flipbook-bench-") as folder:
        dumps = run(program, Path(folder))
        return {
            name: {
                "own": sum(count for (is_own, _), count in by_function.items() if is_own),
                "library": sum(count for (is_own, _), count in by_function.items() if not is_own),
            }
            for name, by_function in dumps.items()
        }


def profile(program: Path, name: str) -> None:
    """Shows which functions one frame's instructions are of."""
    with tempfile.TemporaryDirectory(prefix="flipbook-bench-") as folder:
        dumps = run(program, Path(folder))
    if name not in dumps:
        raise Failure(f"'{name}' is not counted; these are: {' '.join(dumps)}")
    functions = sorted(dumps[name].items(), key=lambda item: -item[1])[:25]
    total = sum(dumps[name].values())
    print_table(["", "", "function"], [
        [f"{count}", f"{count / total:.1%}", demangled(function)]
        for (_, function), count in functions
    ])


def demangled(function: str) -> str:
    result = subprocess.run(
        ["swift", "demangle", "--simplified", "--compact", function], stdout=subprocess.PIPE,
        text=True, check=False)
    return (result.stdout.strip() or function)[:100].ljust(100)


def run(program: Path, folder: Path) -> dict:
    """Runs callgrind; for each name the instructions by function."""
    result = subprocess.run(
        [
            "valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no",
            f"--callgrind-out-file={folder}/out", str(program), "count", str(PACK),
        ],
        env={}, executable=which_valgrind(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, check=False)
    if result.returncode:
        raise Failure(f"callgrind: {result.stdout}")
    # The dump at the program's end has a name without a number, and nothing counted.
    dumps = dict(parse(path) for path in sorted(folder.glob("out.*"), key=number_of))
    if not dumps:
        raise Failure("nothing was counted: was valgrind's header there at the build?")
    return dumps


def number_of(path: Path) -> int:
    return int(path.suffix[1:])


def which_valgrind() -> str:
    for folder in ("/usr/bin", "/usr/local/bin"):
        if (Path(folder) / "valgrind").exists():
            return f"{folder}/valgrind"
    raise Failure("there is no valgrind; run 'Scripts/setup bench'")


def parse(path: Path) -> tuple:
    """Reads one dump: its name, and the instructions by whose function they are."""
    name = None
    names: dict = {"ob": {}, "fn": {}}
    present = {"ob": "", "fn": ""}
    counts: dict = {}
    is_call = False
    for line in path.read_text().splitlines():
        if line.startswith("desc: Trigger: Client Request: "):
            name = line.rpartition(": ")[2]
        elif match := re.match(r"(c?)(ob|fn)=(\(\d+\))(?: (.*))?", line):
            is_callee, kind, number, text = match.groups()
            if text:
                names[kind][number] = text
            if not is_callee:
                present[kind] = names[kind][number]
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[0-9+*-]", line):
            # The line after a call has what the callee took, which stands there by itself.
            if not is_call:
                key = (is_own(present["ob"], present["fn"]), present["fn"])
                counts[key] = counts.get(key, 0) + int(line.split()[1])
            is_call = False
    return name, counts


def is_own(file: str, function: str) -> bool:
    return file.endswith("/bench") and not FILLING.fullmatch(function)


def read_thresholds() -> dict:
    if not FILE.exists():
        return {}
    lines = [line.split() for line in FILE.read_text().splitlines()]
    return {line[0]: int(line[1]) for line in lines if line and line[0] != "#"}


def update(counts: dict) -> None:
    width = max(len(name) for name in counts)
    lines = [f"{name:<{width}} {counts[name]['own']:>10}\n" for name in counts]
    FILE.write_text(HEADER + "".join(lines))


def check(counts: dict) -> bool:
    """Compares with the checked-in numbers; the last line says how many passed."""
    thresholds = read_thresholds()
    rows, failed = [], 0
    for name in [*thresholds, *(name for name in counts if name not in thresholds)]:
        count, threshold = counts.get(name), thresholds.get(name)
        if count is None or threshold is None:
            mark, change = "GONE" if count is None else "NEW", ""
        else:
            part = count["own"] / max(threshold, 1) - 1
            change = f"{part:+.2%}"
            mark = "ok" if abs(part) <= TOLERANCE else "MORE" if part > 0 else "LESS"
        failed += mark != "ok"
        rows.append([
            name, str(count["own"]) if count else "", str(threshold) if threshold else "", change,
            mark, str(count["library"]) if count else "",
        ])
    print_table(["", "counted", "checked in", "", "", "libc's"], rows)
    for row in rows:
        if row[4] != "ok":
            print(f"FAILED  {row[0]}: {row[1]} instructions, {row[2]} are checked in ({row[4]})")
    if failed:
        print("If that is meant: 'Scripts/bench instructions --update', and say why.")
    print(f"{len(rows) - failed} passed, {failed} failed")
    return not failed
