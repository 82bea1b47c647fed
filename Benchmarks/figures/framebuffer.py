# SPDX-License-Identifier: Apache-2.0
"""Full frames stored into a framebuffer device's memory, beside the same in ordinary memory.

A device's memory is mapped so that writes are combined and nothing is cached, which no memory of a program is:
the one place where the order of stores decides. See stores.py for a model of it.
"""

import os
import subprocess
from pathlib import Path

from figures.common import Failure, print_table


def measure(program: Path, device: str) -> list[dict]:
    result = subprocess.run(
        [str(program), "framebuffer", device], stdout=subprocess.PIPE, text=True, check=False)
    words = [line.split() for line in result.stdout.splitlines()]
    if words and words[-1][0] == "error":
        raise Failure(f"{device}: {os.strerror(int(words[-1][1]))}")
    if result.returncode or not words:
        raise Failure(f"{device}: the program ended with {result.returncode}")
    frames = []
    for name, slow, quick, width, height, bytes_per_pixel in words:
        size = int(width) * int(height) * int(bytes_per_pixel)
        frames.append({
            "name": name, "width": int(width), "height": int(height), "bytes": size,
            "device": int(slow), "memory": int(quick),
        })
    return frames


def show(frames: list[dict]) -> None:
    """One colour is what the memory takes: what a frame takes beyond that is drawing, and stores in parts."""
    plain = frames[0]["device"]
    print(f"{frames[0]['width']} × {frames[0]['height']}, {frames[0]['bytes']} bytes a frame")
    print_table(["", "device µs", "MB/s", "of one colour", "memory µs", "device / memory"], [
        [
            frame["name"], f"{frame['device'] / 1000:.0f}",
            f"{frame['bytes'] * 1000 / max(frame['device'], 1):.0f}",
            f"{frame['device'] / max(plain, 1):.2f}", f"{frame['memory'] / 1000:.0f}",
            f"{frame['device'] / max(frame['memory'], 1):.2f}",
        ]
        for frame in frames
    ])
