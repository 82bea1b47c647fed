# SPDX-License-Identifier: Apache-2.0
"""Panel of Examples/Kiosk: a program without privileges, which seatd gives the card."""

import re
import subprocess
import time

import pytest
from kms.bench import Bench
from kms.checks import Checks
from kms.displays import Display
from kms.machine import Clock
from kms.test_device import DEVICE

BLUE, RED = "204060", "602040"


class Seat:
    """A guest with a seat, and programs on it by their names."""

    def __init__(self, bench: Bench, display: Display, checks: Checks):
        self.checks = checks
        self.machine = bench.panel_machine(display.with_clock(Clock.HOST))

    def __enter__(self) -> "Seat":
        self.machine.__enter__()
        self.sh("chvt 1")
        return self

    def __exit__(self, *_) -> None:
        self.machine.end()

    def sh(self, line: str, name: str = "one", timeout: float = 60) -> str:
        return self.machine.sh(f"here=/tmp/{name}; . /job/job.sh; {line}", timeout)

    def start(self, color: str, name: str = "one") -> None:
        self.sh(f"panel_start {color}", name)

    def events(self, name: str = "one") -> str:
        return self.machine.sh(f"cat /tmp/{name}/events /tmp/{name}/errors", allow_failure=True)

    def check(self, column: str, what: str, holds: bool, name: str = "one") -> None:
        problem = "" if holds else f"{self.events(name)[-2000:]}\n{self.sh('tail -n 20 /tmp/seatd')}"
        self.checks.demand(column, f"seat: {what}", problem)

    def check_moving(self, column: str, what: str, name: str = "one") -> None:
        line = f"here=/tmp/{name}; . /job/job.sh; trace_start; wait_moving 30"
        self.check(column, what, self.machine.attempt(line, 60)[1] == 0, name)

    def corner(self) -> str:
        """The colour behind the square."""
        return self.machine.frame().pixels[:3].hex()

    def reports(self, words: str, name: str = "one") -> bool:
        return self.machine.attempt(f"here=/tmp/{name}; . /job/job.sh; wait_event '{words}'", 60)[1] == 0


@pytest.mark.seconds(60)
def test_seat(bench: Bench, display: Display, checks: Checks) -> None:
    linked = {product: libraries(bench.example(product)) for product in ("Kiosk", "Panel")}
    checks.demand("errors", "seat: only the program that uses it links libseat", "" if
                  [name for name, text in linked.items() if "libseat" in text] == ["Panel"] else str(linked))
    with Seat(bench, display, checks) as seat:
        refusals(seat)
        seat.sh("seatd_start 1")
        seat.start(BLUE)
        seat.check("master", "a program without privileges has a display", seat.reports("outputAdded"))
        seat.check_moving("master", "it moves")
        seat.check("pixels", "its colour is on the display", seat.corner() == BLUE)
        status = seat.sh("cat /proc/$(cat /tmp/one/pid)/status")
        identity = re.search(r"Uid:\t65534\t65534.*CapEff:\t0{16}\n", status, re.S)
        seat.check("master", "it has neither root nor capabilities", identity is not None)
        switch(seat)
        replace_card(seat)
        lose_manager(seat)
        seat.sh("kill -TERM $(cat /tmp/one/pid)")
        seat.check("handover", "it leaves with status 0", seat.sh("wait_gone").strip() == "0")
        mode = seat.sh("sleep 0.5; kmsclient /dev/tty1 mode").strip()
        seat.check("terminal", f"its terminal is a text terminal again ({mode})", mode.endswith(" text"))


def libraries(program) -> str:
    return subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout


def refusals(seat: Seat) -> None:
    """Without a seat: one line, with the reason."""
    text, status = seat.machine.attempt(". /job/job.sh; $as_user --groups=44 sh -c ': <>/dev/dri/card0'")
    seat.checks.demand("errors", "seat: the user may not open the card", "" if status and "ermission denied" in text else text)
    refuse(seat, 44, "No such file or directory")
    seat.sh("seatd_start 0")
    refuse(seat, 65534, "Permission denied")
    seat.sh("kill $(cat /tmp/seatd-pid); sleep 0.2; rm -f /run/seatd.sock")


