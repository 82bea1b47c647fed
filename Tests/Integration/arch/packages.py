# SPDX-License-Identifier: Apache-2.0
"""Results from Debian's packages of an architecture, kept in a cache: nothing of them is installed."""

import fcntl
import hashlib
import os
import re
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


def unpack(architecture: str, folder: Path, *names: str, options: tuple[str, ...] = ()) -> None:
    """Downloads packages, named by regular expressions, and unpacks them."""
    subprocess.run([ROOT / "Toolchain/unpack-packages", *options, architecture, folder, *names], check=True)


def unpacked(architecture: str, *names: str) -> Path:
    """A kept folder with packages."""
    return kept(f"{architecture}-{'-'.join(names)}", "", lambda folder: unpack(architecture, folder, *names))


def programs(architecture: str, package_names: tuple[str, ...], files: tuple[str, ...]) -> dict[str, bytes]:
    """Programs of packages, and the libraries that they need, by their paths in a root."""
    root = kept(f"{architecture}-programs-{'-'.join(package_names)}", "", lambda folder: unpack(
        architecture, folder, *package_names, options=("--with-dependencies",)))
    found: dict[str, bytes] = {}
    wanted = list(files)
    while wanted:
        path = wanted.pop()
        if path in found:
            continue
        # Links of a root are relative, or lead into its own folders.
        found[path] = (root / path).resolve(strict=True).read_bytes()
        shown = subprocess.run(["readelf", "-dl", root / path], check=True, capture_output=True, text=True).stdout
        wanted += (library(root, name) for name in re.findall(r"\(NEEDED\).*\[(.*)\]", shown))
        wanted += (name.lstrip("/") for name in re.findall(r"interpreter: (.*)\]", shown))
    return found


def library(root: Path, name: str) -> str:
    """The path of a library in a root."""
    files = [file for folder in ("usr/lib", "lib") for file in sorted((root / folder).glob(f"*-linux-gnu*/{name}"))]
    assert files, f"no library {name} in {root}"
    return str(files[0].relative_to(root))
