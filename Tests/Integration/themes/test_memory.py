# SPDX-License-Identifier: Apache-2.0
"""Memory that is not there: what was asked for is refused in one line, and the daemon goes on as before.

The address space ends some way above what the daemon has, at each of many distances: none to more than anything
takes that is asked for.
"""

import contextlib
import io
import os
import shutil
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_AS, prlimit
from socket import MSG_PEEK

import pytest
from daemon_process import ROOT, TIMEOUT, Daemon, plymouth_reply, wait_until
from displays.display_daemon import DisplayDaemon, living_to_the_end
from PIL import Image
from prompts import Person

pytestmark = pytest.mark.slow
STEPS = [kilobytes * 1024 for kilobytes in (*range(0, 1024, 128), *range(1024, 4096, 512), 4096, 8192, 16384)]
PACKS = ("kiosk", "recovery", "download")
# What draws an output has room for much that few frames need, and which is not touched before.
OUTPUT_STEPS = [megabytes << 20 for megabytes in (0, 1, 4, 16, 32, 40, 48, 52, 56, 60, 64)]
SIZE = (480, 270)
# An image of the size of the display for each thing that can go on.
PHOTO = """
flipbook = 1
[background]
image = "photo.png"
fit = "cover"
[when.failed.background]
image = "failed.png"
[when.done.background]
image = "done.png"
[when.running.background]
image = "running.png"
[animation.total]
kind = "bar"
[when.updates.background]
color = "0000FF"
[text.message]
text = "{message}"
"""


@pytest.fixture
def installed(machine, theme) -> None:
    """A machine on which the themes are, and one with an image that takes more memory than anything else."""
    image = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").save(image, "png")
    files = {f"{phase}_png": image.getvalue() + bytes([index])
             for index, phase in enumerate(("photo", "failed", "done", "running"))}
    theme("compile", theme.make("photo", PHOTO, **files), "-o",
          "/etc/flipbook/themes/photo.pack")
    for name in PACKS:
        shutil.copy(ROOT / f"Tests/Packs/{name}.pack", "/etc/flipbook/themes")


def size_of(pid: int) -> int:
    """The address space that a process has, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmSize:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no size")


@contextlib.contextmanager
def room(daemon: Daemon, size: int):
    """Lets the daemon have so much address space more and no more; without a limit afterwards."""
    prlimit(daemon.pid, RLIMIT_AS, (size_of(daemon.pid) + size, RLIM_INFINITY))
    yield
    if daemon.process.poll() is None:
        prlimit(daemon.pid, RLIMIT_AS, (RLIM_INFINITY, RLIM_INFINITY))


def assert_draws(daemon: Daemon) -> None:
    """It lives, answers, and frames follow each other."""
    assert daemon.process.poll() is None, (daemon.process.returncode, daemon.log)
    assert daemon.ask("progress unknown") == "ok"
    first = int(daemon.status()["frames"])
    assert wait_until(lambda: int(daemon.status()["frames"]) > first + 3), daemon.log


def refusals(start_daemon, request: str, **arguments) -> list[str]:
    """The daemon's replies to a request, one for each distance, each from a daemon of its own."""
    replies = []
    for step in STEPS:
        daemon = start_daemon(output="memory:%dx%d" % SIZE, **arguments)
        assert_draws(daemon)
        with room(daemon, step):
            reply = daemon.ask(request)
            assert_draws(daemon)
        # With memory it is obeyed, and the daemon as well as ever.
        assert daemon.ask(request).startswith("ok")
        assert_draws(daemon)
        assert daemon.end() == 0
        replies.append(reply)
    print(*zip(STEPS, replies), sep="\n")
    return replies


def assert_only_memory_was_missing(replies: list[str]) -> None:
    assert replies[0] == "error: not enough memory" and replies[-1] == "ok"
    assert all(reply == "ok" or "not enough memory" in reply for reply in replies)
    # More memory never makes it worse.
    assert replies == sorted(replies, key=lambda reply: reply == "ok")


@pytest.mark.parametrize("name", (*PACKS, "photo"))
def test_a_theme_without_memory_is_refused_and_nothing_changes(start_daemon, installed, name):
    assert_only_memory_was_missing(refusals(start_daemon, f"theme {name}"))


def test_a_look_of_another_mode_without_memory_is_refused(start_daemon, installed):
    """A mode is taken note of in any case; the look goes on as it was, and a line says why."""
    logs = []
    for step in STEPS:
        daemon = start_daemon("--theme", "photo", output="memory:%dx%d" % SIZE)
        assert_draws(daemon)
        with room(daemon, step):
            assert daemon.ask("mode updates") == "ok"
            assert_draws(daemon)
        assert daemon.status()["mode"] == "updates"
        assert daemon.end() == 0
        logs.append(daemon.log)
    assert "not enough memory" in logs[0] and logs[-1] == ""


