# SPDX-License-Identifier: Apache-2.0
"""One call to a display device fails: the daemon's behaviour, and the required behaviour."""

import time

from daemon_process import wait_until
from displays.display_daemon import TIMEOUT, DisplayDaemon
from displays.fault_sites import ENDS, FINAL, RELEASES, REPEATED, Site

WINDOW = 0.4  # seconds for which the daemon is watched at least
FOREVER = 0  # as a count of failures
REPETITIONS = 20  # where libdrm repeats the call itself
# No other program takes the display over.
OPTIONS = ("--handover-timeout", "0")


def rule(site: Site, error: str, is_lasting: bool) -> str:
    """The command that makes the call fail: once, or until the fault is over."""
    count = REPETITIONS if error in REPEATED and site.call not in ("open", "mmap") else FOREVER
    return f"fault {site.call}:{error}:0:{count if is_lasting else 1}"


def shown(daemon: DisplayDaemon) -> int:
    """How many frames came onto the display; of a framebuffer device only the daemon knows."""
    state = daemon.kms.state()
    return state["flips0.0"] if "flips0.0" in state else daemon.frames()


def is_moving(daemon: DisplayDaemon, seconds: float = TIMEOUT) -> bool:
    """Whether frames come onto the display in time."""
    start = shown(daemon)

    def has_moved() -> bool:
        nonlocal start
        count = shown(daemon)
        # A device that was opened again counts from 0.
        start = min(start, count)
        return count >= start + 5

    return wait_until(has_moved, seconds)


def trigger(daemon: DisplayDaemon, site: Site) -> None:
    """Causes the call, if the start of the daemon does not."""
    kms = daemon.kms
    if site.moment == "hotplug":
        kms.hotplug()
    elif site.moment == "replaced":
        kms.send("resize 0 0 480 270")
        kms.hotplug()
    elif site.moment == "mastership":
        kms.send("master 0 0")
        kms.hotplug()
    elif site.moment == "resume":
        kms.send("suspend 60")
    elif site.moment == "back":
        daemon.ask("deactivate")
        daemon.ask("reactivate")


def assert_not_spinning(daemon: DisplayDaemon) -> None:
    """Watches it for a while: it must answer, and must not spin."""
    # All counted events happen between the two readings of the clock, however long replies take.
    start, before = time.monotonic(), daemon.kms.state()
    daemon.ask("status")
    time.sleep(WINDOW)
    daemon.ask("status")
    after = daemon.kms.state()
    seconds = time.monotonic() - start
    # 60 frames a second take about three polls and six calls each.
    assert after["polls"] - before["polls"] <= 600 * seconds + 50
    assert after["calls"] - before["calls"] <= 3000 * seconds + 300


def assert_holds_no_more(daemon: DisplayDaemon, baseline: dict[str, int]) -> None:
    """Asserts that it soon has no more descriptors and kernel objects than without a fault."""

    def excess() -> dict[str, int]:
        held = daemon.held()
        return {key: held[key] - baseline[key] for key in held if held[key] > baseline[key]}

    assert wait_until(lambda: not excess(), 1), excess()


def measure(daemon: DisplayDaemon, site: Site) -> dict[str, int]:
    """The resources of a daemon without any failure."""
    daemon.ask("progress unknown")
    if site.moment == "mastership":
        trigger(daemon, site)
    assert is_moving(daemon), "nothing is shown even without a fault"
    if site.moment == "replaced":
        trigger(daemon, site)
    time.sleep(0.2)
    return daemon.held()


def run(daemon: DisplayDaemon, site: Site, error: str, is_lasting: bool, baseline) -> str:
    """Has the call fail, and asserts that the daemon comes through; in a word how it did:

    on: frames went on, or began at once; wait: the display stood still, and went on by itself; dark:
    nothing until a uevent; drop: the device was closed and opened again; -: the call was not made.
    """
    kms = daemon.kms
    daemon.ask("progress unknown")
    if site.moment not in ("start", "mastership"):
        assert is_moving(daemon), "nothing is shown even without a fault"
    opens = kms.state()["opens"]
    if site.moment != "start":
        kms.send(rule(site, error, is_lasting))
        opens += 1
    trigger(daemon, site)
    if site.moment in ENDS:
        if site.moment == "kept":
            # The reply is sent at the end; the connection may end with it.
            daemon.ask("quit --retain")
        assert (daemon.wait_for_end() if site.moment == "kept" else daemon.end()) == 0
        return "left"
    assert_not_spinning(daemon)
    is_hit = kms.state()["hits"] > 0
    if is_moving(daemon, 0.3):
        outcome = "on"
    elif not is_lasting and is_moving(daemon):
        outcome = "wait"
    else:
        assert is_lasting or (site.call, error) in FINAL, "dark although only one call has failed"
        outcome = "dark"
    kms.send("heal")
    kms.hotplug()
    assert is_moving(daemon), "dark although the fault is over"
    if kms.state()["opens"] > max(opens, 1):
        outcome = "drop" if outcome == "dark" else f"{outcome}, drop"
    # Resources that the kernel refuses to release stay until the device is closed.
    if site.call in RELEASES:
        baseline = baseline | dict.fromkeys(("fbs", "buffers", "blobs"), 64)
    assert_holds_no_more(daemon, baseline)
    assert daemon.end() == 0
    return outcome if is_hit else "-"
