# SPDX-License-Identifier: Apache-2.0
"""The options of a run of tests, for helpers without pytest's `config`: what is tested, and how much."""

from argparse import Namespace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# An option of pytest, its default and its help, where its value is a file or a folder.
PATHS = {
    "--daemon": (ROOT / ".build/embedded/flipbookd", "the daemon to test, which is the client, too"),
    "--tool": (ROOT / ".build/shipped/flipbook", "the tool to test"),
    "--theme-tool": (ROOT / ".build/shipped/flipbook-theme", "the tool that makes themes to test"),
    "--packages": (ROOT / ".build/packages", "the folder of the packages that are installed in guests"),
}

# The chosen values; outside pytest the defaults.
chosen = Namespace(
    long=False, **{name.strip("-").replace("-", "_"): str(path) for name, (path, _) in PATHS.items()})


def add(parser) -> None:
    """Adds the options to those of pytest."""
    group = parser.getgroup("flipbook", "Flipbook")
    for name, (path, text) in PATHS.items():
        group.addoption(name, metavar="PATH", default=str(path), help=f"{text} (default: {path})")
    group.addoption("--quick", action="store_true",
                    help="no test that is marked as slow, and one case of each test of themes and pages")
    group.addoption("--long", action="store_true",
                    help="all architectures, and the large numbers of the tests of themes")


def choose(config) -> None:
    """Takes over the values of a run."""
    chosen.long = config.getoption("--long")
    for name in PATHS:
        attribute = name.strip("-").replace("-", "_")
        setattr(chosen, attribute, str(Path(getattr(config.option, attribute)).resolve()))
