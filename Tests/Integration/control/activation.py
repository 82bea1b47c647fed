# SPDX-License-Identifier: Apache-2.0
"""A service manager that gives listening sockets to a daemon (sd_listen_fds(3))."""

import contextlib
import os
import socket

FIRST_SAVED = 100  # out of the way of the numbers from 3 on, which the daemon gets


def listener(path) -> socket.socket:
    made = socket.socket(socket.AF_UNIX)
    made.bind(str(path))
    made.listen()
    return made


@contextlib.contextmanager
def passed(files, names: str, process: str = "$$"):
    """Arguments for a daemon to which descriptors are passed, for a process of this number."""
    saved = [os.dup2(file.fileno(), FIRST_SAVED + index) for index, file in enumerate(files)]
    moves = " ".join(f"{number}<&{source} {source}<&-" for number, source in enumerate(saved, 3))
    script = (f"exec {moves}; export LISTEN_PID={process} LISTEN_FDS={len(saved)} "
              f'LISTEN_FDNAMES={names}; exec "$@"')
    try:
        yield {"before": ["bash", "-c", script, "bash"], "plymouth": "", "pass_fds": tuple(saved)}
    finally:
        for number in saved:
            os.close(number)
