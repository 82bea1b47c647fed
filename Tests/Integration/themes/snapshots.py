# SPDX-License-Identifier: Apache-2.0
"""The frame that a daemon shows."""

import subprocess

from daemon_process import tool, wait_until
from PIL import Image


def snapshot(daemon, folder) -> Image.Image:
    path = folder / "frame.png"
    # The socket answers before the first frame is there.
    assert wait_until(lambda: int(daemon.status()["frames"]) > 0)
    subprocess.run([tool(), "snapshot", "--socket", daemon.native, "-o", path], check=True, timeout=60)
    return Image.open(path).convert("RGB")
