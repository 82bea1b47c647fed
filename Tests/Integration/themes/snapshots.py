# SPDX-License-Identifier: Apache-2.0
"""The frame that a daemon shows."""

import subprocess
from pathlib import Path

from daemon_process import tool, wait_until
from PIL import Image


def written(daemon, path: Path) -> Path:
    """Writes the frame, as PNG or PPM by the name."""
    # The socket answers before the first frame is there.
    assert wait_until(lambda: int(daemon.status()["frames"]) > 0)
    subprocess.run([tool(), "snapshot", "--socket", daemon.native, "-o", path], check=True, timeout=60)
    return path


def snapshot(daemon, folder) -> Image.Image:
    return Image.open(written(daemon, folder / "frame.png")).convert("RGB")
