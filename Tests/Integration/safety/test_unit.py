# SPDX-License-Identifier: Apache-2.0
"""The unit's own limits allow all that the daemon needs."""

import re
import subprocess
from pathlib import Path

import pytest
from daemon_process import ROOT, flipbookd, wait_until

UNIT = ROOT / "systemd/plymouth-start.service"

pytestmark = pytest.mark.root


def settings(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.M)


def members(group: str) -> set[str]:
    """The system calls of one of systemd's groups, and of those in it."""
    text = subprocess.run(
        ["systemd-analyze", "syscall-filter", "--no-pager", group], check=True,
        capture_output=True, text=True).stdout
    names = set()
    for line in text.splitlines()[1:]:
        word = line.strip()
        if word.startswith("@"):
            names |= members(word)
        elif word and not word.startswith("#"):
            names.add(word)
    return names


def allowed() -> set[str]:
    """What SystemCallFilter= leaves: lines with ~ take away, others add."""
    names: set[str] = set()
    for line in settings("SystemCallFilter"):
        words = line.removeprefix("~").split()
        line_names = set().union(*(members(w) if w.startswith("@") else {w} for w in words))
        names = names - line_names if line.startswith("~") else names | line_names
    # What every program may call, whatever the filter is.
    return names | members("@default")


@pytest.mark.parametrize("options", [[], ["--group", "65534", "--pid-file", "{folder}/x/pid"]],
                         ids=["plain", "group"])
def test_it_starts_with_the_units_system_calls(start_daemon, tmp_path, options):
    trace = tmp_path / "trace"
    options = [option.format(folder=tmp_path) for option in options]
    daemon = start_daemon(
        "--psplash", str(tmp_path / "fifo"), *options, before=["strace", "-f", "-o", str(trace)],
        wait=False)
    assert wait_until(daemon.answers)
    assert daemon.ping()
    assert daemon.request("R", str(tmp_path).encode()) == b"\6"
    assert wait_until(lambda: daemon.ask("snapshot").startswith("ok"))
    assert daemon.ask("quit") == "ok"
    daemon.is_ended = True
    daemon.process.wait(20)
    calls = set(re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.M))
    assert "ppoll" in calls and "seccomp" in calls
    assert calls - allowed() == set()
    # All that its own filter refuses would be listed here.
    late = trace.read_text().split("SECCOMP_SET_MODE_FILTER", 1)[1]
    assert "ENOSYS" not in late


def test_restoring_the_console_does_too(tmp_path):
    trace = tmp_path / "trace"
    subprocess.run(
        ["strace", "-f", "-o", str(trace), flipbookd(), "--restore-console"], check=True)
    calls = set(re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.M))
    assert calls and calls - allowed() == set()


def test_what_an_end_asks_of_the_splash_does_too(tmp_path):
    """As ExecStartPost= of the units of a power-off and its like, which have the same filter."""
    trace, client = tmp_path / "trace", tmp_path / "plymouth"
    client.symlink_to(Path(flipbookd()).resolve())
    for words in (["change-mode", "--shutdown"], ["show-splash"]):
        subprocess.run(["strace", "-f", "-A", "-o", str(trace), "timeout", "-k", "1", "2", str(client), *words],
                       check=False, timeout=20)
    calls = set(re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.M))
    assert "execve" in calls and "connect" in calls and calls - allowed() == set()


@pytest.mark.parametrize("hiding", ["hidepid=invisible", "hidepid=invisible,gid=12345"],
                         ids=["from others", "from all"])
def test_clients_are_known_where_others_processes_are_hidden(start_daemon, hiding):
    """ProtectProc=invisible, and no capability to look behind it; with gid= not even PID 1 is there."""
    assert settings("ProtectProc") == ["invisible"]
    kept = ",".join(
        "+" + word.removeprefix("CAP_").lower() for word in settings("CapabilityBoundingSet")[0].split())
    daemon = start_daemon(before=[
        "unshare", "--mount", "sh", "-c",
        f"mount -t proc -o {hiding} proc /proc && exec setpriv "
        f"--bounding-set=-all,{kept} --inh-caps=-all --no-new-privs \"$@\"", "sh"])
    assert daemon.ping()
    assert daemon.ask("status").startswith("ok ")