def refuse(seat: Seat, group: int, reason: str) -> None:
    text, status = seat.machine.attempt(f". /job/job.sh; $as_user --groups={group} panel 2>&1")
    expected = f"panel: cannot open a seat: no seatd at /run/seatd.sock: {reason}; logind: "
    right = status == 1 and text.startswith(expected) and len(text.splitlines()) == 1
    seat.checks.demand("errors", f"seat: {reason}", "" if right else f"status {status}: {text}")


def switch(seat: Seat) -> None:
    """To another virtual terminal and back: seatd disables the seat, and enables it."""
    for number, what in enumerate(("once", "twice"), 1):
        seat.sh("timeout 5 chvt 2; sleep 1")
        active = seat.sh("cat /sys/class/tty/tty0/active").strip()
        seat.check("terminal", f"away {what}: the other terminal is active", active == "tty2")
        seat.check("terminal", f"away {what}: it is reported", seat.events().count("terminalGiven") == number)
        seat.check("terminal", f"away {what}: the console is shown", seat.corner() != BLUE)
        seat.sh("timeout 5 chvt 1; sleep 0.5")
        seat.check_moving("terminal", f"back {what}: it moves")
        seat.check("terminal", f"back {what}: it is reported", seat.events().count("terminalTaken") == number)
        seat.check("terminal", f"back {what}: its colour is on the display", seat.corner() == BLUE)


def replace_card(seat: Seat) -> None:
    """The driver is taken off the card, and put on it again: seatd opens the new one."""
    held = "ls -l /proc/$(cat /tmp/seatd-pid)/fd | grep -c '/dev/dri/'"
    seat.sh(f"{DEVICE} echo $name >$driver/unbind; echo \"name=$name driver=$driver\" >/tmp/place; sleep 1")
    seat.check("device", "removed: it is reported", seat.reports("outputRemoved"))
    seat.check("leaks", "removed: seatd has no card open", seat.sh(f"{held} || true").strip() == "0")
    seat.sh(". /tmp/place; echo $name >$driver/bind; sleep 0.5")
    seat.check_moving("device", "back: it moves")
    seat.check("leaks", "back: seatd has one card open", seat.sh(held).strip() == "1")


def lose_manager(seat: Seat) -> None:
    """seatd is killed, and started again."""
    seat.sh("kill -KILL $(cat /tmp/seatd-pid); sleep 1")
    seat.check("errors", "without seatd: it is reported", "has ended" in seat.events())
    seat.sh("seatd_start 1")
    seat.check_moving("errors", "seatd again: it moves")
    seat.check("errors", "seatd again: its colour is on the display", seat.corner() == BLUE)


@pytest.mark.seconds(40)
def test_seats(bench: Bench, display: Display, checks: Checks) -> None:
    """Two programs on a seat that is bound to no terminal: the second waits for the first, and takes over."""
    with Seat(bench, display, checks) as seat:
        seat.sh("seatd_start 0")
        seat.start(BLUE)
        seat.check_moving("handover", "the first moves")
        seat.start(RED, "two")
        seat.sh("sleep 1")
        seat.check("handover", "the second waits", seat.events("two") == "" and seat.corner() == BLUE, "two")
        seat.sh("kill -TERM $(cat /tmp/one/pid)")
        colors = []
        end = time.monotonic() + 20
        while time.monotonic() < end and (not colors or colors[-1] != RED):
            colors.append(seat.corner())
        foreign = [color for color in colors if color not in (BLUE, RED)]
        seat.check("handover", f"the second takes over without another frame between: {colors[-3:]}",
                   colors[-1] == RED and not foreign, "two")
        seat.checks.figure(f"seat: {len(colors)} screendumps during the hand-over, {len(foreign)} of them foreign")
        seat.check("handover", "the first leaves with status 0", seat.sh("wait_gone").strip() == "0")
        seat.check("handover", "it reports who has the display", "isTakenOver: true" in seat.events())
        seat.check_moving("handover", "the second moves", "two")
