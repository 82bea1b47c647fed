# SPDX-License-Identifier: Apache-2.0
"""Themes come and go for as long as the machine runs, whatever else happens meanwhile."""

import os
import shutil
import threading
import time
from pathlib import Path

import pytest
from daemon_process import ROOT, connected, wait_until
from displays.display_daemon import DisplayDaemon, living_to_the_end
from PIL import Image
from prompts import Question
from themes.long_run import IS_LONG, count
from themes.samples import LOGO, THEME
from themes.snapshots import snapshot

CARD = "card 0 2 320x180@60"
SHIPPED = sorted(path.name for path in (ROOT / "config/themes").iterdir())
FIRST, SECOND = (0xF7, 0xF5, 0xF0), (0x20, 0x30, 0x40)


@pytest.fixture
def installed(machine, packs):
    """The two themes by their names, of which the second one takes its time to come."""
    shutil.copy(packs / "first.pack", "/etc/flipbook/themes/first.pack")
    shutil.copy(packs / "second.pack", "/etc/flipbook/themes/second.pack")
    return Path("/etc/flipbook/themes")


@pytest.fixture
def start_on_displays(installed, person):
    """A function that starts a daemon on fake displays, with a person at its keyboard."""
    with living_to_the_end() as daemons:

        def start(*options: str) -> DisplayDaemon:
            # All sockets of uevents are one here, and the on-screen keyboard would take a display's event.
            daemons.append(DisplayDaemon([CARD], "--keyboard", person.path, "--console", "none",
                                         "--on-screen-keyboard", "off", *options, plymouth=None))
            return daemons[-1]

        yield start


def corner(daemon) -> tuple[int, int, int]:
    """The colour at the display's corner."""
    return snapshot(daemon, daemon.folder).getpixel((0, 0))


def shows(daemon, color) -> bool:
    """Whether the background comes to a colour."""
    # Each look at it is a process.
    return wait_until(lambda: corner(daemon) == color or time.sleep(0.1))


class Queue:
    """How long a program, or this thread, has waited for a processor so far: what is the machine's fault."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDONLY)

    def seconds(self) -> float:
        return int(os.pread(self._file, 100, 0).split()[1]) / 1e9

    def close(self) -> None:
        os.close(self._file)


class Traffic:
    """A client that reports progress without a pause, and records the replies and their times."""

    def __init__(self, daemon) -> None:
        self.replies: set[str] = set()
        self.longest = 0.0
        # Less the time for which either end waited for a processor.
        self.longest_of_its_own = 0.0
        self.sent = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(daemon,))

    def _run(self, daemon) -> None:
        queues = Queue(f"/proc/{daemon.pid}/schedstat"), Queue(f"/proc/self/task/{threading.get_native_id()}/schedstat")

        def queued() -> float:
            return sum(queue.seconds() for queue in queues)

        with connected(daemon.native) as client, client.makefile("rw") as lines:
            while not self._stop.is_set():
                self.sent += 1
                waited, begin = queued(), time.monotonic()
                print(f"progress {self.sent % 100}", file=lines, flush=True)
                self.replies.add(lines.readline())
                seconds = time.monotonic() - begin
                self.longest = max(self.longest, seconds)
                self.longest_of_its_own = max(self.longest_of_its_own, seconds - queued() + waited)
        for queue in queues:
            queue.close()

    def __enter__(self) -> "Traffic":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._stop.set()
        self._thread.join()


def wakes(daemon) -> int:
    """How often it has gone to sleep, which is as often as it woke."""
    text = Path(f"/proc/{daemon.pid}/status").read_text()
    return int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0])


def rests(daemon) -> bool:
    """Whether it does nothing for a while. A deadline that is far away, such as a typed answer's, is rest."""
    before = wakes(daemon)
    time.sleep(0.3)
    return wakes(daemon) == before


def held(daemon) -> tuple[int, int, int]:
    """Blocks of memory at rest, their bytes, and mappings; what serves a request is allocated while that takes."""
    assert daemon.ask("progress 0") == "ok"
    assert wait_until(lambda: rests(daemon))
    states = [daemon.kms.state() for _ in range(5)]
    mappings = Path(f"/proc/{daemon.pid}/maps").read_text().count("\n")
    return min((state["blocks"], state["heap"]) for state in states) + (mappings,)


