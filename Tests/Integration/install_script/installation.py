# SPDX-License-Identifier: Apache-2.0
"""Scripts/install, into a folder in place of the root."""

import os
import re
import subprocess
from pathlib import Path

from daemon_process import ROOT

SERVICES = sorted((ROOT / "systemd").glob("*.service"))


def own_programs(unit: Path) -> list[str]:
    """The installed programs that a unit starts."""
    programs = re.findall(r"^Exec[A-Za-z]*=[-@:+!]*(\S*(?:flipbook|plymouth)\S*)",
                          unit.read_text(), re.M)
    return [program for program in programs if not program.startswith("/usr/bin/systemd")]


def run_script(*words) -> subprocess.CompletedProcess:
    return subprocess.run([ROOT / "Scripts/install", *words], capture_output=True, text=True)


class Installation:
    """A folder with its contents after Scripts/install; /bin/echo replaces the programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.units = "/usr/lib/systemd/system"

    def install(self) -> None:
        run = run_script("--destdir", self.folder, "--daemon", "/bin/echo", "--tool", "/bin/echo")
        assert run.returncode == 0, run.stderr

    def install_without_tool(self) -> None:
        run = run_script("--destdir", self.folder, "--daemon", "/bin/echo", "--no-tool")
        assert run.returncode == 0, run.stderr

    def path(self, name: str) -> Path:
        """The place of a file of the installed system."""
        return self.folder / name.lstrip("/")

    def mode(self, name: str) -> int:
        return self.path(name).stat().st_mode & 0o7777

    def links(self) -> list[Path]:
        return [path for root, folders, files in os.walk(self.folder)
                for path in (Path(root, name) for name in [*folders, *files]) if path.is_symlink()]
