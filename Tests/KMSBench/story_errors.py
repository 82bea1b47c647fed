"""Where the daemon cannot have a display: one line with what to do, and a status of its own."""

import re

from bench import Bench
from displays import Display
from machine import Clock, Guest
from report import Row, demand

# One order each: prepares the trouble, runs the daemon, prints its status. What it says goes to
# /tmp/errors.
TROUBLES = {
    "no device": (Guest("virtio_pci"), "", r"/dev/dri|device"),
    "a device that is not there": (
        Guest("vkms", clock=Clock.EXACT),
        "card=/dev/dri/card7",
        r"/dev/dri/card7",
    ),
    "no monitor": (Guest("vkms", clock=Clock.EXACT, options="video=Virtual-1:d"), "", r"connect"),
    "another program has the display": (
        Guest("vkms", clock=Clock.EXACT),
        "daemon_start --animation flow; daemon_ready",
        r"another|master",
    ),
    "no permission": (
        Guest("vkms", clock=Clock.EXACT),
        "echo guest:x:1000:1000::/:/bin/sh >>/etc/passwd; as='su guest -c'",
        r"permission|group",
    ),
}


def tell(bench: Bench, display: Display, row: Row) -> None:
    for name, (guest, preparation, said) in TROUBLES.items():
        refused(bench, row, name, guest, preparation, said)


def refused(bench: Bench, row: Row, name: str, guest: Guest, preparation: str, said: str) -> None:
    with bench.machine(guest) as machine:
        text = machine.sh(
            f". /job/job.sh; mkdir -p /etc; card=; as='sh -c'; {preparation or ':'};"
            ' $as "timeout 20 flipbookd ${card:+--device $card}" </dev/null >/tmp/said 2>&1;'
            ' echo "status $?"; cat /tmp/said'
        )
    status, *lines = text.strip().splitlines()

    def leaves_with_one_line():
        number = int(status.split()[1])
        demand(0 < number < 64, f"{status}; it said {lines}")
        demand(len(lines) == 1, f"it said {len(lines)} lines: {lines}")
        demand(
            re.search(said, lines[0], re.I) is not None, f"it said '{lines[0]}', nothing of {said}"
        )

    row.check("errors", f"{name}: one clear line and a status", leaves_with_one_line)
