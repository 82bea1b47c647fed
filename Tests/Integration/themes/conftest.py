# SPDX-License-Identifier: Apache-2.0
"""Runs the theme tool in folders of a test's own."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from daemon_process import theme_tool
from namespaces import new_namespaces
from themes.samples import LOGO, THEME


@dataclass
class ThemeTool:
    """flipbook-theme, with what surrounds it."""

    folder: Path

    def __call__(self, *arguments, status: int | None = 0, **environment) -> subprocess.CompletedProcess:
        run = subprocess.run([theme_tool(), *map(str, arguments)], cwd=self.folder, text=True, capture_output=True,
                             timeout=120, stdin=subprocess.DEVNULL, env={**os.environ, **environment})
        assert status is None or run.returncode == status, (run.returncode, run.stdout, run.stderr)
        return run

    def make(self, name: str, text: str, **files: bytes) -> Path:
        """A folder with a theme; of a file's name `_` becomes `.`."""
        folder = self.folder / name
        folder.mkdir(parents=True)
        (folder / "theme.toml").write_text(text)
        for file, content in files.items():
            (folder / file.replace("_", ".")).write_bytes(content)
        return folder


@pytest.fixture
def theme(tmp_path) -> ThemeTool:
    return ThemeTool(tmp_path)


@pytest.fixture
def machine(tmp_path):
    """A machine whose /run and /etc are the test's own."""
    subprocess.run(["cp", "-a", "/etc", tmp_path / "etc"], check=True)
    with new_namespaces(network=False, mounts=True):
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
        subprocess.run(["mount", "--bind", tmp_path / "etc", "/etc"], check=True)
        Path("/etc/flipbook/themes").mkdir(parents=True, exist_ok=True)
        yield


@pytest.fixture
def packs(theme):
    """A folder with two themes as packs, which have other backgrounds and logos."""
    for name, color, logo in (("first", "F7F5F0", b"#ff0000"), ("second", "203040", b"#00ff00")):
        theme.make(name, THEME % color, logo_svg=LOGO % logo)
        theme("compile", name, "-o", theme.folder / f"{name}.pack")
    return theme.folder