def memory(daemon) -> int:
    """Its own memory, in KB. Its share of files, as of the program's, grows where another daemon ends meanwhile."""
    for line in Path(f"/proc/{daemon.pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Anonymous:"):
            return int(line.split()[1])
    raise AssertionError


def test_a_hundred_themes_leave_nothing_behind(installed, start_daemon, record_property):
    daemon = start_daemon(output="memory:400x300")

    def apply(times: int) -> None:
        for _ in range(times):
            for name in ("first", "second"):
                assert daemon.ask(f"theme {name}") == "ok"

    with Traffic(daemon) as traffic:
        apply(10)
        before = memory(daemon)
        apply(50)
        after = memory(daemon)
    record_property("limit", f"100 themes: {after - before} KB more, no reply later than {traffic.longest * 1000:.0f} ms")
    assert traffic.replies == {"ok\n"}
    # Of each of the hundred a page would be 400 KB.
    assert after - before < 300
    # Against hanging; a machine that is busy with other tests may be late.
    assert traffic.longest < 5
    assert shows(daemon, SECOND)
    assert daemon.log == ""


@pytest.mark.slow
def test_a_thousand_themes_while_displays_come_and_go_and_people_are_asked(start_on_displays, person, record_property):
    """Fewer beside the other tests."""
    daemon = start_on_displays()
    outputs = 2

    def apply(rounds: int) -> None:
        nonlocal outputs
        question = None
        for turn in range(rounds):
            assert daemon.ask(f"theme {'first' if turn % 2 else 'second'}") == "ok"
            if turn % 10 == 3:
                question = Question(daemon, f"Password {turn}:")
            if turn % 10 == 6:
                person.type("secret\r")
                assert question.answer() == b"\2secret"
                question.close()
            if turn % 5 == 1:
                outputs = 3 - outputs
                daemon.kms.send(f"connect 0 1 {outputs - 1}")
                daemon.kms.hotplug()
                daemon.wait_for_status(f"outputs={outputs}")
            # Most themes come during the dissolve of the previous theme; sometimes a dissolve may end.
            if turn % 25 == 24:
                time.sleep(0.5)

    rounds = count(30, 1000)
    with Traffic(daemon) as first:
        apply(20)
    before, kilobytes = held(daemon), memory(daemon)
    with Traffic(daemon) as traffic:
        apply(rounds)
    after = held(daemon)
    record_property("limit", f"{rounds} themes among hotplug and prompts: {after[0] - before[0]} blocks, {after[1] - before[1]} "
                             f"bytes of them, {after[2] - before[2]} mappings, {memory(daemon) - kilobytes} KB resident more; "
                             f"none of {traffic.sent} replies later than {traffic.longest * 1000:.0f} ms, "
                             f"{traffic.longest_of_its_own * 1000:.0f} ms of it not for want of a processor")
    assert first.replies == traffic.replies == {"ok\n"}
    assert after[0] == before[0] > 0
    # What is left of the chunks that the same blocks were made of (displays/fake_kms/heap.c).
    assert abs(after[1] - before[1]) <= 16 * before[0]
    # A pack is a mapping of its own; malloc takes and gives a few.
    assert after[2] - before[2] < 10
    # Against hanging; how late is looked at where nothing else runs.
    assert traffic.longest < 5
    assert traffic.longest_of_its_own < (0.1 if IS_LONG else 5)
    assert daemon.held()["files"] == 1
    assert daemon.status()["theme"] == ("first" if rounds % 2 == 0 else "second")
    assert daemon.log == ""


SLOW = THEME % "203040" + "[stage]\ndissolve = 1.5\n"


def another_theme(daemon) -> None:
    assert daemon.ask("theme first") == "ok"


def the_same_theme(daemon) -> None:
    assert daemon.ask("theme slow") == "ok"


def reset(daemon) -> None:
    assert daemon.ask("reset") == "ok"


def the_built_in_look(daemon) -> None:
    assert daemon.ask("theme built-in") == "ok"