@pytest.mark.parametrize("code, options", [("*", ()), ("W", ("--theme", "photo"))], ids=["built-in", "theme"])
def test_a_question_without_memory_is_refused_or_asked(start_daemon, installed, code, options):
    refused = []
    for step in STEPS:
        person = Person()
        daemon = start_daemon("--plymouth-user", str(os.geteuid()), "--keyboard", person.path, *options,
                              output="memory:%dx%d" % SIZE)
        assert_draws(daemon)
        with room(daemon, step):
            with daemon.send(code, 40 * b"How? ") as client:
                client.settimeout(0.01)
                assert wait_until(lambda: is_refused(client) or "How?" in daemon.message())
                if "How?" in daemon.message():
                    person.type(40 * "word " + "\r")
                    client.settimeout(TIMEOUT)
                    assert plymouth_reply(client) in (b"\2" + (40 * "word ").encode(), b"\5")
                else:
                    refused.append(step)
            assert_draws(daemon)
        assert daemon.end() == 0
        person.close()
    print("refused at", refused)
    assert STEPS[-1] not in refused


def is_refused(client) -> bool:
    try:
        return client.recv(1, MSG_PEEK) == b"\5"
    except TimeoutError:
        return False


def test_a_snapshot_without_memory_is_refused_or_given(start_daemon):
    for step in STEPS:
        daemon = start_daemon(output="memory:%dx%d" % SIZE)
        assert_draws(daemon)
        with room(daemon, step):
            reply = daemon.ask("snapshot")
            assert reply.startswith("ok ") or "memory" in reply, reply
            assert_draws(daemon)
        assert daemon.end() == 0


@pytest.mark.parametrize("options", [(), ("--theme", "photo")], ids=["built-in", "theme"])
def test_a_display_without_memory_stays_dark_or_has_no_image(installed, options):
    dark = []
    with living_to_the_end() as daemons:
        for step in OUTPUT_STEPS:
            daemon = DisplayDaemon(["card 0 2 480x270@60"], *options)
            daemons.append(daemon)
            daemon.kms.send("connect 0 1 0")
            daemon.kms.hotplug()
            daemon.wait_for_status("outputs=1")
            assert_draws(daemon)
            with room(daemon, step):
                daemon.kms.send("connect 0 1 1")
                daemon.kms.hotplug()
                assert wait_until(lambda: "outputs=2" in daemon.ask("status").split()
                                  or "memory" in daemon.log), daemon.log
                if "outputs=2" not in daemon.ask("status").split():
                    dark.append(step)
                assert_draws(daemon)
            daemon.kms.hotplug()
            daemon.wait_for_status("outputs=2")
            daemon.assert_flips(0, 1)
            assert daemon.end() == 0
    print("dark at", dark)
    assert OUTPUT_STEPS[0] in dark and OUTPUT_STEPS[-1] not in dark


GROUPS = Path("/sys/fs/cgroup")


@pytest.fixture
def four_megabytes():
    """A function that puts the calling process into a control group that may have 4 MB."""
    first = (GROUPS / "memory/memory.limit_in_bytes").exists()
    group = GROUPS / ("memory" if first else "") / f"flipbook-test-{os.getpid()}"
    group.mkdir()
    limit = group / ("memory.limit_in_bytes" if first else "memory.max")
    limit.write_text(str(4 << 20))
    yield lambda: (group / "cgroup.procs").write_text(str(os.getpid()))
    group.rmdir()


def test_four_megabytes_are_enough(start_daemon, installed, four_megabytes):
    """Of a group that may have no more: a theme, a question, a snapshot and another mode."""
    person = Person()
    daemon = start_daemon("--plymouth-user", str(os.geteuid()), "--keyboard", person.path, "--theme", "kiosk",
                          output="memory:320x180", preexec=four_megabytes)
    assert_draws(daemon)
    for request in ("theme download", "theme recovery", "mode updates", "snapshot", "theme --reset"):
        assert daemon.ask(request).startswith("ok"), request
        assert_draws(daemon)
    with daemon.send("*", b"Password") as client:
        assert wait_until(lambda: daemon.message() == "Password")
        person.type("secret\r")
        assert plymouth_reply(client) == b"\2secret"
    assert_draws(daemon)
    assert daemon.end() == 0
    person.close()
