# SPDX-License-Identifier: Apache-2.0
"""Code of somebody else's in the running daemon reaches none of the machine's files and processes."""

import ctypes
import errno
import os
import shutil
import socket
import struct
from pathlib import Path

import pytest
from daemon_process import wait_until
from displays.display_daemon import DisplayDaemon, living_to_the_end
from safety.injected_calls import refuse_call, traced

pytestmark = [
    pytest.mark.root,
    pytest.mark.skipif(os.uname().machine != "x86_64", reason="calls are made in registers of x86-64"),
]
READ, WRITE, BOTH, CREATE, FOLDER = os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_DIRECTORY
CURRENT = -100  # AT_FDCWD


def has_rules() -> bool:
    return ctypes.CDLL(None).syscall(444, None, 0, 1) > 0


needs_rules = pytest.mark.skipif(not has_rules(), reason="this kernel has no Landlock")
FILES = [
    ("/proc/self/mem", BOTH), ("/proc/self/mem", WRITE), ("/proc/self/oom_score_adj", WRITE),
    ("/proc/1/mem", READ), ("/proc/1/environ", READ), ("/proc/1/root/etc/shadow", READ),
    ("/proc/sys/kernel/core_pattern", WRITE), ("/proc/sys/kernel/modprobe", WRITE), ("/proc/sysrq-trigger", WRITE),
    ("/etc/shadow", READ), ("/etc/passwd", READ), ("/etc/shadow", WRITE), ("/usr/bin/id", READ),
    ("/usr/bin/id", WRITE), ("/usr/bin/id", WRITE | os.O_TRUNC), ("/", READ | FOLDER), ("/etc", READ | FOLDER),
    ("/root", READ | FOLDER), ("/run", READ | FOLDER), ("/dev", READ | FOLDER), ("/dev/kmsg", WRITE),
    ("/dev/zero", BOTH), ("/dev/mem", BOTH), ("/dev/vda", BOTH), ("/sys/kernel/mm/transparent_hugepage/enabled", WRITE),
    ("/etc/cron.d/flipbook-attack", WRITE | CREATE), ("/run/flipbook/attack", WRITE | CREATE),
    ("/run/attack", WRITE | CREATE), ("/etc", WRITE | 0o20200000), ("/run/udev/control", READ),
]


@needs_rules
def test_no_file_but_the_daemons_own_is_opened(daemon):
    with traced(daemon.pid) as code:
        for path, flags in FILES:
            wanted = {errno.EPERM} if flags & (CREATE | os.O_TRUNC | 0o20000000) else {errno.EACCES}
            if not os.path.lexists(path):
                wanted |= {errno.ENOENT}
            assert -code.open(path, flags) in wanted, (path, flags)
        # What it needs: who asks, which devices there are, themes.
        for path in ("/proc/1/status", "/proc/self/uid_map", "/sys/class/tty/tty0/active"):
            assert code.open(path, READ) in {0, -errno.ENOENT}, path
        assert code.open("/run/flipbook", READ | FOLDER) == 0
    assert not Path("/run/flipbook/attack").exists()
    assert daemon.ping() and daemon.log == ""


