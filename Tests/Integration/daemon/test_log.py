# SPDX-License-Identifier: Apache-2.0
"""Where the daemon's lines go."""

import os
import subprocess

import pytest
from daemon_process import flipbookd


@pytest.mark.root
def test_the_kernels_log_gets_whole_lines():
    """As in an initramfs. It polls as if nothing could be written, and each write is a record."""
    word = f"--unknown-{os.getpid()}"
    reader = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)
    os.lseek(reader, 0, os.SEEK_END)
    with open("/dev/kmsg", "wb") as log:
        subprocess.run([flipbookd(), "--check-options", word], stdin=subprocess.DEVNULL, stderr=log,
                       timeout=20)
    records = []
    try:
        while True:
            records.append(os.read(reader, 8192).decode(errors="replace"))
    except BlockingIOError:
        pass
    os.close(reader)
    ours = [record.split(";", 1)[1] for record in records if "flipbookd: " in record and word in record]
    assert len(ours) == 1, records
    assert ours[0].startswith(f"flipbookd: unknown option '{word}'; see --help")
