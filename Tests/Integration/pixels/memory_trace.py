# SPDX-License-Identifier: Apache-2.0
"""The loads and stores of the self-test's frames, as valgrind's lackey reports them."""

import os
import select
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# Keeps the accesses to the buffers: which call into libc (0 outside), what, where, how many bytes.
FILTER = r"""
/^I/ { pc = substr($0, 4, 8); inside = pc >= low && pc < high; if (!inside) calls++; next }
$2 ~ addresses { print inside ? calls : 0, $1, $2 }
"""


# Instead of a frame's number: accesses between frames.
BETWEEN = -1
QUIET = 0.5  # seconds without output: everything up to the wait has been read
TIMEOUT = 60


@dataclass
class Frame:
    """The accesses to the buffers during one frame."""

    stored: set = field(default_factory=set)
    reads: int = 0
    twice: int = 0
    falling: int = 0
    overlaps: int = 0
    # Behind all bytes of the calls before the present one; the present one and its last byte.
    behind: int = 0
    call: int = 0
    end: int = 0

    def load(self) -> None:
        self.reads += 1

    def store(self, call: int, offset: int, size: int) -> None:
        if call == 0 or call != self.call:
            self.behind = max(self.behind, self.end)
            self.call = call
            inside = False
        else:
            inside = True
        for byte in range(offset, offset + size):
            if byte not in self.stored:
                self.stored.add(byte)
            elif inside and byte >= self.behind:
                self.overlaps += 1
            else:
                self.twice += 1
        if offset < self.behind:
            self.falling += 1
        self.end = max(self.end, offset + size)


def drain(process: subprocess.Popen, trace: int) -> str:
    """Skips the trace until the program has printed where its memory is, and waits."""
    line = b""
    while True:
        is_complete = line.endswith(b"\n")
        ready, _, _ = select.select([trace] if is_complete else [trace, process.stdout], [], [],
                                    QUIET if is_complete else TIMEOUT)
        if not ready:
            assert is_complete, "the program prints nothing"
            return line.decode()
        if trace in ready:
            assert os.read(trace, 1 << 20), "the program ended at once"
        if process.stdout in ready:
            line += process.stdout.readline()


def libc_range(pid: int) -> tuple[int, int]:
    """The first and the last address of libc's code in a process."""
    addresses = []
    for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
        words = line.split()
        if "x" in words[1] and len(words) > 5 and Path(words[5]).name.startswith(("libc.", "libc-")):
            addresses += [int(end, 16) for end in words[0].split("-")]
    assert addresses, "libc is not in the program's memory"
    return min(addresses), max(addresses)


def accesses(filtered, address: int):
    """Each access to the memory: the call, whether it loads and whether it stores, offset, size."""
    for line in filtered:
        call, kind, where = line.split()
        start, size = where.split(b",")
        yield int(call), kind in (b"L", b"M"), kind in (b"S", b"M"), int(start, 16) - address, int(size)


def frames_of(filtered, address: int, size: int, marks: int) -> dict[int, Frame]:
    """The accesses to the memory during each frame; the marks in it begin and end frames."""
    frames: dict[int, Frame] = {}
    frame = None
    for call, loads, stores, offset, count in accesses(filtered, address):
        if not 0 <= offset < size:
            continue
        if offset >= marks:
            # Even marks begin a frame, odd ones end it.
            number, is_end = divmod((offset - marks) // 8, 2)
            frame = frames.setdefault(BETWEEN if is_end else number, Frame())
            continue
        assert frame is not None, "the buffers are used before the first frame"
        if loads:
            frame.load()
        if stores:
            frame.store(call, offset, count)
    return frames


def trace_frames(selftest: str, mode: str) -> tuple[dict[int, Frame], list[list[str]]]:
    """Runs the self-test under lackey: the accesses of each frame, and its report."""
    trace, log = os.pipe()
    process = subprocess.Popen(
        ["valgrind", "--quiet", "--tool=lackey", "--trace-mem=yes", f"--log-fd={log}", selftest],
        env={**os.environ, "FLIPBOOK_TRACE": mode}, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, pass_fds=[log], bufsize=0)
    os.close(log)
    try:
        word, *values = drain(process, trace).split()
        assert word == "memory"
        address, size, marks = map(int, values)
        low, high = libc_range(process.pid)
        pages = [f"{page:x}" for page in range(address >> 16, (address + size + 0xFFFF) >> 16)]
        pattern = f"^0*({'|'.join(pages)})[0-9a-f][0-9a-f][0-9a-f][0-9a-f],"
        ends = [f"-v{name}={value:08x}x" for name, value in (("low", low), ("high", high))]
        filtering = subprocess.Popen(["awk", f"-vaddresses={pattern}", *ends, FILTER], stdin=trace,
                                     stdout=subprocess.PIPE)
        process.stdin.write(b"\n")
        frames = frames_of(filtering.stdout, address, size, marks)
        reports = [line.split() for line in process.stdout.read().decode().splitlines()]
        assert filtering.wait() == 0
        assert process.wait() == 0
    finally:
        os.close(trace)
        if process.poll() is None:
            process.kill()
            process.wait()
    return frames, reports


def problems(frames: dict[int, Frame], reports: list[list[str]]) -> list[str]:
    """The errors in the frames; also of frames that were not drawn."""
    found = []
    expected = {int(report[1]): report for report in reports}
    for number, frame in sorted(frames.items()):
        _, _, *name, pixels, size = expected.get(number, ["", "", "between", "frames", "0", "0"])
        reported = int(pixels) * int(size)
        for count, words in (
            (frame.reads, "loads from the buffers"),
            (frame.twice, "bytes stored twice"),
            (frame.falling, "stores before the last one"),
            (abs(len(frame.stored) - reported), f"bytes more or less than the {reported} reported"),
        ):
            if count:
                found.append(f"frame {number} ({' '.join(name)}): {count} {words}")
    missing = expected.keys() - frames.keys()
    return found + [f"frame {number}: left no mark" for number in sorted(missing)]
