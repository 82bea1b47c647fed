# SPDX-License-Identifier: Apache-2.0
"""Commands of the host."""

import subprocess
from pathlib import Path

from kms.checks import GuestError

# The factor of all time-outs, compared with a quiet machine.
TIMEOUT_FACTOR = 8


def output(command: list[str]) -> str:
    timeout = 60 * TIMEOUT_FACTOR
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout).stdout


def run(command: list[str], cwd: Path = None, timeout: int = 120) -> None:
    """Runs a command to its end; its output is shown only if it fails."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            timeout=timeout * TIMEOUT_FACTOR,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    except FileNotFoundError:
        raise GuestError(f"no {command[0]} here; run Scripts/setup all") from None
    except subprocess.TimeoutExpired:
        raise GuestError(f"took over {timeout * TIMEOUT_FACTOR} s: {' '.join(command)}") from None
    if done.returncode:
        raise GuestError(f"failed: {' '.join(command)}\n{done.stdout[-3000:]}")


def filtered(command: list[str], given: bytes) -> bytes:
    """The output of a command for an input."""
    timeout = 120 * TIMEOUT_FACTOR
    try:
        done = subprocess.run(command, input=given, capture_output=True, timeout=timeout)
    except FileNotFoundError:
        raise GuestError(f"no {command[0]} here; run Scripts/setup all") from None
    if done.returncode:
        raise GuestError(f"failed: {' '.join(command)}\n{done.stderr.decode(errors='replace')}")
    return done.stdout
