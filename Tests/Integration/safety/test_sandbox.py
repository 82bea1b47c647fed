# SPDX-License-Identifier: Apache-2.0
"""A running daemon cannot do more than it needs."""

import errno
import os
import re
import signal
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest
from daemon_process import NOBODY, ROOT, as_nobody, wait_until
from safety.injected_calls import refuse_call, traced

TERMINALS, ROOTS, OWNERS = 1 << 26, 1 << 18, 1 << 0


def facts(daemon) -> dict[str, str]:
    lines = Path(f"/proc/{daemon.pid}/status").read_text().splitlines()
    return {line.split(":")[0]: line.split(":", 1)[1].strip() for line in lines}


def test_a_filter_is_installed_for_good(daemon):
    of = facts(daemon)
    assert (of["Seccomp"], of["NoNewPrivs"]) == ("2", "1")
    assert "sandbox" not in daemon.log


@pytest.mark.root
def test_few_capabilities_are_left(daemon):
    of = facts(daemon)
    for kind in ("CapPrm", "CapEff", "CapBnd"):
        assert int(of[kind], 16) == TERMINALS | ROOTS, kind
    assert int(of["CapInh"], 16) == int(of["CapAmb"], 16) == 0


@pytest.mark.root
def test_a_group_takes_one_more(start_daemon):
    of = facts(start_daemon("--group", "65534"))
    assert int(of["CapEff"], 16) == TERMINALS | ROOTS | OWNERS


def test_it_can_be_left_out(start_daemon):
    of = facts(start_daemon("--no-sandbox"))
    assert (of["Seccomp"], of["NoNewPrivs"]) == ("0", "0")


@pytest.mark.root
def test_another_root_may_come_twice(daemon, tmp_path):
    """The initramfs leaves for the real root, and the real root for another at the shutdown."""
    first = tmp_path / "first"
    (first / "second").mkdir(parents=True)
    assert daemon.request("R", str(first).encode()) == b"\6"
    assert os.readlink(f"/proc/{daemon.pid}/root") == str(first)
    assert daemon.request("R", b"/second") == b"\6"
    assert os.readlink(f"/proc/{daemon.pid}/root") == str(first / "second")
    assert daemon.ping()


# Prints the allowed and the killing system calls of the filter, and then its instructions.
PRINTED = r"""
#include <stdint.h>
#include <stdio.h>
#include "sandbox.h"
int main(int count, char **words) {
  (void)words;
  for (int n = 0; n < CL_SANDBOX_ALLOWED; n++) printf("%d ", cl_sandbox_allowed[n]);
  if (count > 1) for (int n = 0; n < CL_SANDBOX_OPENING; n++) printf("%d ", cl_sandbox_opening[n]);
  puts("");
  for (int n = 0; n < CL_SANDBOX_FATAL; n++) printf("%d ", cl_sandbox_fatal[n]);
  puts("");
  struct sock_filter filter[CL_SANDBOX_LENGTH];
  unsigned length = cl_sandbox_make(filter, count > 1, 0);
  for (unsigned n = 0; n < length; n++)
    printf("%d %d %d %u\n", filter[n].code, filter[n].jt, filter[n].jf, filter[n].k);
  return length == 0;
}
"""
LOAD, ALWAYS, EQUAL, AT_LEAST, BITS, RETURN = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, REFUSE, MISSING = 0x7FFF0000, 0x80000000, 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS


def answered(filter: list[list[int]], data: bytes) -> tuple[int, int]:
    """What the kernel's interpreter returns for one system call, and after how many instructions."""
    place = accumulator = 0
    for steps in range(1, len(filter) + 1):
        code, then, otherwise, k = filter[place]
        place += 1
        if code == RETURN:
            return k, steps
        if code == LOAD:
            accumulator = struct.unpack_from("<I", data, k)[0]
        elif code == ALWAYS:
            place += k
        else:
            holds = {EQUAL: accumulator == k, AT_LEAST: accumulator >= k, BITS: accumulator & k}
            place += then if holds[code] else otherwise
    raise AssertionError("the filter never returns")


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers are those of x86-64")
@pytest.mark.parametrize("words", [[], ["opening"]], ids=["open", "opening"])
def test_each_number_has_its_answer_after_few_comparisons(tmp_path, words):
    source = tmp_path / "print.c"
    source.write_text(PRINTED)
    command = ["gcc", "-D_GNU_SOURCE", "-Wall", "-Werror", "-I", ROOT / "Sources/CLinux", source]
    subprocess.run([*command, "-o", tmp_path / "print"], check=True)
    printed = subprocess.run([tmp_path / "print", *words], check=True, capture_output=True, text=True)
    lines = [[int(word) for word in line.split()] for line in printed.stdout.splitlines()]
    allowed, fatal, filter = set(lines[0]), set(lines[1]), lines[2:]
    assert {0, 1, 231} <= allowed and 59 in fatal and not allowed & fatal
    native, compatible = 0xC000003E, 0x40000003
    # open, mmap, mprotect, ioctl, socket, bind, fcntl, openat, prlimit64
    by_arguments = {2, 9, 10, 16, 41, 49, 72, 257, 302}
    not_now = set() if words else {42, 50, 91, 268, 260, 317, 90}  # connect, listen, modes, owners, seccomp
    for number in [*range(600), 2**31, 2**32 - 1]:
        wanted = ALLOW if number in allowed else KILL if number in fatal else REFUSE if number in not_now else MISSING
        answer, steps = answered(filter, struct.pack("<IIQ6Q", number, native, 0, *[0] * 6))
        if number not in by_arguments:
            assert answer == wanted, number
        assert steps <= 27, number
        assert answered(filter, struct.pack("<IIQ6Q", number, compatible, 0, *[0] * 6))[0] == KILL
    assert answered(filter, struct.pack("<IIQ6Q", 16, native, 0, 0, 0x5412, *[0] * 4))[0] == REFUSE


