# SPDX-License-Identifier: Apache-2.0
"""The daemon in a guest in the host's time: commands, observation, counts."""

import re
import time

from kms.bench import Bench
from kms.checks import Checks, GuestError
from kms.displays import Display
from kms.image import Image
from kms.machine import Clock
from kms.trace import checksum

# The flow bar is never still before it fails: that flips come shows that it is on the display.
MOVING = ("progress 50",)


class Splash:
    """A guest with a display, in which the daemon runs from `start` to `stop`."""

    def __init__(
        self, bench: Bench, display: Display, checks: Checks, guest=None, has_tool: bool = False
    ):
        self.bench, self.display, self.checks = bench, display, checks
        self.machine = bench.machine(guest or display.with_clock(Clock.HOST), has_tool)
        self.timeline = ()

    def __enter__(self) -> "Splash":
        self.machine.__enter__()
        self.sh("echo The console before the splash >/dev/tty1; sleep 0.3")
        return self

    def __exit__(self, *_) -> None:
        self.machine.end()

    def sh(self, line: str, timeout: float = 60, allow_failure: bool = False) -> str:
        return self.machine.sh(f". /job/job.sh; {line}", timeout, allow_failure)

    # What the daemon does.

    def start(self, options: str = "", animation: str = "flow") -> None:
        """Starts the daemon; it moves when this returns."""
        self.animation = animation
        self.sh(f"daemon_start --animation {animation} {options}; daemon_ready && trace_start")
        self.send(*MOVING)

    def send(self, *commands: str) -> None:
        self.timeline += commands
        self.sh("; ".join(f"send '{command}'" for command in commands))

    def request(self, line: str) -> None:
        """Something that is no part of the timeline."""
        self.sh(f"send '{line}'")

    def is_moving(self, seconds: int = 30) -> str:
        """Nothing when flips come within some time, else what is wrong."""
        text, status = self.machine.attempt(f". /job/job.sh; wait_moving {seconds}", seconds + 30)
        return "" if status == 0 else f"no flips for {seconds} s: {text.strip()} {self.errors()}"

    def settle(self) -> None:
        """Fails the bar, which then stands still, and waits until it does."""
        self.sh("sleep 2")
        self.timeline += ("sleep 6",)
        self.send("fail")
        self.sh("sleep 0.3; wait_still", 90)
        self.timeline += ("sleep 6",)

    def resume(self) -> None:
        self.send("reset", *MOVING)

    def errors(self) -> str:
        """What the daemon said."""
        return self.machine.sh("cat /tmp/errors", allow_failure=True).strip()

    def death(self) -> str:
        """What to say where it should live and does not, also when it went without a word."""
        return f"it is gone; it said: {self.errors() or 'nothing'}"

    def pid_lives(self) -> bool:
        return self.machine.attempt("kill -0 $(cat /tmp/pid) && [ ! -e /tmp/status ]")[1] == 0

    def stop(self) -> str:
        """Ends it as systemd does; nothing when it left in good order, else what is wrong."""
        status = self.sh("daemon_stop").strip()
        self.sh("sleep 0.5")
        return "" if status == "0" else f"status {status}; it said: {self.errors()}"

    # The measurements.

    def frame_problem(self, device: str = "display", head: int = 0, size=None) -> str:
        """Nothing if the display shows the required frame at rest, else the difference."""
        width, height = size or (self.display.width, self.display.height)
        wanted = self.bench.expected(
            self.animation, self.timeline, width, height, self.display.format
        )
        if self.display.counts_vblanks:
            shown = self.checksum()
            return "" if shown == checksum(wanted) else f"checksum {shown:08x}"
        return difference(self.machine.frame(device, head), wanted, self.display)

    def expect_mode(self, what: str, wanted: str, number: int = 1) -> None:
        """Checks the mode of a terminal; see guest/kmsclient.c."""
        mode = self.sh(f"kmsclient /dev/tty{number} mode").strip()
        problem = "" if mode == wanted else f"it is {mode}, not {wanted}"
        self.checks.demand("terminal", what, problem)

    def checksum(self, card: int = 0, head: int = 0) -> int:
        """What vkms scans out now."""
        folder = f"/sys/kernel/debug/dri/{card}/crtc-{head}/crc"
        text = self.machine.sh(
            f"echo auto >{folder}/control; timeout 20 head -n 4 {folder}/data", allow_failure=True
        )
        sums = re.findall(r"^0x\w+ 0x(\w+)", text.replace("\0", ""), re.M)
        if not sums:
            raise GuestError(f"vkms gives no checksum: {text!r}")
        return int(sums[-1], 16)

    def console(self) -> Image | int:
        """Whatever is on the display when the daemon is not."""
        if self.display.counts_vblanks:
            return self.checksum()
        return self.machine.frame()

    def console_problem(self, before: Image | int) -> str:
        after = self.console()
        if isinstance(before, int):
            return "" if before == after else f"checksum {after:08x} instead of {before:08x}"
        return after.difference(before)

    def counts(self) -> dict[str, int]:
        """What the daemon holds; see `counts` in guest/job.sh."""
        lines = self.sh("counts").splitlines()
        return {name: int(number) for name, number in (line.split() for line in lines)}

    def leak_problem(self, before: dict[str, int]) -> str:
        """Nothing if the daemon has no more resources than before, else the new ones."""
        return gains(before, self.settled_counts(before))

    def settled_counts(self, before: dict[str, int]) -> dict[str, int]:
        """What the daemon holds, as soon as that is no more than before, or after a while."""
        end = time.monotonic() + 20
        while True:
            after = self.counts()
            if not gains(before, after) or time.monotonic() > end:
                return after
            time.sleep(0.3)

    def shared_kib(self) -> int:
        """The guest's shared memory, which framebuffers of most drivers are made of."""
        return int(self.sh("shared_kib"))


def gains(before: dict[str, int], after: dict[str, int]) -> str:
    """What is more than before, or nothing."""
    return ", ".join(
        f"{name} {before[name]} → {after[name]}"
        for name in before
        if after[name] - before[name] > SLACK.get(name, 0)
    )


# Files of the test's own are in memory, too.
SLACK = {"shared-kib": 512}


def difference(shown: Image, wanted: Image, display: Display) -> str:
    """What differs, to the precision that the adapter's own format has."""
    if display.adapter_bits == 16:
        return shown.quantised().difference(wanted.quantised())
    return shown.difference(wanted)
