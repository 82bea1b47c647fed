# SPDX-License-Identifier: Apache-2.0
"""The whole daemon: from its start to the first frame, and what it allocates."""

import os
import re
import signal
import socket
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from figures.common import Failure, print_table

RUNS = 30
PATIENCE = 120  # seconds for one run; valgrind is slow
SIZES = ("1280x720", "1920x1080", "3840x2160")
ANIMATIONS = ("flow", "download", "ring")


def daemon_command(daemon: Path, animation: str, size: str) -> list:
    return [
        str(daemon), "--output", f"memory:{size}", "--animation", animation, "--no-socket",
    ]


def startup(daemon: Path) -> list:
    """From the exec to the report that the first frame is shown, and to the end after it."""
    results = []
    with tempfile.TemporaryDirectory(prefix="flipbook-bench-") as folder:
        for size in SIZES:
            for animation in ANIMATIONS:
                runs = [first_frame(daemon, animation, size, folder) for _ in range(RUNS)]
                ready, spent, peak = zip(*runs)
                results.append({
                    "animation": animation,
                    "size": size,
                    "readyNanoseconds": {
                        "median": int(statistics.median(ready)), "minimum": min(ready)},
                    "cpuMicroseconds": {
                        "median": int(statistics.median(spent)), "minimum": min(spent)},
                    "peakKibibytes": int(statistics.median(peak)),
                })
    return results


def first_frame(daemon: Path, animation: str, size: str, folder: str) -> tuple:
    address = os.path.join(folder, "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(10)
        command = [*daemon_command(daemon, animation, size), "--no-stdin"]
        start = time.monotonic_ns()
        process = os.posix_spawn(
            command[0], command, {"NOTIFY_SOCKET": address},
            file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
        try:
            word = manager.recv(4096)
        except TimeoutError:
            word = b""
        ready = time.monotonic_ns() - start
        # Not from the usage below: that knows of the parent's memory before the exec as well.
        status = Path(f"/proc/{process}/status").read_text()
        os.kill(process, signal.SIGKILL)
        _, _, usage = os.wait4(process, 0)
    os.unlink(address)
    if word != b"READY=1\n":
        raise Failure(f"the daemon did not say that it is ready: {word!r}")
    peak = int(re.search(r"VmHWM:\s+(\d+)", status).group(1))
    return ready, int((usage.ru_utime + usage.ru_stime) * 1e6), peak


def show_startup(results: list) -> None:
    print(f"\nFrom exec to the first frame shown (60 Hz), {RUNS} runs; processor time of the process")
    rows = [
        [
            result["animation"], result["size"],
            f"{result['readyNanoseconds']['median'] / 1e6:.2f} ms",
            f"{result['readyNanoseconds']['minimum'] / 1e6:.2f} ms",
            f"{result['cpuMicroseconds']['median'] / 1e3:.2f} ms",
            f"{result['peakKibibytes']} KiB",
        ]
        for result in results
    ]
    print_table(["", "size", "shown", "at best", "processor", "peak"], rows)


def heap_of(command: list, words: str = "") -> tuple:
    """How many allocations a run makes, and of how many bytes, given some arguments."""
    process = subprocess.Popen(
        ["valgrind", "--tool=memcheck", "--leak-check=no", *command],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        # Standard input stays open until the daemon ends: at its end a daemon would run on without commands.
        process.stdin.write(words)
        process.stdin.flush()
        process.wait(PATIENCE)
    except (subprocess.TimeoutExpired, BrokenPipeError):
        process.kill()
    errors = process.communicate()[1]
    match = re.search(r"total heap usage: ([\d,]+) allocs, .* ([\d,]+) bytes", errors)
    if process.returncode or not match:
        raise Failure(f"valgrind: {errors[-2000:]}")
    return tuple(int(number.replace(",", "")) for number in match.groups())


def allocations(program: Path, daemon: Path, scenes: list) -> dict:
    """Per frame of each scene, by Flipbook and by Cairo; and of the daemon until its first frame."""
    result: dict = {"scenes": {}, "daemon": {}}
    for scene in scenes:
        result["scenes"][scene] = {
            painter: per_frame(program, scene, painter) for painter in ("flipbook", "cairo")
        }
    for animation in ANIMATIONS:
        command = [*daemon_command(daemon, animation, "480x270"), "--exit-after-frames"]
        # Unknown progress moves without end.
        first, later = (
            heap_of([*command, str(frames)], "progress unknown\n") for frames in (1, 60)
        )
        result["daemon"][animation] = {
            "allocations": first[0], "bytes": first[1], "in59MoreFrames": later[0] - first[0]}
    return result


def per_frame(program: Path, scene: str, painter: str) -> dict:
    few, many = (
        heap_of([
            str(program), "scenes", "--scene", scene, "--only", painter, "--rounds", "1",
            "--frames", str(frames),
        ])
        for frames in (1, 3)
    )
    return {"allocations": (many[0] - few[0]) / 2, "bytes": (many[1] - few[1]) / 2}


def show_allocations(result: dict) -> None:
    print("\nAllocations per frame")
    rows = [
        [scene, *(f"{by[p]['allocations']:.0f} ({by[p]['bytes']:.0f} B)" for p in by)]
        for scene, by in result["scenes"].items()
    ]
    print_table(["", "flipbook", "cairo"], rows)
    print("\nAllocations of the daemon until its first frame, and in 59 more")
    rows = [
        [name, str(d["allocations"]), f"{d['bytes']} B", str(d["in59MoreFrames"])]
        for name, d in result["daemon"].items()
    ]
    print_table(["", "first", "", "more"], rows)
