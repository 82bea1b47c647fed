# SPDX-License-Identifier: Apache-2.0
"""What the bench prints: progress, one line per check, figures, the matrix, the total."""

import threading
import time
from dataclasses import dataclass, field


class BenchError(Exception):
    """The bench itself could not go on; the message says why and what to do."""


class CheckFailed(Exception):
    """What was tested is not as it must be."""


started = time.monotonic()
_printing = threading.Lock()


def note(text: str) -> None:
    with _printing:
        print(f"kms: {time.monotonic() - started:6.1f} s  {text}", flush=True)


def demand(condition: bool, otherwise: str) -> None:
    """Fails the running check with a message unless the condition holds."""
    if not condition:
        raise CheckFailed(otherwise)


@dataclass
class Report:
    """Counts checks by row and column; many threads may write to it."""

    cells: dict = field(default_factory=dict)  # (row, column): [passed, failed]
    figures: list = field(default_factory=list)
    failures: list = field(default_factory=list)
    skipped: list = field(default_factory=list)  # (row, scenario), for want of time
    lock: threading.Lock = field(default_factory=threading.Lock)

    def row(self, name: str) -> "Row":
        return Row(self, name)

    def count(self, row: str, column: str, passed: bool) -> None:
        with self.lock:
            self.cells.setdefault((row, column), [0, 0])[0 if passed else 1] += 1

    def has_failures(self) -> bool:
        return any(failed for _, failed in self.cells.values())

    def add(self, other: "Report") -> None:
        """Takes over what another report has counted."""
        with self.lock:
            for key, (passed, failed) in other.cells.items():
                cell = self.cells.setdefault(key, [0, 0])
                cell[0] += passed
                cell[1] += failed
            self.figures += other.figures
            self.failures += other.failures

    def total(self) -> int:
        """Prints all that was found, the total last, and gives the exit status."""
        passed = sum(cell[0] for cell in self.cells.values())
        failed = sum(cell[1] for cell in self.cells.values())
        for line in self.matrix():
            print(f"kms: {line}")
        for figure in self.figures:
            print(f"kms: {figure}")
        for row, scenario in self.skipped:
            print(f"kms: no time was left for  {row}: {scenario}")
        if self.skipped:
            print(f"kms: {len(self.skipped)} scenarios were skipped, and are not in the total")
        for failure in self.failures:
            print(f"FAILED  {failure}")
        print(f"{passed} passed, {failed} failed", flush=True)
        return 0 if passed and not failed else 1

    def matrix(self) -> list[str]:
        """Display by kind of check: how many passed, or, of how many, failed.

        A star is where there was no time for some of a display's scenarios.
        """
        short = {row for row, _ in self.skipped}
        rows = ordered([*(row for row, _ in self.cells), *short])
        columns = ordered(c for _, c in self.cells)
        width = max((len(row) + 2 * (row in short) for row in rows), default=0)
        lines = [" " * width + "".join(f" {column:>8}" for column in columns)]
        for row in sorted(rows):
            texts = [describe(self.cells.get((row, column))) for column in columns]
            name = f"{row} *" if row in short else row
            lines.append(f"{name:<{width}}" + "".join(f" {text:>8}" for text in texts))
        return lines


@dataclass
class Row:
    """One display under one kernel."""

    report: Report
    name: str

    def check(self, column: str, what: str, body) -> None:
        """Runs one check; a failure is reported and counted, and the next check runs."""
        try:
            body()
        except CheckFailed as failure:
            self.fail(column, what, str(failure))
        else:
            self.report.count(self.name, column, True)
            note(f"ok      {self.name}: {what}")

    def demand(self, column: str, what: str, problem: str) -> None:
        """A check whose result is there: what is wrong, or nothing."""
        self.check(column, what, lambda: demand(not problem, problem))

    def fail(self, column: str, what: str, why: str) -> None:
        self.report.count(self.name, column, False)
        note(f"NOT OK  {self.name}: {what}: {why}")
        with self.report.lock:
            self.report.failures.append(f"{self.name}: {what}: {why}")

    def figure(self, text: str) -> None:
        """Something measured, printed once more at the end."""
        note(f"{self.name}: {text}")
        with self.report.lock:
            self.report.figures.append(f"{self.name}: {text}")


def ordered(names) -> list[str]:
    return list(dict.fromkeys(names))


def describe(cell: list | None) -> str:
    if not cell:
        return "-"
    passed, failed = cell
    return f"{failed}/{passed + failed} BAD" if failed else f"{passed} ok"