def another_master(daemon) -> None:
    """As another virtual terminal is shown, and then ours again."""
    daemon.kms.send("master 0 1")
    time.sleep(0.5)
    daemon.kms.send("master 0 0")


def given_up_and_taken_back(daemon) -> None:
    assert daemon.ask("deactivate") == "ok"
    assert daemon.ask("reactivate") == "ok"


def unplugged(daemon) -> None:
    for is_connected in (0, 1):
        daemon.kms.send(f"connect 0 1 {is_connected}")
        daemon.kms.hotplug()
        daemon.wait_for_status(f"outputs={1 + is_connected}")


@pytest.fixture
def dissolving(start_on_displays, installed, theme):
    """A daemon that is on the way from one theme to another."""
    theme.make("slow", SLOW, logo_svg=LOGO % b"#00ff00")
    theme("compile", "slow", "-o", installed / "slow.pack")
    daemon = start_on_displays("--handover-timeout", "1")
    assert daemon.ask("theme first") == "ok"
    assert shows(daemon, FIRST)
    daemon.ask("progress 40")
    assert daemon.ask("theme slow") == "ok"
    assert wait_until(lambda: SECOND[0] < corner(daemon)[0] < FIRST[0])
    return daemon


@pytest.mark.parametrize(("interruption", "color", "target"), [
    (another_theme, FIRST, "40.00"), (the_same_theme, SECOND, "40.00"), (reset, SECOND, "0.00"),
    (the_built_in_look, (0, 0, 0), "40.00"), (another_master, SECOND, "40.00"), (given_up_and_taken_back, SECOND, "40.00"),
    (unplugged, SECOND, "40.00")], ids=lambda value: getattr(value, "__name__", ""))
def test_a_dissolve_is_interrupted(dissolving, interruption, color, target):
    interruption(dissolving)
    assert shows(dissolving, color)
    assert dissolving.status()["target"] == target
    # Both displays come to their rest with it.
    assert dissolving.ask("progress 0") == "ok"
    assert wait_until(lambda: rests(dissolving))
    assert dissolving.held()["fbs"] == 4
    assert dissolving.log == ""


@pytest.mark.parametrize("request_line", ["quit", "quit --retain"])
def test_the_end_comes_in_a_dissolve(dissolving, request_line):
    assert dissolving.ask(request_line) == "ok"
    assert dissolving.wait_for_end() == 0


def test_a_signal_comes_in_a_dissolve(dissolving):
    assert dissolving.end() == 0


@pytest.mark.slow
def test_a_still_theme_never_wakes(start_daemon, record_property):
    """Each shipped theme, for two seconds each, all at once."""
    daemons = {name: start_daemon("--theme", str(ROOT / f"Tests/Packs/{name}.pack"), output="memory:400x300")
               for name in SHIPPED}
    for daemon in daemons.values():
        daemon.ask("message Waiting")
        daemon.ask("progress 0")
    for name, daemon in daemons.items():
        assert wait_until(lambda daemon=daemon: rests(daemon)), name
    before = {name: wakes(daemon) for name, daemon in daemons.items()}
    time.sleep(2)
    assert {name: wakes(daemon) for name, daemon in daemons.items()} == before


def test_frames_wake_at_their_own_rate(start_daemon, theme):
    """Ten a second, on a display of sixty."""
    folder = theme.make("t", 'flipbook = 1\n[animation.a]\nkind = "frames"\nfiles = "f-*.png"\nrate = 10\n')
    for number in range(8):
        Image.new("RGB", (20, 20), (30 * number, 0, 0)).save(folder / f"f-{number}.png")
    theme("compile", "t", "-o", "t.pack")
    daemon = start_daemon("--theme", str(theme.folder / "t.pack"), output="memory:400x300")
    assert wait_until(lambda: int(daemon.status()["frames"]) > 10)
    shown, before, begin = int(daemon.status()["frames"]), wakes(daemon), time.monotonic()
    time.sleep(3)
    woken, seconds = wakes(daemon) - before, time.monotonic() - begin
    shown = int(daemon.status()["frames"]) - shown
    # When it is drawn for the vblank that shows it, and when it is shown; the display's rate would be 120 a second. A
    # busy machine wakes less often.
    assert 1 < shown <= woken <= 2 * 10 * seconds + 10
