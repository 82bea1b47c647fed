# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests on real display drivers: every display of the matrix, in a guest under QEMU."""

import fcntl
import os
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from daemon_process import flipbookd, tool
from kms import kernel
from kms.bench import Bench
from kms.checks import Checks, GuestError, matrix
from kms.commands import output
from kms.commands import run as run_command
from kms.displays import DISPLAYS
from kms.payload import LARGE, Payload

HERE = Path(__file__).resolve().parent
SCRIPTS = ("job.sh", "faults.sh", "measure.sh")
FIRST = next(iter(kernel.SERIES))


def pytest_generate_tests(metafunc) -> None:
    """A test runs on each display that has its name, under each kernel."""
    if "display" not in metafunc.fixturenames:
        return
    name = metafunc.function.__name__.removeprefix("test_")
    definition = metafunc.definition
    only_first = definition.get_closest_marker("one_kernel") is not None
    has_rank = definition.get_closest_marker("rank") is not None
    parameters = []
    for series in [FIRST] if only_first else kernel.SERIES:
        for display in DISPLAYS:
            if name not in display.tests:
                continue
            marks = [pytest.mark.qemu, pytest.mark.kms]
            is_short = name in display.short
            if is_short and series == FIRST:
                marks += [pytest.mark.short, pytest.mark.always]
            if not has_rank:
                # The tests of a short run are more useful under the other kernel than the rest.
                marks.append(pytest.mark.rank(1 if is_short else 2))
            identity = f"{series}-{display.name.replace(' ', '_')}"
            parameters.append(pytest.param(series, display, id=identity, marks=marks))
    metafunc.parametrize(("bench", "display"), parameters, indirect=["bench"])


class Benches:
    """The bench of each kernel, made when the first test asks for it."""

    def __init__(self, scratch: Path):
        self.scratch = scratch
        self.cache = cache()
        self.made: dict[str, Bench] = {}

    def under(self, series: str) -> Bench:
        if not self.made:
            self.first = Bench(None, *self._payloads(), self.cache, Path(tool()), self.scratch)
        if series not in self.made:
            self.made[series] = replace(self.first, kernel=provided(self.cache, series, self.scratch))
        return self.made[series]

    def _payloads(self) -> tuple[Payload, Payload]:
        """Disks with the guests' programs, without the tool and with it."""
        payload = Payload(self.scratch / "payload")
        payload.add_program("bin/flipbookd", Path(flipbookd()))
        payload.add_program("bin/kmsclient", compiled("kmsclient", self.scratch))
        scripts = b"".join((HERE / "guest" / name).read_bytes() for name in SCRIPTS)
        payload.add_file("job/job.sh", scripts)
        payload.write()
        large = Payload(self.scratch / "payload-with-tool", LARGE)
        large.files = dict(payload.files)
        large.add_program("bin/flipbook", Path(tool()))
        large.write()
        return payload, large


def provided(cache: Path, series: str, scratch: Path) -> kernel.Kernel:
    """A kernel from the cache, built where it is not there."""
    # Two processes must not build the same: the second waits and then uses the result.
    with open(cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        booted = kernel.provide(cache, series, scratch)
        kernel.forget_others(cache, [booted])
    return booted


def compiled(name: str, scratch: Path) -> Path:
    """A program for the guests, from C."""
    flags = output(["pkg-config", "--cflags", "--libs", "libdrm"]).split()
    source = HERE / "guest" / f"{name}.c"
    program = scratch / name
    run_command(["cc", "-O2", "-Wall", "-Werror", str(source), "-o", str(program), *flags])
    return program


def cache() -> Path:
    """Where kernels and snapshots are kept; it may be removed at any time."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "flipbook" / "kms"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def benches():
    with tempfile.TemporaryDirectory(prefix="flipbook-kms-") as scratch:
        yield Benches(Path(scratch))


@pytest.fixture
def bench(benches, request) -> Bench:
    """The environment of a test under one kernel."""
    try:
        return benches.under(request.param)
    except GuestError as error:
        pytest.fail(f"no guests under {request.param}: {error}", pytrace=False)


@pytest.fixture
def checks(request):
    """The test's checks. Their numbers and figures are properties of its result."""
    made = Checks()
    yield made
    add = request.node.user_properties.append
    parameters = request.node.callspec.params
    add(("display", f"{parameters['bench']:<4} {parameters['display'].name}"))
    for column, (passed, failed) in made.columns.items():
        add((f"checks {column}", f"{passed} passed, {failed} failed"))
    for text in made.figures:
        add(("figure", text))


@pytest.hookimpl(trylast=True)
def pytest_runtest_call(item) -> None:
    """After the test's own code: it fails with every check that failed."""
    made = item.funcargs.get("checks") if hasattr(item, "funcargs") else None
    if isinstance(made, Checks) and made.failures:
        pytest.fail("\n".join(made.failures), pytrace=False)


def pytest_terminal_summary(terminalreporter) -> None:
    """Prints the matrix and the measurements."""
    results: dict[tuple[str, str], list[int]] = {}
    figures = []
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") != "teardown":
                continue
            display = dict(report.user_properties).get("display")
            for name, value in report.user_properties:
                if name == "figure":
                    figures.append(f"{display}: {value}")
                elif name.startswith("checks "):
                    cell = results.setdefault((display, name.partition(" ")[2]), [0, 0])
                    for index, number in enumerate(value.replace(",", "").split()[::2]):
                        cell[index] += int(number)
    for line in [*(matrix(results) if results else []), *sorted(figures)]:
        terminalreporter.write_line(f"kms: {line}")
