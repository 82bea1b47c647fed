# SPDX-License-Identifier: Apache-2.0
"""What a frame of an animation of one's own takes by the public API in regular Swift, beside the daemon's modules.

Both programs show the same frames of `Examples/StageTests/Sources/Pulse` on a display in memory. All instructions count: those of
the runtime and of the C library, too. Two runs differ by whole periods of the animation, so that the start is left out.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from figures.common import FOLDER, ROOT, Failure, print_table
from figures.instructions import which_valgrind

PERIOD = 72  # frames of Pulse at 60 Hz
LIMIT = 1.05


def build() -> Path:
    """Builds the program that depends on this package as any other would."""
    command = [
        "swift", "build", "--configuration", "release", "--package-path", str(FOLDER / "OwnFrames"),
        "--scratch-path", str(ROOT / ".build/own-frames"),
    ]
    environment = {name: value for name, value in os.environ.items() if name != "FLIPBOOK_BUILD"}
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode:
        raise Failure("\n".join(["own-frames does not build:", *result.stdout.splitlines()[-10:]]))
    return ROOT / ".build/own-frames/release/own-frames"


def measure(bench: Path) -> dict:
    """The instructions of a frame, of both programs."""
    return {
        "daemon": per_frame([str(bench), "own"]),
        "own": per_frame([str(build())]),
    }


def per_frame(command: list) -> int:
    return (total(command, 2 * PERIOD) - total(command, PERIOD)) // PERIOD


def total(command: list, frames: int) -> int:
    """All instructions of a run."""
    with tempfile.TemporaryDirectory(prefix="flipbook-bench-") as folder:
        file = Path(folder) / "out"
        result = subprocess.run(
            [which_valgrind(), "--quiet", "--tool=callgrind", f"--callgrind-out-file={file}", *command, str(frames)],
            env={}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        found = re.search(r"^summary: (\d+)", file.read_text(), re.M) if file.exists() else None
        if result.returncode or found is None:
            raise Failure(f"callgrind: {result.stdout}")
        return int(found[1])


def show(counts: dict) -> bool:
    ratio = counts["own"] / counts["daemon"]
    print_table(["", "instructions per frame"], [
        ["the daemon's modules, Embedded", str(counts["daemon"])],
        ["FlipbookDisplay, regular", str(counts["own"])],
    ])
    print(f"{ratio:.3f} times the daemon's; at most {LIMIT}")
    return ratio <= LIMIT
