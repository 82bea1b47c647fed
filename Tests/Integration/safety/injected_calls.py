# SPDX-License-Identifier: Apache-2.0
"""System calls from inside a running daemon, as code of somebody else's in it would make them."""

import contextlib
import ctypes
import errno
import os
import struct
import time
from collections.abc import Iterator


class Registers(ctypes.Structure):
    """user_regs_struct of x86-64."""
    _fields_ = [(name, ctypes.c_uint64) for name in (
        "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss "
        "fs_base gs_base ds es fs gs").split()]


ATTACH, DETACH, GETREGS, SETREGS, SYSCALL = 16, 17, 12, 13, 24
PPOLL, MEMFD_CREATE = 271, 319
ARGUMENTS = ("rdi", "rsi", "rdx", "r10", "r8", "r9")


class TracedProcess:
    """A child that is stopped where it waits in ppoll."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
        self._libc.ptrace.restype = ctypes.c_long
        self.before = Registers()
        for _ in range(1000):
            self._trace(ATTACH)
            os.waitpid(pid, 0)
            self._trace(GETREGS, ctypes.byref(self.before))
            if self.before.orig_rax == PPOLL:
                return
            self._trace(DETACH)
            time.sleep(0.01)
        raise AssertionError("it never waits")

    def _trace(self, request: int, data=None) -> None:
        if self._libc.ptrace(request, self.pid, None, data) < 0:
            raise OSError(ctypes.get_errno(), f"ptrace {request}")

    def call(self, number: int, *arguments: int | bytes) -> int:
        """What a system call returns; bytes among its arguments are where the address points to."""
        now = Registers()
        ctypes.memmove(ctypes.byref(now), ctypes.byref(self.before), ctypes.sizeof(now))
        # The process stands behind the instruction of its call, which has two bytes and serves for any.
        now.rip -= 2
        now.rax, now.orig_rax = number, 2**64 - 1
        place = self.before.rsp - 16384
        with open(f"/proc/{self.pid}/mem", "r+b", buffering=0) as memory:
            for name, value in zip(ARGUMENTS, arguments):
                if isinstance(value, bytes):
                    memory.seek(place)
                    memory.write(value)
                    value, place = place, place + 1024
                setattr(now, name, value & 2**64 - 1)
        self._trace(SETREGS, ctypes.byref(now))
        # Into the call, and out of it.
        for _ in range(2):
            self._trace(SYSCALL)
            os.waitpid(self.pid, 0)
        self._trace(GETREGS, ctypes.byref(now))
        return ctypes.c_int64(now.rax).value

    def open(self, path: str, flags: int) -> int:
        """Opens a file and closes it: 0, or the error's negative number."""
        number = self.call(257, -100, path.encode() + b"\0", flags, 0o600)
        if number >= 0:
            self.call(3, number)
        return min(number, 0)

    def detach(self) -> None:
        """The wait begins again."""
        self.before.rip -= 2
        self.before.rax, self.before.orig_rax = PPOLL, 2**64 - 1
        self._trace(SETREGS, ctypes.byref(self.before))
        self._trace(DETACH)


@contextlib.contextmanager
def traced(pid: int) -> Iterator[TracedProcess]:
    """A child, stopped while its code is somebody else's."""
    process = TracedProcess(pid)
    try:
        yield process
    finally:
        process.detach()


def refuse_call(number: int) -> None:
    """For `preexec_fn`: a system call fails with ENOSYS from now on, as on a kernel that has it not."""
    def step(code: int, yes: int, no: int, value: int) -> bytes:
        return struct.pack("=HBBI", code, yes, no, value)

    filter = ctypes.create_string_buffer(
        step(0x20, 0, 0, 0) + step(0x15, 0, 1, number) + step(0x06, 0, 0, 0x50000 | errno.ENOSYS)
        + step(0x06, 0, 0, 0x7FFF0000), 32)
    program = struct.pack("@HP", 4, ctypes.addressof(filter))
    libc = ctypes.CDLL(None)
    # PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    assert libc.prctl(22, 2, ctypes.create_string_buffer(program, len(program)), 0, 0) == 0