def calls(folder: Path) -> list[tuple[str, tuple, set[int]]]:
    """What else it could try: a name, the call, with which errors it may fail."""
    victim, new = str(folder / "victim").encode() + b"\0", str(folder / "new").encode() + b"\0"
    none, not_allowed = {errno.ENOSYS}, {errno.EPERM, errno.EACCES}
    room = bytes(64)
    answers = [
        ("truncate", (76, victim, 0), none), ("unlinkat", (263, CURRENT, victim, 0), not_allowed),
        ("unlink", (87, victim), not_allowed), ("rename", (82, victim, new), none),
        ("renameat2", (316, CURRENT, victim, CURRENT, new, 0), none), ("link", (86, victim, new), none),
        ("symlink", (88, victim, new), none), ("mkdir", (83, new, 0o755), none),
        ("mkdirat", (258, CURRENT, new, 0o755), none), ("mknod", (133, new, 0o100644, 0), none),
        ("mknodat", (259, CURRENT, new, 0o140644, 0), none), ("creat", (85, new, 0o644), none),
        ("chmod", (90, victim, 0o4755), not_allowed), ("fchmodat", (268, CURRENT, victim, 0o4755), not_allowed),
        ("chown", (92, victim, 1, 1), none), ("fchownat", (260, CURRENT, victim, 1, 1, 0), not_allowed),
        ("setxattr", (188, victim, b"user.x\0", room, 1, 0), none), ("openat2", (437, CURRENT, victim, room, 24), none),
        ("open", (2, victim, READ), not_allowed), ("open_by_handle_at", (304, CURRENT, room, 0), none),
        ("kill", (62, 1, 0), none), ("pidfd_open", (434, 1, 0), none), ("tgkill", (234, 1, 1, 0), none),
        ("prlimit64 of another", (302, 1, 7, 0, room), not_allowed), ("prctl", (157, 4, 1), none),
        ("fcntl F_SETOWN", (72, 0, 8, 1), not_allowed), ("fcntl F_SETSIG", (72, 0, 10, 9), not_allowed),
        ("ioctl FIOSETOWN", (16, 0, 0x8901, room), not_allowed), ("seccomp", (317, 1, 0, room), not_allowed),
        ("connect", (42, 0, room, 16), not_allowed), ("listen", (50, 0, 1), not_allowed),
        ("bind to a path", (49, 0, b"\1\0" + new, 110), not_allowed),
    ]
    families = {"Unix": 1, "IPv4": 2, "IPv6": 10, "packets": 17, "cryptography": 38, "a hypervisor": 40}
    answers += [(f"socket of {name}", (41, number, 2, 0), not_allowed) for name, number in families.items()]
    answers += [(f"netlink protocol {number}", (41, 16, 3, number), not_allowed)
                for number in range(23) if number != 15]
    return answers


@pytest.mark.parametrize("has_landlock", [
    pytest.param(True, marks=needs_rules), False], ids=["rules on files", "without"])
def test_no_other_way_leads_out(start_daemon, tmp_path, has_landlock):
    (tmp_path / "victim").write_text("as it was")
    daemon = start_daemon(preexec=None if has_landlock else lambda: refuse_call(444))
    # Whatever of this a kernel without rules on files lets pass.
    by_rules = {"unlinkat", "unlink", "open"}
    with traced(daemon.pid) as code:
        for name, call, errors in calls(tmp_path):
            if has_landlock or name not in by_rules:
                assert -code.call(*call) in errors, name
        assert code.call(302, 0, 7, 0, bytes(64)) == 0
        assert code.call(41, 16, 3, 15) >= 0
        assert -code.open("/etc/cron.d/flipbook-attack", WRITE | CREATE) == errno.EPERM
    assert os.listdir(tmp_path) == ["victim"] and (tmp_path / "victim").read_text() == "as it was"
    # A kernel without them is nothing to warn of.
    assert daemon.ping() and daemon.log == ""


def test_a_kernel_without_rules_on_files_is_noted_for_who_looks(start_daemon):
    daemon = start_daemon("--verbose", preexec=lambda: refuse_call(444))
    assert daemon.log.count("no Landlock here: which files are opened is not limited") == 1


def test_sockets_are_closed_to_it_once_the_last_is_open(start_daemon):
    with socket.socket(socket.AF_UNIX) as other:
        name = f"flipbook-confinement-{os.getpid()}"
        other.bind("\0" + name)
        other.listen(1)
        daemon = start_daemon(plymouth="@" + name)
        daemon.plymouth = b"\0" + name.encode()
        with traced(daemon.pid) as code:
            assert code.call(41, 1, 1, 0) >= 0
    assert wait_until(lambda: "free again, listening" in daemon.log)
    assert daemon.ping()
    with traced(daemon.pid) as code:
        assert code.call(41, 1, 1, 0) == -errno.EPERM
        assert code.call(317, 1, 0, bytes(64)) == -errno.EPERM
    assert daemon.ping()


