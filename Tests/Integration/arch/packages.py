# SPDX-License-Identifier: Apache-2.0
"""Results from Debian's packages of an architecture, kept in a cache: nothing of them is installed."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from daemon_process import ROOT


def kept(name: str, recipe: str, make: Callable[[Path], None]) -> Path:
    """A folder that is made once, for all workers and runs: again when its recipe changes, or was removed.

    It is in $XDG_CACHE_HOME/flipbook/arch, by default under ~/.cache.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "flipbook/arch"
    cache.mkdir(parents=True, exist_ok=True)
    sources = b"".join((ROOT / "Toolchain" / file).read_bytes() for file in ("packages.sh", "unpack-packages"))
    made = cache / f"{name}-{hashlib.sha256(recipe.encode() + sources).hexdigest()[:12]}"
    with open(cache / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.is_dir():
            for old in cache.glob(f"{name}-????????????"):
                shutil.rmtree(old)
            with tempfile.TemporaryDirectory(prefix="building-", dir=cache) as building:
                folder = Path(building) / "made"
                folder.mkdir()
                make(folder)
                folder.rename(made)
    return made


def unpack(architecture: str, folder: Path, *names: str) -> None:
    """Downloads packages, named by regular expressions, and unpacks them."""
    subprocess.run([ROOT / "Toolchain/unpack-packages", architecture, folder, *names], check=True)


def unpacked(architecture: str, *names: str) -> Path:
    """A kept folder with packages."""
    return kept(f"{architecture}-{'-'.join(names)}", "", lambda folder: unpack(architecture, folder, *names))
