# SPDX-License-Identifier: Apache-2.0
"""What all figures share: the build, what a figure means nothing without, and tables."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "Benchmarks"


class Failure(Exception):
    pass


def swift_build(scratch: Path, product: str, cpu: str, *words: str) -> Path:
    """Builds a product as Embedded Swift in release mode, optimised when it is linked like what ships; gives the
    program."""
    if cpu != "baseline":
        scratch = scratch.with_name(f"{scratch.name}-{cpu}")
        words += (cpu,)
    environment = dict(os.environ, FLIPBOOK_BUILD=" ".join(("embedded", *words)))
    command = [
        "swift", "build", "--configuration", "release", "--package-path", str(ROOT),
        "--scratch-path", str(scratch), "--product", product, "--experimental-lto-mode", "full",
    ]
    result = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False)
    if result.returncode:
        errors = [line for line in result.stdout.splitlines() if "error:" in line][:10]
        raise Failure("\n".join([f"{product} does not build; has 'Scripts/setup bench' run?", *errors]))
    return scratch / "release" / product


def build_bench(cpu: str) -> Path:
    # Where the self-test's modules are, which are the same: the manifest only has more targets then.
    return swift_build(ROOT / ".build/embedded", "bench", cpu, "benchmarks")


def build_daemon(cpu: str) -> Path:
    return swift_build(ROOT / ".build/embedded", "flipbookd", cpu)


def output_of(*command: str) -> str:
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Failure(str(error)) from None


def circumstances(cpu: str) -> dict:
    model = "unknown"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    commit = output_of("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD").strip()
    if output_of("git", "-C", str(ROOT), "status", "--porcelain").strip():
        commit += "+changes"
    return {
        "cpu": model,
        "mode": f"Embedded, release, {cpu}",
        "commit": commit,
        "cairo": output_of("pkg-config", "--modversion", "cairo").strip(),
        "load": round(os.getloadavg()[0], 1),
    }


def print_table(head: list, rows: list) -> None:
    """Prints columns: the first to the left, the others to the right."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, *rows]:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())


def microseconds(value: float) -> str:
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"
