"""What the bench prints: progress, one line per check, the total."""

import sys
import time


class BenchError(Exception):
    """The bench itself could not go on; the message says why and what to do."""


class CheckFailed(Exception):
    """What was tested is not as it must be."""


_started = time.monotonic()


def note(text: str) -> None:
    print(f"kms: {time.monotonic() - _started:6.1f} s  {text}", flush=True)


def demand(condition: bool, otherwise: str) -> None:
    """Fails the running check with a message unless the condition holds."""
    if not condition:
        raise CheckFailed(otherwise)


class Report:
    """Counts checks."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, name: str, body) -> None:
        """Runs one check; a failure is told and counted, and the next check runs."""
        try:
            body()
        except CheckFailed as failure:
            self.fail(name, str(failure))
        else:
            self.passed += 1
            note(f"ok      {name}")

    def fail(self, name: str, why: str) -> None:
        self.failed += 1
        print(f"FAILED  {name}: {why}", file=sys.stdout, flush=True)

    def total(self) -> int:
        """Prints the total and gives the exit status."""
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 0 if self.passed and not self.failed else 1