@needs_rules
def test_a_signal_by_a_file_stays_within(start_daemon):
    """Where the filter were passed: the rules know the kernel's other way of signals."""
    daemon = start_daemon()
    assert "sandbox" not in daemon.log
    with traced(daemon.pid) as code:
        # F_SETOWN_EX, of a process's group.
        assert code.call(72, 0, 15, struct.pack("ii", 1, 1)) == -errno.EPERM


@needs_rules
def test_other_devices_are_closed_to_it_once_there_is_a_card():
    """Until then one of them may be a framebuffer device that comes late."""
    with living_to_the_end() as daemons:
        daemon = DisplayDaemon(["card 0 1 320x180@60", "remove 0"])
        daemons.append(daemon)
        with traced(daemon.pid) as code:
            assert code.open("/dev/zero", BOTH) == 0
            assert code.open("/etc/passwd", READ) == -errno.EACCES
        # Rules are on what is there: the folders are made, and stay when their last device goes.
        for folder in ("/dev/dri", "/dev/input"):
            assert Path(folder).stat().st_mode & 0o777 == 0o755 and Path(folder, ".flipbook").is_dir()
        daemon.kms.add_card(0, "1 320x180@60")
        daemon.wait_for_frames(1)
        with traced(daemon.pid) as code:
            for path in ("/dev/zero", "/dev/kmsg", "/dev/null"):
                assert code.open(path, BOTH) == -errno.EACCES, path
            assert code.open("/dev/dri", READ | FOLDER) == 0
            assert code.open("/dev/tty1", BOTH) in {0, -errno.ENXIO, -errno.EIO, -errno.ENOENT}
            assert code.open("/sys/class", READ | FOLDER) == 0


IN_MEMORY = """
set -eu
mount -t tmpfs -o mode=755 none "$1"
mkdir "$1/next"
for folder in /*; do
  [ -d "$folder" ] && [ "$folder" != /run ] && [ "$folder" != /next ] || continue
  mkdir "$1$folder"
  mount --rbind "$folder" "$1$folder"
done
mkdir "$1/run"
mount -t tmpfs none "$1/run"
mount --bind / "$1/next"
shift
exec chroot "$@"
"""


@needs_rules
def test_the_next_roots_files_are_closed_to_it_once_it_is_there(start_daemon, tmp_path):
    """In an initramfs reading is free: the themes of the next root are not there yet. Writing is not."""
    root = tmp_path / "initramfs"
    root.mkdir()
    folder = Path("/tmp") / tmp_path.name
    folder.mkdir()
    try:
        daemon = start_daemon(
            before=["unshare", "--mount", "sh", "-c", IN_MEMORY, "sh", str(root), str(root)], folder=str(folder))
        with traced(daemon.pid) as code:
            assert code.open("/etc/passwd", READ) == 0
            assert code.open("/etc/passwd", WRITE) == -errno.EACCES
            assert code.open("/proc/self/mem", WRITE) == -errno.EACCES
        assert daemon.request("R", b"/next") == b"\6"
        assert daemon.ping()
        with traced(daemon.pid) as code:
            assert code.open("/etc/passwd", READ) == -errno.EACCES
            assert code.open("/usr/share", READ | FOLDER) == -errno.EACCES
            # That is empty still in the next root, and is moved there later.
            assert code.open("/sys/class", READ | FOLDER) in {0, -errno.ENOENT}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_a_start_pays_few_calls_for_it(start_daemon, tmp_path):
    """Two hundred would be a hundredth of a boot's time to the first frame on a slow machine."""
    trace = tmp_path / "trace"
    daemon = start_daemon(before=["strace", "-f", "-o", str(trace)], wait=False)
    assert wait_until(daemon.answers)
    assert daemon.ask("quit") == "ok"
    daemon.is_ended = True
    daemon.process.wait(20)
    after = trace.read_text().split("PR_SET_NO_NEW_PRIVS", 1)[1]
    assert len(after.split("SECCOMP_SET_MODE_FILTER")[0].splitlines()) < 60
