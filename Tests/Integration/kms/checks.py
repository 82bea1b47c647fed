# SPDX-License-Identifier: Apache-2.0
"""The checks of a test of a display: each is counted, and a failure does not end the test."""

from collections.abc import Callable
from dataclasses import dataclass, field


class GuestError(Exception):
    """A guest, or the making of one, could not go on; the message says why and what to do."""


class CheckFailed(Exception):
    """A check has failed."""


def note(text: str) -> None:
    """Progress, which pytest shows for a failed test."""
    print(f"kms: {text}", flush=True)


def demand(condition: bool, otherwise: str) -> None:
    """Fails the running check with a message unless the condition holds."""
    if not condition:
        raise CheckFailed(otherwise)


@dataclass
class Checks:
    """The checks of one test, by the column of the matrix where they are counted."""

    columns: dict[str, list[int]] = field(default_factory=dict)  # column: [passed, failed]
    failures: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    def check(self, column: str, what: str, body: Callable[[], None]) -> None:
        """Runs one check; a failure is kept for the end of the test, and the next check runs."""
        passed = True
        try:
            body()
            note(f"ok      {what}")
        except CheckFailed as failure:
            passed = False
            self.failures.append(f"{what}: {failure}")
            note(f"NOT OK  {self.failures[-1]}")
        self.columns.setdefault(column, [0, 0])[0 if passed else 1] += 1

    def demand(self, column: str, what: str, problem: str) -> None:
        """A check with its result: an error, or nothing."""
        self.check(column, what, lambda: demand(not problem, problem))

    def figure(self, text: str) -> None:
        """A measurement, printed at the end of the run."""
        note(text)
        self.figures.append(text)


def matrix(results: dict[tuple[str, str], list[int]]) -> list[str]:
    """Display by column: how many checks passed, or, of how many, failed."""
    rows = sorted({row for row, _ in results})
    columns = list(dict.fromkeys(column for _, column in results))
    width = max((len(row) for row in rows), default=0)
    lines = [" " * width + "".join(f" {column:>8}" for column in columns)]
    for row in rows:
        texts = [describe(results.get((row, column))) for column in columns]
        lines.append(f"{row:<{width}}" + "".join(f" {text:>8}" for text in texts))
    return lines


def describe(cell: list[int] | None) -> str:
    if not cell:
        return "-"
    passed, failed = cell
    return f"{failed}/{passed + failed} BAD" if failed else f"{passed} ok"
