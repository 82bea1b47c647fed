# SPDX-License-Identifier: Apache-2.0
"""The positions of some bytes in a process's memory."""

import contextlib
from pathlib import Path


def copies(pid: int, secret: bytes) -> list[tuple[str, bool]]:
    """The writable mappings that hold some bytes, and whether those are locked into memory."""
    found = []
    mapping, limits = "", (0, 0)
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
            words = line.split()
            if not words[0].endswith(":"):
                mapping, limits = line, tuple(int(word, 16) for word in words[0].split("-"))
            elif words[0] == "VmFlags:" and " rw" in mapping:
                # A mapping may be gone by now.
                with contextlib.suppress(OSError):
                    memory.seek(limits[0])
                    if secret in memory.read(limits[1] - limits[0]):
                        found.append((mapping, "lo" in words))
    return found
