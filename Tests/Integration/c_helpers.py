# SPDX-License-Identifier: Apache-2.0
"""Compiles the libraries that are loaded into the programs under test."""

import fcntl
import subprocess
from pathlib import Path

from daemon_process import ROOT

BUILT = ROOT / ".build/integration"


def shared_library(name: str, sources: list[Path], *flags: str, compiler=("gcc",)) -> Path:
    """Compiles sources into a library for LD_PRELOAD, once for all workers."""
    BUILT.mkdir(parents=True, exist_ok=True)
    library = BUILT / f"{name}.so"
    inputs = [path for source in sources for path in source.parent.glob("*.[ch]")]
    with open(BUILT / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        newest = max(path.stat().st_mtime for path in inputs)
        if not library.exists() or library.stat().st_mtime <= newest:
            made = library.with_suffix(".new")
            subprocess.run([*compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", made,
                            *sources, *flags], check=True)
            made.rename(library)
    return library
