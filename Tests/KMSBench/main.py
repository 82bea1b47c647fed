"""Tests the daemon on real display drivers: starts guests under QEMU and runs the checks."""

import argparse
import fcntl
import os
import signal
import sys
import tempfile
from pathlib import Path

import checks_errors
import checks_paced
import checks_pictures
import checks_rate
import kernel
from bench import Bench
from payload import Payload
from report import BenchError, Report, note

GROUPS = {
    "paced": checks_paced.run,
    "rate": checks_rate.run,
    "pictures": checks_pictures.run,
    "errors": checks_errors.run,
}


def main() -> int:
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
        "groups", nargs="*", choices=[[], *GROUPS], help="which checks; all if none is named"
    )
    options = parser.parse_args()
    # Ended from outside, leave as on an error: the guests end with the blocks that hold them.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("kms: ended by SIGTERM"))
    report = Report()
    try:
        with tempfile.TemporaryDirectory(prefix="flipbook-kms-") as scratch, locked(options.cache):
            bench = prepare(options, Path(scratch), report)
            for name in options.groups or GROUPS:
                note(f"-- {name}")
                GROUPS[name](bench)
    except BenchError as error:
        report.fail("the bench", str(error))
    return report.total()


def prepare(options, scratch: Path, report: Report) -> Bench:
    """A kernel, and a disk with the daemon."""
    here = Path(__file__).resolve().parent
    booted = kernel.provide(options.cache)
    kernel.forget_others(options.cache, booted)
    payload = Payload(scratch / "payload")
    payload.add_program("bin/flipbookd", options.daemon)
    payload.add_file("job/job.sh", (here / "guest" / "job.sh").read_bytes())
    payload.write()
    return Bench(booted, payload, options.cache, options.tool, scratch, report)


def default_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "flipbook" / "kms"


def locked(cache: Path):
    """Two runs at once would build the same things: the second waits."""
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
