# SPDX-License-Identifier: Apache-2.0
"""The start: limits, the initramfs's mark, a second daemon, and the time of readiness."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest
from daemon_process import Daemon, flipbookd, wait_until


def status_of(daemon, field):
    for line in Path(f"/proc/{daemon.pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return line.split()[1]
    raise AssertionError(f"no {field}")


def test_takes_no_huge_pages(daemon):
    assert status_of(daemon, "THP_enabled") == "0"


def test_dumps_no_core(daemon):
    limits = Path(f"/proc/{daemon.pid}/limits").read_text().splitlines()
    core = next(line for line in limits if line.startswith("Max core file size"))
    assert core.split()[4:6] == ["0", "0"]
    # The files of a process that cannot be dumped belong to root, whatever its user.
    assert os.stat(f"/proc/{daemon.pid}/mem").st_uid == 0


@pytest.mark.root
def test_no_dump_by_who_runs_it(start_daemon):
    from daemon_process import as_nobody
    daemon = start_daemon(preexec=as_nobody, wait=False)
    assert wait_until(lambda: os.stat(f"/proc/{daemon.pid}/mem").st_uid == 0)
    daemon.stop()
    daemon.is_ended = True


def test_raises_the_limit_of_descriptors(start_daemon):
    from resource import RLIMIT_NOFILE, getrlimit, setrlimit
    hard = getrlimit(RLIMIT_NOFILE)[1]
    daemon = start_daemon(preexec=lambda: setrlimit(RLIMIT_NOFILE, (64, hard)))
    limits = Path(f"/proc/{daemon.pid}/limits").read_text().splitlines()
    files = next(line for line in limits if line.startswith("Max open files"))
    assert files.split()[3:5] == [str(hard), str(hard)]


@pytest.mark.root
@pytest.mark.parametrize("kind, mark", [("tmpfs", b"@"), ("ramfs", b"@"), ("file", b"@"),
                                        ("none", b"/")])
def test_is_marked_in_an_initramfs_of_any_maker(tmp_path, kind, mark):
    root = tmp_path / "root"
    root.mkdir()
    if kind in ("tmpfs", "ramfs"):
        subprocess.run(["mount", "-t", kind, "none", root], check=True)
    try:
        program = Path(flipbookd())
        listed = subprocess.run(["ldd", program], check=True, capture_output=True, text=True)
        for word in {word for word in listed.stdout.split() if word.startswith("/")}:
            target = root / word.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(word, target)
        shutil.copy(program, root / "flipbookd")
        if kind == "file":
            (root / "etc").mkdir()
            (root / "etc/initrd-release").write_text("ID=test\n")
        name = f"\0flipbook-initramfs-{os.getpid()}"
        started = subprocess.Popen(
            ["chroot", root, "/flipbookd", "--output", "memory:64x64", "--no-stdin", "--socket",
             "@" + name[1:]], stdin=subprocess.DEVNULL)
        try:
            with socket.socket(socket.AF_UNIX) as client:
                assert wait_until(lambda: client.connect_ex(name) == 0)
            words = Path(f"/proc/{started.pid}/cmdline").read_bytes().split(b"\0")
            assert words[0] == mark + b"flipbookd"
        finally:
            started.terminate()
            started.wait(20)
    finally:
        if kind in ("tmpfs", "ramfs"):
            subprocess.run(["umount", "--lazy", root], check=True)


@pytest.mark.root
@pytest.mark.parametrize("options, ends", [
    (["--mode", "boot-up", "--pid-file", "/run/pid"], True), (["--mode", "boot-up"], False),
    (["--mode", "shutdown", "--pid-file", "/run/pid"], False),
], ids=["boot", "other", "shutdown"])
def test_a_splash_of_the_boot_that_has_quit_does_not_come_back(start_daemon, options, ends):
    """With any service manager: a unit has failed if 'plymouth quit' has killed its process."""
    daemon = start_daemon(*options, wait=not ends, before=[
        "unshare", "--mount", "sh", "-c",
        'mount -t tmpfs none /run && mkdir /run/flipbook-quit && exec "$@"', "sh"])
    if ends:
        daemon.is_ended = True
        assert daemon.process.wait(20) == 0
        assert daemon.log == (
            "flipbookd: the splash of this boot has quit already; see plymouth-quit.service\n")
    else:
        assert daemon.ping() and daemon.log == ""


def second(*options, environment=None):
    return subprocess.run([flipbookd(), "--output", "memory:64x64", "--no-stdin", *options],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20,
                          env=environment)


def test_a_second_one_by_the_native_socket_ends_well(daemon):
    other = second("--socket", daemon.native)
    assert other.returncode == 0
    assert other.stderr == (
        f"flipbookd: {daemon.native}: address in use by process {daemon.pid} (flipbookd) of user "
        f"{os.geteuid()}: it shows the splash; leaving the displays to it\n")
    assert daemon.ask("status").startswith("ok ")


def test_a_second_one_by_the_plymouth_name_ends_well(daemon, tmp_path):
    pid_file = tmp_path / "pid"
    other = second("--no-socket", "--plymouth", "@" + daemon.name, "--pid-file", str(pid_file))
    assert other.returncode == 0
    assert f"in use by process {daemon.pid} (flipbookd)" in other.stderr
    assert not pid_file.exists()
    assert daemon.ping()


def test_a_second_one_is_ready_and_names_the_first_as_main_process(daemon, manager, tmp_path):
    other = second("--socket", daemon.native, "--pid-file", str(tmp_path / "pid"),
                   environment=manager.environment)
    assert other.returncode == 0
    assert manager.wait("READY=1") == f"READY=1\nMAINPID={daemon.pid}\nWATCHDOG_USEC=0\n"


def test_a_second_one_for_a_while_is_ready_and_leaves_the_first_alone(daemon, manager):
    other = second("--socket", daemon.native, environment=manager.environment)
    assert other.returncode == 0
    assert manager.wait("READY=1") == "READY=1\n"


@pytest.mark.root
@pytest.mark.parametrize("options", [["--socket", "{native}"], ["--no-socket", "--plymouth", "@{name}"]],
                         ids=["native", "plymouth"])
def test_a_second_one_finds_the_first_without_proc(daemon, options):
    """Early in a boot, or in a small root: processes have no names there."""
    options = [option.format(native=daemon.native, name=daemon.name) for option in options]
    other = subprocess.run(
        ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh", flipbookd(),
         "--output", "memory:64x64", "--no-stdin", *options],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    assert other.returncode == 0, other.stderr
    assert f"in use by process {daemon.pid} of user 0: it shows the splash" in other.stderr
    assert daemon.ping()


def test_a_dead_one_that_nobody_has_waited_for_has_nothing(start_daemon, tmp_path):
    """A zombie still has its number and its name."""
    path = tmp_path / "pid"
    script = (f"import os, subprocess, sys; process = subprocess.Popen([{flipbookd()!r}, '--output', "
              "'memory:64x64', '--no-stdin', '--no-socket', '--plymouth', 'off', '--pid-file', "
              f"{str(path)!r}], stdin=subprocess.DEVNULL); sys.stdin.readline(); process.kill(); "
              "os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT); print(flush=True); "
              "sys.stdin.readline()")
    with subprocess.Popen(["python3", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as parent:
        assert wait_until(path.exists)
        parent.stdin.write("\n")
        parent.stdin.flush()
        parent.stdout.readline()
        number = int(path.read_text())
        assert Path(f"/proc/{number}/comm").read_text() == "flipbookd\n"
        free = "@flipbook-free-name"
        subprocess.run([flipbookd(), "--restore-console", "--pid-file", str(path), "--socket", free,
                        "--plymouth", free], stdin=subprocess.DEVNULL, timeout=20, check=True)
        assert not path.exists()
        parent.stdin.close()


def test_a_taken_name_is_had_when_it_is_free(start_daemon):
    name = f"flipbook-taken-{os.getpid()}"
    holder = socket.socket(socket.AF_UNIX)
    holder.bind("\0" + name)
    holder.listen()
    daemon = start_daemon("--plymouth", "@" + name)
    comm = Path("/proc/self/comm").read_text().strip()
    assert (f"@{name}: address in use by process {os.getpid()} ({comm}) of user {os.geteuid()}; "
            "going on without it, trying again every 2 s\n") in daemon.log
    daemon.plymouth = b"\0" + name.encode()
    holder.close()
    assert wait_until(lambda: "free again" in daemon.log)
    assert daemon.ping()
    assert daemon.log.count("\n") == 2


@pytest.mark.root
def test_the_holder_of_the_name_is_named(start_daemon):
    name = f"flipbook-squatted-{os.getpid()}"
    script = ("import os,socket; s=socket.socket(socket.AF_UNIX); os.setuid(65534); "
              f"s.bind('\\0{name}'); s.listen(); print(flush=True); os.read(0, 1)")
    with subprocess.Popen(["python3", "-c", script], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as squatter:
        squatter.stdout.readline()
        daemon = start_daemon("--plymouth", "@" + name)
        assert f"in use by process {squatter.pid} (python3) of user 65534; going on" in daemon.log
        daemon.plymouth = b"\0" + name.encode()
        squatter.stdin.close()
        squatter.wait(20)
        assert wait_until(lambda: "free again" in daemon.log)
        assert daemon.ping()


def test_a_socket_with_a_missing_folder_is_made_when_that_is_there(start_daemon, tmp_path):
    path = tmp_path / "late/native.sock"
    daemon = start_daemon("--socket", str(path), wait=False)
    assert wait_until(daemon.pings)
    assert "no such file or directory; going on without it" in daemon.log
    path.parent.mkdir()
    daemon.native = str(path)
    assert wait_until(daemon.answers)


def test_a_file_in_place_of_the_socket_is_left_alone(start_daemon, tmp_path):
    path = tmp_path / "native.sock"
    path.write_text("mine")
    daemon = start_daemon("--socket", str(path), wait=False)
    assert wait_until(daemon.pings)
    assert path.read_text() == "mine"
    assert f"{path}: address in use; going on without it" in daemon.log


def test_is_ready_before_any_frame(start_daemon, manager, tmp_path):
    pid_file = tmp_path / "run/pid"
    daemon = start_daemon("--pid-file", str(pid_file), environment=manager.environment, wait=False)
    manager.wait("READY=1")
    assert daemon.ping()
    assert pid_file.read_text() == f"{daemon.pid}\n"


def test_is_ready_without_a_display(manager, start_daemon, tmp_path):
    native = str(tmp_path / "native.sock")
    with subprocess.Popen([flipbookd(), "--device", "/dev/null/card", "--socket", native,
                           "--plymouth", "off", "--psplash", "off", "--no-stdin"],
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          env=manager.environment) as started:
        manager.wait("READY=1")
        started.terminate()
        assert started.wait(20) == 0
