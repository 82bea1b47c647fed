# SPDX-License-Identifier: Apache-2.0
"""flipbookd's replacement of libdrm, in Sources/CDRM, compared with libdrm."""

import subprocess
from pathlib import Path

from daemon_process import ROOT

CALLS = Path(__file__).resolve().parent / "libdrm_calls.c"


def flags(kind: str) -> list[str]:
    return subprocess.run(["pkg-config", kind, "libdrm"], check=True, capture_output=True, text=True).stdout.split()


def test_each_call_asks_and_returns_what_libdrms_does(tmp_path):
    def printed(name: str, *sources: str | Path) -> list[str]:
        program = tmp_path / name
        subprocess.run(["gcc", "-std=gnu17", "-g", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined",
                        "-fno-sanitize-recover", *flags("--cflags"), "-o", program, CALLS, *sources], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()

    ours = printed("ours", *sorted((ROOT / "Sources/CDRM").glob("*.c")))
    theirs = printed("libdrms", *flags("--libs"))
    assert len(ours) > 1000
    assert ours == theirs
