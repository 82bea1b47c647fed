# SPDX-License-Identifier: Apache-2.0
"""The workflows and templates of .github, as far as they can be checked here: actionlint is no package of Debian's."""

import re
import subprocess

import pytest
import yaml
from repository.manifest import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TEMPLATES = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml"))
# The keys that GitHub knows.
TOP = {"name", "on", "permissions", "jobs", "env", "concurrency", "defaults", "run-name"}
JOB = {"runs-on", "container", "timeout-minutes", "steps", "needs", "if", "strategy", "env", "permissions", "name"}
STEP = {"name", "id", "if", "run", "uses", "with", "env", "shell", "working-directory", "timeout-minutes"}
FIELDS = {"markdown", "input", "textarea", "dropdown", "checkboxes"}


def steps(workflow: dict) -> list[dict]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def mistakes(text: str) -> list[str]:
    """What GitHub would not read, or not run."""
    workflow = yaml.safe_load(text)
    # YAML 1.1 reads the key 'on' as true.
    found = [f"key {key}" for key in workflow if ("on" if key is True else key) not in TOP]
    for name, job in workflow["jobs"].items():
        found += [f"{name}: key {key}" for key in job if key not in JOB]
        found += [f"{name}: no {key}" for key in ("runs-on", "steps") if key not in job]
    for step in steps(workflow):
        found += [f"step: key {key}" for key in step if key not in STEP]
        if ("run" in step) == ("uses" in step):
            found.append(f"step: neither or both of run and uses: {step}")
        if "uses" in step and not re.fullmatch(r"[\w./-]+@v\d+", step["uses"]):
            found.append(f"step: no version of {step['uses']}")
        for script in re.findall(r"\bScripts/\w+", step.get("run", "")):
            if not (ROOT / script).exists():
                found.append(f"step: no {script}")
        shell = subprocess.run(["shellcheck", "--shell=bash", "-"], input=step.get("run", "true"), capture_output=True,
                               text=True)
        found += shell.stdout.splitlines()
    return found


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_is_one(file):
    assert mistakes(file.read_text()) == []


def test_mistakes_are_noticed():
    text = (ROOT / ".github/workflows/release.yml").read_text()
    for old, new in (("runs-on:", "run-on:"), ("Scripts/setup", "Scripts/set"), ('"${GITHUB', "${GITHUB"),
                     ("- uses: actions/checkout@v4", "- with: {}"), ("checkout@v4", "checkout")):
        assert old in text and mistakes(text.replace(old, new)), old


def test_they_run_the_scripts_that_everybody_runs():
    runs = {name: [step.get("run", "") for step in steps(yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text()))]
            for name in ("test", "release")}
    assert {"Scripts/test", "Scripts/test --all"} <= set(runs["test"])
    assert any(run.startswith("Scripts/release ") for run in runs["release"])


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.stem)
def test_a_template_is_a_form(file):
    form = yaml.safe_load(file.read_text())
    assert {"name", "description", "body"} <= set(form)
    assert {entry["type"] for entry in form["body"]} <= FIELDS
    names = [entry["id"] for entry in form["body"] if entry["type"] != "markdown"]
    assert names and len(names) == len(set(names))
    assert all("label" in entry["attributes"] for entry in form["body"] if entry["type"] != "markdown")
