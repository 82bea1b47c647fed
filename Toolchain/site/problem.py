# SPDX-License-Identifier: Apache-2.0
"""The error of a site that cannot be made, and programs that are run for it."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Problem(Exception):
    """One line: what, where, why."""


def output(*command, given: str = "") -> str:
    """What a program prints; it fails with the program's last line."""
    try:
        run = subprocess.run([str(word) for word in command], input=given, capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        raise Problem(f"no '{command[0]}' here; 'Scripts/setup site' installs it") from None
    if run.returncode:
        raise Problem(f"{' '.join(map(str, command))}: {run.stderr.strip().splitlines()[-1:] or ['failed']}")
    return run.stdout
