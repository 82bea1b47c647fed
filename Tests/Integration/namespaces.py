# SPDX-License-Identifier: Apache-2.0
"""Temporary namespaces of a test's process."""

import contextlib
import ctypes
import os
import subprocess

CLONE_NEWNS = 0x00020000
CLONE_NEWNET = 0x40000000

_libc = ctypes.CDLL(None, use_errno=True)


def _call(function, *arguments: int) -> None:
    if function(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{function.__name__}: {os.strerror(number)}")


@contextlib.contextmanager
def new_namespaces(network: bool = True, mounts: bool = False):
    """A network of its own, where all abstract socket names are free, and mounts of its own.

    For this thread and the processes that it starts; as root only.
    """
    kinds = (CLONE_NEWNET if network else 0) | (CLONE_NEWNS if mounts else 0)
    folder = os.getcwd()
    before = [os.open(f"/proc/thread-self/ns/{name}", os.O_RDONLY | os.O_CLOEXEC)
              for name, is_new in (("net", network), ("mnt", mounts)) if is_new]
    try:
        _call(_libc.unshare, kinds)
        try:
            if mounts:
                subprocess.run(["mount", "--make-rprivate", "/"], check=True)
            yield
        finally:
            for descriptor in before:
                _call(_libc.setns, descriptor, 0)
            os.chdir(folder)
    finally:
        for descriptor in before:
            os.close(descriptor)
