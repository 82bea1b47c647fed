# SPDX-License-Identifier: Apache-2.0
"""Runs the theme tool in folders of a test's own."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from daemon_process import theme_tool


@dataclass
class ThemeTool:
    """flipbook-theme, with what surrounds it."""

    folder: Path

    def __call__(self, *arguments, status: int = 0, **environment) -> subprocess.CompletedProcess:
        run = subprocess.run([theme_tool(), *map(str, arguments)], cwd=self.folder, text=True, capture_output=True,
                             timeout=120, stdin=subprocess.DEVNULL, env={**os.environ, **environment})
        assert run.returncode == status, (run.returncode, run.stdout, run.stderr)
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
