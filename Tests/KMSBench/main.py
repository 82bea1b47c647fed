# SPDX-License-Identifier: Apache-2.0
"""Tests the daemon on real display drivers: starts guests under QEMU and runs the matrix."""

import argparse
import fcntl
import os
import resource
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import kernel
from bench import Bench
from commands import output
from commands import run as run_command
from displays import DISPLAYS, Display
from payload import LARGE, Payload
from report import BenchError, Report, note
from scenarios import SCENARIOS
from schedule import Schedule, ordered

HERE = Path(__file__).resolve().parent
SCRIPTS = ("job.sh", "faults.sh", "measure.sh")
FIRST = next(iter(kernel.SERIES))
# Guests that run at the same time: on two processors a third, for many wait for their own time.
WIDTH = min((os.cpu_count() or 2) + 1, 8)
# So many scenarios that failed are run again.
MOST_AGAIN = 6


@dataclass(frozen=True)
class Task:
    """A scenario on one display under one kernel."""

    series: str
    display: Display
    scenario: str

    @property
    def row(self) -> str:
        return f"{self.series:<4} {self.display.name}"


def main() -> int:
    options = parse()
    # Ended from outside, leave as on an error: the guests end with the blocks that hold them.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("kms: ended by SIGTERM"))
    report = Report()
    try:
        with tempfile.TemporaryDirectory(prefix="flipbook-kms-") as scratch:
            tasks = chosen(options)
            with locked(options.cache):
                benches = prepare(options, Path(scratch), {task.series for task in tasks})
            schedule = Schedule(options.within)
            tasks = ordered(tasks, FIRST, options.within is not None)
            with ThreadPoolExecutor(WIDTH) as pool:
                first = [pool.submit(run_in_time, task, benches, schedule) for task in tasks]
                results = [(task, future.result()) for task, future in zip(tasks, first)]
            done = [(task, result) for task, result in results if result]
            run_again(done, benches, report)
            report.skipped = [(task.row, task.scenario) for task, result in results if not result]
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            note(f"{len(done)} scenarios, {used.ru_utime + used.ru_stime:.0f} s of processor time")
    except BenchError as error:
        report.row("bench").fail("bench", "the bench", str(error))
    return report.total()


def parse():
    parser = argparse.ArgumentParser(
        description="Tests the daemon on real display drivers, in QEMU."
    )
    parser.add_argument("--daemon", type=Path, required=True, help="the flipbookd to test")
    parser.add_argument(
        "--tool", type=Path, required=True, help="the flipbook that renders what must be shown"
    )
    parser.add_argument(
        "--cache", type=Path, default=default_cache(), help="where kernels and snapshots are kept"
    )
    parser.add_argument(
        "--all", action="store_true", help="every display, scenario and kernel, not a choice of them"
    )
    parser.add_argument(
        "--within",
        type=float,
        metavar="SECONDS",
        help="begin with the most important, and nothing that would not end within so many seconds;"
        " what a short run holds is always run, and what failed once is run again",
    )
    parser.add_argument("--kernel", choices=[*kernel.SERIES], help="only under this kernel")
    parser.add_argument(
        "words", nargs="*", help="only displays or scenarios of these names, all of them"
    )
    return parser.parse_args()


def chosen(options) -> list[Task]:
    """What is to be run."""
    everything = options.all or options.words
    tasks = []
    for series in kernel.SERIES:
        if options.kernel and options.kernel != series:
            continue
        if not options.kernel and not options.all and series != FIRST:
            continue
        for display in DISPLAYS:
            for scenario in display.scenarios if everything else display.quick:
                if series == FIRST or not SCENARIOS[scenario].once:
                    tasks.append(Task(series, display, scenario))
    known = set(SCENARIOS) | {display.name for display in DISPLAYS}
    for word in options.words:
        if word not in known:
            raise BenchError(f"no display or scenario '{word}'; there are: {', '.join(sorted(known))}")
    names, scenarios = (
        [word for word in options.words if (word in SCENARIOS) == is_scenario]
        for is_scenario in (False, True)
    )
    tasks = [task for task in tasks if not names or task.display.name in names]
    return [task for task in tasks if not scenarios or task.scenario in scenarios]


def run_in_time(task: Task, benches: dict[str, Bench], schedule: Schedule) -> Report | None:
    """Runs a scenario, unless there is no time for it."""
    if not schedule.has_time_for(task, FIRST):
        return None
    start = time.monotonic()
    report = run(task, benches[task.series], Report())
    schedule.took(task, time.monotonic() - start)
    return report


def run_again(done: list, benches: dict[str, Bench], report: Report) -> None:
    """Counts what was run; a scenario that failed is run once more, by itself.

    Faults run in the host's time, which other guests and programs take part of. What is wrong with
    the daemon is wrong alone, too. Where much is wrong nothing is run again.
    """
    wrong = [task for task, result in done if result.has_failures()]
    for task, result in done:
        if result.has_failures() and len(wrong) <= MOST_AGAIN:
            result = run(task, benches[task.series], Report())
            result.figures.append(f"{task.row}: {task.scenario}: run twice")
        report.add(result)


def run(task: Task, bench: Bench, report: Report) -> Report:
    """Runs a scenario; returns the report, with what came of it."""
    row = report.row(task.row)
    note(f"--      {task.row}: {task.scenario}")
    start = time.monotonic()
    try:
        SCENARIOS[task.scenario].run(bench, task.display, row)
    except (BenchError, OSError) as error:
        row.fail(SCENARIOS[task.scenario].column, f"the scenario '{task.scenario}'", str(error))
    note(f"ended after {time.monotonic() - start:.0f} s  {task.row}: {task.scenario}")
    return report


def prepare(options, scratch: Path, series: set[str]) -> dict[str, Bench]:
    """The kernels, and a disk with what the guests run."""
    # In order: they use the network and all cores one after the other.
    kernels = {name: kernel.provide(options.cache, name, scratch) for name in sorted(series)}
    kernel.forget_others(options.cache, list(kernels.values()))
    payload = Payload(scratch / "payload")
    payload.add_program("bin/flipbookd", options.daemon)
    payload.add_program("bin/kmsclient", compiled("kmsclient", scratch))
    scripts = b"".join((HERE / "guest" / name).read_bytes() for name in SCRIPTS)
    payload.add_file("job/job.sh", scripts)
    payload.write()
    large = Payload(scratch / "payload-with-tool", LARGE)
    large.files = dict(payload.files)
    large.add_program("bin/flipbook", stripped(options.tool, scratch))
    large.write()
    shared = Bench(None, payload, large, options.cache, options.tool, scratch)
    return {name: replace(shared, kernel=booted) for name, booted in kernels.items()}


def stripped(program: Path, scratch: Path) -> Path:
    """A copy without what only debuggers need."""
    copy = scratch / program.name
    run_command(["strip", "-o", str(copy), str(program)])
    return copy


def compiled(name: str, scratch: Path) -> Path:
    """A program for the guests, from C."""
    flags = output(["pkg-config", "--cflags", "--libs", "libdrm"]).split()
    source = HERE / "guest" / f"{name}.c"
    program = scratch / name
    run_command(["cc", "-O2", "-Wall", "-Werror", str(source), "-o", str(program), *flags])
    return program


def default_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "flipbook" / "kms"


def locked(cache: Path):
    """Two runs at once would build the same kernels: the second waits."""
    cache.mkdir(parents=True, exist_ok=True)
    lock = open(cache / "lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        note("waiting for another run to end")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


if __name__ == "__main__":
    sys.exit(main())
