# SPDX-License-Identifier: Apache-2.0
"""The shipped daemon under valgrind's memcheck, controlled by its standard input."""

import re
import select
import subprocess
import time
from pathlib import Path

from daemon_process import ROOT, wait_until

PROGRAM = ROOT / ".build/embedded/flipbookd.symbols"
TIMEOUT = 240  # seconds for one run; valgrind is slow
# Swift stores the case of an enum in the highest bits of its last word, and tests the sign of the word. The other
# bytes of this word may be uninitialised. Memcheck 3.19 does not know that the sign is initialised.
UNDEFINED = "--undef-value-errors=no"
ERROR_STATUS = 99


class CheckedDaemon:
    """A daemon with a check of every access to memory, and a count of every allocation."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.log_path = folder / "valgrind.log"
        self.process = subprocess.Popen(
            ["valgrind", "--quiet", "--tool=memcheck", "--leak-check=full",
             "--errors-for-leak-kinds=definite", UNDEFINED, f"--error-exitcode={ERROR_STATUS}",
             "--verbose", f"--log-file={self.log_path}", str(PROGRAM), "--no-socket", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        self._end = time.monotonic() + TIMEOUT
        self._pending = b""

    def ask(self, line: str) -> str:
        """Sends one line; its answer."""
        self.process.stdin.write(line.encode() + b"\n")
        while b"\n" not in self._pending:
            left = self._end - time.monotonic()
            assert left > 0 and select.select([self.process.stdout], [], [], left)[0], line
            more = self.process.stdout.read(4096)
            assert more, f"the daemon ended at '{line}': {self.log_path.read_text()[-2000:]}"
            self._pending += more
        answer, _, self._pending = self._pending.partition(b"\n")
        return answer.decode(errors="replace")

    def wait_for_frame(self, number: int) -> None:
        def frames() -> int:
            return int(re.search(r"\bframes=(\d+)", self.ask("status"))[1])

        assert wait_until(lambda: frames() >= number, TIMEOUT)

    def end(self) -> int:
        """Ends it without an error; how many allocations it had made."""
        self.process.stdin.write(b"quit\n")
        status = self.process.wait(30)
        text = self.log_path.read_text()
        assert status == 0, text[-4000:]
        allocations = re.search(r"total heap usage: ([\d,]+) allocs", text)
        assert allocations, text[-2000:]
        return int(allocations[1].replace(",", ""))

    def stop(self) -> None:
        """Cleans up, whatever state it is in."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
