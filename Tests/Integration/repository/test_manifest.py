# SPDX-License-Identifier: Apache-2.0
"""Package.swift as SwiftPM reads it."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from repository.manifest import ROOT

VARIANTS = ("", "embedded", "embedded wasm", "themes")


def package(words: str, folder: Path) -> subprocess.CompletedProcess:
    """In a folder of its own: unit tests that run beside this lock the usual one until they end."""
    return subprocess.run(
        ["swift", "package", "--package-path", str(ROOT), "--scratch-path", str(folder), "dump-package"],
        env={**os.environ, "FLIPBOOK_BUILD": words}, capture_output=True, text=True, timeout=120)


@pytest.mark.slow
@pytest.mark.parametrize("words", VARIANTS, ids=lambda words: words or "regular")
def test_targets_depend_on_all_that_their_dependencies_depend_on(words, tmp_path):
    """Otherwise a build after a change can keep the old layout of a type: compiler-workarounds.md, layouts."""
    described = package(words, tmp_path)
    assert described.returncode == 0, described.stderr
    below = {
        target["name"]: {dependency["byName"][0] for dependency in target["dependencies"] if "byName" in dependency}
        for target in json.loads(described.stdout)["targets"]}
    assert len(below) > 10
    missing = {
        (name, further)
        for name, modules in below.items() for module in modules for further in below.get(module, ())
        if further not in modules}
    assert not missing


def test_a_word_that_builds_nothing_is_refused(tmp_path):
    refused = package("embeded", tmp_path)
    assert refused.returncode != 0 and "'embeded' is neither" in refused.stderr
