# SPDX-License-Identifier: Apache-2.0
"""How full frames are stored, by a model of memory that combines writes.

A display's own memory is not cached: the processor collects stores in a few buffers of 64 bytes
(Intel's manual, volume 3, 'Buffering of Write Combining Memory Locations'). A buffer whose bytes are all
there goes out as one burst; one that has to make room for another address goes out in parts, each of which
takes as long. So lines should be filled one after the other, with nothing stored between.

Valgrind's lackey records every store of the program; those into a frame's memory count.
"""

import subprocess
import tempfile
from collections import OrderedDict
from pathlib import Path

from figures.common import Failure, print_table
from figures.instructions import which_valgrind

LINE = 64  # bytes
# Few: processors have a dozen or less, and share them with all that misses their caches.
BUFFERS = 4
FULL = (1 << LINE) - 1
LEAST = 0.95  # of a frame's bursts are whole lines


class Combining:
    """Write-combining buffers; those that are not full go out when another line needs the room."""

    def __init__(self) -> None:
        self.open: OrderedDict[int, int] = OrderedDict()  # by line, a bit for each byte
        self.covered: dict[int, int] = {}  # the same, of all lines
        self.whole = self.parts = self.stored = 0

    def store(self, address: int, size: int) -> None:
        self.stored += size
        while size > 0:
            line, first = divmod(address, LINE)
            count = min(size, LINE - first)
            if line not in self.open and len(self.open) == BUFFERS:
                self.open.popitem(last=False)
                self.parts += 1
            new = ((1 << count) - 1) << first
            self.covered[line] = self.covered.get(line, 0) | new
            bits = self.open.get(line, 0) | new
            if bits == FULL:
                self.open.pop(line, None)
                self.whole += 1
            else:
                self.open[line] = bits
            address, size = address + count, size - count

    def end(self) -> None:
        self.parts += len(self.open)
        self.open.clear()

    @property
    def different(self) -> int:
        """How many bytes there are that something was stored into."""
        return sum(bits.bit_count() for bits in self.covered.values())

    @property
    def share(self) -> float:
        return self.whole / max(self.whole + self.parts, 1)


def measure(program: Path) -> dict[str, tuple[int, Combining]]:
    """For each frame its size in bytes and what became of its stores."""
    with tempfile.TemporaryDirectory(prefix="flipbook-bench-") as folder:
        trace = Path(folder, "trace")
        printed = record(program, trace)
        frames = {}
        ranges = []
        for line in printed.splitlines():
            name, start, size = line.split()
            ranges.append((int(start), int(start) + int(size), name))
            frames[name] = (int(size), Combining())
        if not frames:
            raise Failure("nothing was drawn")
        add(trace, ranges, frames)
    for _, combining in frames.values():
        combining.end()
    return frames


def record(program: Path, trace: Path) -> str:
    """Writes all stores into a file, and gives what the program prints."""
    command = [
        "valgrind", "--tool=lackey", "--trace-mem=yes", "--log-fd=9", str(program), "stores",
    ]
    # Of each instruction there is a line, too, which would be gigabytes.
    script = '"$@" 9>&1 >&3 3>&- | grep -E "^ [SM] " >"$0" 9>&-'
    result = subprocess.run(
        ["bash", "-c", f"set -o pipefail; exec 3>&1; {script}", str(trace), which_valgrind(), *command[1:]],
        env={}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode:
        raise Failure(f"lackey: {result.stderr}")
    return result.stdout


def add(trace: Path, ranges: list, frames: dict) -> None:
    lowest, highest = min(ranges)[0], max(end for _, end, _ in ranges)
    start, end, store = 0, 0, None
    with open(trace, encoding="ascii") as file:
        for line in file:
            address, _, size = line[3:].partition(",")
            address = int(address, 16)
            if not start <= address < end:
                if not lowest <= address < highest:
                    continue
                for first, after, name in ranges:
                    if first <= address < after:
                        start, end, store = first, after, frames[name][1].store
                        break
                else:
                    continue
            store(address, int(size))


def show(frames: dict) -> bool:
    """Prints a table; false where a frame is stored in too many parts, or not all of it is."""
    rows, failed = [], []
    for name, (size, combining) in frames.items():
        if combining.share < LEAST or combining.different != size:
            failed.append(name)
        # The C library copies the end of a row by a vector that begins in what is there already.
        rows.append([
            name, str(size), str(combining.stored - combining.different), str(combining.whole),
            str(combining.parts), f"{combining.share:.2%}",
        ])
    print_table(["", "bytes", "stored again", "whole lines", "parts", "whole"], rows)
    for name in failed:
        size, combining = frames[name]
        print(
            f"FAILED  {name}: {combining.different} of {size} bytes stored, {combining.share:.2%} of the"
            f" bursts whole lines (at least {LEAST:.0%})")
    print(f"{len(frames) - len(failed)} passed, {len(failed)} failed")
    return not failed
