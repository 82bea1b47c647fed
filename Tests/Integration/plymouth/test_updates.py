# SPDX-License-Identifier: Apache-2.0
"""Updates as PackageKit reports them, by Plymouth's client."""

import subprocess

import pytest

pytestmark = pytest.mark.root


@pytest.fixture
def splash(network, start_daemon):
    return start_daemon(plymouth="on")


def client(*words: str) -> None:
    subprocess.run(["plymouth", *words], check=True, timeout=20)


def percent(splash) -> str:
    return str(int(float(splash.status()["target"])))


def test_progress_begins_anew_after_the_cache(splash):
    client("change-mode", "--updates")
    for reported, shown in [(100, "100"), (0, "0"), (20, "20"), (15, "20"), (40, "40"), (100, "100"), (60, "60")]:
        client("system-update", f"--progress={reported}")
        assert percent(splash) == shown, reported


def test_the_warning_stays_above_a_message(splash):
    client("change-mode", "--updates")
    splash.wait_for_message("Installing updates. Do not turn off")
    client("display-message", "--text=Installing Updates - 50%")
    splash.wait_for_message("Installing updates. Do not turn off. Installing Updates - 50%")
    client("hide-message", "--text=Installing Updates - 50%")
    splash.wait_for_message("Installing updates. Do not turn off")
