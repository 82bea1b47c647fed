# SPDX-License-Identifier: Apache-2.0
"""Package.swift as SwiftPM reads it."""

import json
import os
import subprocess

import pytest
from repository.manifest import ROOT

VARIANTS = ({}, {"FLIPBOOK_EMBEDDED": "1"}, {"FLIPBOOK_EMBEDDED": "1", "FLIPBOOK_WASM": "1"}, {"FLIPBOOK_THEMES": "1"})


@pytest.mark.parametrize("variables", VARIANTS, ids=lambda variables: "-".join(variables) or "regular")
def test_targets_depend_on_all_that_their_dependencies_depend_on(variables):
    """Otherwise a build after a change can keep the old layout of a type: compiler-workarounds.md, layouts."""
    described = subprocess.run(
        ["swift", "package", "--package-path", str(ROOT), "dump-package"],
        env=os.environ | variables, capture_output=True, check=True, timeout=120)
    below = {
        target["name"]: {dependency["byName"][0] for dependency in target["dependencies"] if "byName" in dependency}
        for target in json.loads(described.stdout)["targets"]}
    assert len(below) > 10
    missing = {
        (name, further)
        for name, modules in below.items() for module in modules for further in below.get(module, ())
        if further not in modules}
    assert not missing