# What each call is answered with, from code that a tracer has injected into a running daemon.
CALLS = {
    "execve": (59, (0, 0, 0), "killed"),
    "ptrace": (101, (0, 0, 0), "killed"),
    "fork": (57, (), "killed"),
    "socket of the Internet": (41, (2, 1, 0), -errno.EPERM),
    "socket of Unix": (41, (1, 1, 0), -errno.EPERM),
    "memory to execute": (9, (0, 4096, 5, 0x22, 2**64 - 1, 0), -errno.EPERM),
    "memory to write": (9, (0, 4096, 3, 0x22, 2**64 - 1, 0), "well"),
    "a key of a terminal": (16, (0, 0x5412, 0), -errno.EPERM),
    "a call that it never makes": (121, (0,), -errno.ENOSYS),
}


@pytest.mark.root
@pytest.mark.parametrize("name", CALLS if os.uname().machine == "x86_64" else [])
def test_injected_code_gets_nowhere(start_daemon, name):
    number, arguments, wanted = CALLS[name]
    daemon = start_daemon()
    with traced(daemon.pid) as code:
        result = code.call(number, *arguments)
    if wanted == "killed":
        # The filter's signal comes after the call has been seen.
        assert wait_until(lambda: daemon.process.poll() is not None)
        assert daemon.process.returncode == -signal.SIGSYS
        daemon.is_ended = True
        return
    assert result >= 0 if wanted == "well" else result == wanted
    assert daemon.ping()


@pytest.mark.root
def test_an_unprivileged_daemon_is_confined_as_well(start_daemon):
    with tempfile.TemporaryDirectory(prefix="flipbook-") as folder:
        os.chown(folder, NOBODY, NOBODY)
        daemon = start_daemon(folder=folder, preexec=as_nobody)
        of = facts(daemon)
        assert (of["Seccomp"], of["NoNewPrivs"], int(of["CapEff"], 16)) == ("2", "1", 0)
        assert "sandbox" not in daemon.log
        assert daemon.end() == 0


def test_the_filters_of_i386_see_what_is_done_to_sockets(tmp_path):
    """There glibc makes one call for all of it; not the daemon. Compiled with that machine's numbers."""
    source = (ROOT / "Sources/CLinux/sandbox.h").read_text()
    tables = re.findall(r"static const uint16_t cl_sandbox_\w+\[\] = {.*?\n};", source, re.S)
    assert len(tables) == 3
    headers = subprocess.run(["gcc", "-E", "-dM", "-include", "asm/unistd_32.h", "-x", "c", "/dev/null"],
                             check=True, capture_output=True, text=True).stdout
    numbers = re.findall(r"^#define __NR_(\w+) (\d+)$", headers, re.M)
    assert ("socketcall", "102") in numbers
    program = "".join(f"#define SYS_{name} {number}\n" for name, number in numbers)
    program += "#include <stdint.h>\n#include <stdio.h>\n" + "\n".join(tables) + """
        int main(void) {
          for (unsigned n = 0; n < sizeof cl_sandbox_allowed / sizeof cl_sandbox_allowed[0]; n++)
            printf("%d\\n", cl_sandbox_allowed[n]);
          return cl_sandbox_fatal[0] == 0 || cl_sandbox_opening[0] == 0;
        }"""
    (tmp_path / "list.c").write_text(program)
    subprocess.run(["gcc", "-o", tmp_path / "list", tmp_path / "list.c"], check=True)
    allowed = set(subprocess.run([tmp_path / "list"], check=True, capture_output=True,
                                 text=True).stdout.split())
    names = {name for name, number in numbers if number in allowed}
    assert {"accept4", "getsockopt", "sendmsg", "recvmsg", "read", "ppoll_time64"} <= names
    assert "socketcall" not in names


def test_a_kernel_without_filters_does_not_stop_it(start_daemon):
    """One line, and it goes on."""
    daemon = start_daemon(preexec=lambda: refuse_call(
        {"x86_64": 317, "aarch64": 277, "riscv64": 277}[os.uname().machine]))
    assert daemon.log.count("no sandbox, going on without") == 1
    assert "not supported by this kernel" in daemon.log
    assert daemon.ping()
