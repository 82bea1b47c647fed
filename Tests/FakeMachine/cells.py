"""One cell of the table of faults: a daemon on a machine in memory, of whose calls one fails.

Each call site is tried with each errno twice: it fails once, and it fails until the fault is mended
(or 20 times in a row, where libdrm repeats the call itself). Demanded of every cell: the daemon
lives and answers, does not spin, shows its picture by itself when only one call has failed, and
otherwise at the latest when the fault is mended and the kernel says that something has changed. Then
it holds no more descriptors and kernel objects than without any fault, and leaves in good order.
"""

import time
from pathlib import Path

from machine import Gone, Machine
from sites import RELEASES, REPEATED, VERDICTS, Site
from watching import Wrong, frames

WINDOW = 0.4  # seconds for which it is watched at least
PATIENCE = 6.0  # seconds until it must show frames again; its own timer begins at 1 s
# The moments after which nothing is left to look at.
LEAVING = ("leaving", "kept")
# Nobody takes the display over.
OPTIONS = ("--handover-timeout", "0")


def shown(machine: Machine) -> int:
    """How many frames have come onto the display; of a framebuffer device only the daemon knows."""
    state = machine.state()
    return state["flips0.0"] if "flips0.0" in state else frames(machine)


def is_moving(machine: Machine, seconds: float) -> bool:
    """Whether frames come onto the display within a time."""
    start, end = shown(machine), time.monotonic() + seconds
    while (count := shown(machine)) < start + 5:
        start = min(start, count)
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def holdings(machine: Machine) -> dict[str, int]:
    """What it holds of the kernel's, once that has come to rest."""
    state = machine.state()
    kept = {key: state[key] for key in ("files", "fbs", "buffers", "blobs")}
    return kept | {"descriptors": machine.descriptors()}


def watch(machine: Machine) -> None:
    """Has a look at it for a while: it must answer, and must not spin."""
    # All that is counted happens between the two looks at the clock, however long the answers take.
    start, before = time.monotonic(), machine.state()
    machine.ask("status")
    time.sleep(WINDOW)
    machine.ask("status")
    after = machine.state()
    seconds = time.monotonic() - start
    polls, calls = after["polls"] - before["polls"], after["calls"] - before["calls"]
    # 60 frames a second take about three looks and six calls each.
    if polls > 600 * seconds + 50:
        raise Wrong(f"spins: {polls} polls in {seconds:.1f} s")
    if calls > 3000 * seconds + 300:
        raise Wrong(f"spins: {calls} calls in {seconds:.1f} s")


def trigger(machine: Machine, site: Site) -> None:
    """Makes the call happen, where starting the daemon does not."""
    if site.moment == "hotplug":
        machine.hotplug()
    elif site.moment == "replaced":
        machine.tell("resize 0 0 480 270")
        machine.hotplug()
    elif site.moment == "mastership":
        machine.tell("master 0 0")
        machine.hotplug()
    elif site.moment == "resume":
        machine.tell("suspend 60")
    elif site.moment == "back":
        machine.ask("deactivate")
        machine.ask("reactivate")


def mend(machine: Machine) -> None:
    """The fault is over, and the kernel says so as it does for a display that comes."""
    machine.tell("heal")
    machine.hotplug()


def leave(machine: Machine, is_asked: bool = False) -> None:
    status = machine.wait_for_end() if is_asked else machine.leave()
    if status != 0:
        raise Wrong(f"left with status {status}")


def run_cell(daemon: Path, site: Site, error: str, lasting: bool, baseline) -> str:
    count = 20 if error in REPEATED and site.call not in ("open", "mmap") else 0
    rule = f"fault {site.call}:{error}:0:{count if lasting else 1}"
    setup = [site.card] + ([rule] if site.moment == "start" else [])
    machine = Machine(daemon, setup, OPTIONS)
    try:
        return check_cell(machine, site, rule, lasting, baseline)
    except (Gone, Wrong) as problem:
        words = machine.words().replace("\n", " | ")
        status = machine.process.poll()
        ended = f"; it ended with status {status}" if status is not None else ""
        raise Wrong(f"{problem}{ended}; it said: {words or 'nothing'}") from None
    finally:
        machine.close()


def check_cell(machine: Machine, site: Site, rule: str, lasting: bool, baseline) -> str:
    machine.ask("progress unknown")
    if site.moment not in ("start", "mastership") and not is_moving(machine, PATIENCE):
        raise Wrong("shows nothing even without a fault")
    opens = machine.state()["opens"]
    if site.moment != "start":
        machine.tell(rule)
        opens += 1
    trigger(machine, site)
    if site.moment in LEAVING:
        if site.moment == "kept":
            # The answer comes when it is done; that may be with the end of the connection.
            machine.ask("quit --retain")
        leave(machine, is_asked=site.moment == "kept")
        return "left"
    watch(machine)
    hit = machine.state()["hits"] > 0
    if is_moving(machine, 0.3):
        outcome = "on"
    elif not lasting and is_moving(machine, PATIENCE):
        outcome = "wait"
    elif lasting or (site.call, rule.split(":")[1]) in VERDICTS:
        outcome = "dark"
    else:
        raise Wrong("shows nothing although only one call has failed")
    mend(machine)
    if not is_moving(machine, PATIENCE):
        raise Wrong("shows nothing although the fault is mended")
    if machine.state()["opens"] > max(opens, 1):
        outcome = "drop" if outcome == "dark" else f"{outcome}, drop"
    # What the kernel refuses to take back it keeps until the device is closed.
    if site.call in RELEASES:
        baseline = baseline | dict.fromkeys(("fbs", "buffers", "blobs"), 64)
    if excess := settle(machine, baseline):
        raise Wrong(f"holds more than without a fault: {excess}")
    leave(machine)
    return outcome if hit else "–"


def settle(machine: Machine, baseline: dict[str, int]) -> dict[str, int]:
    """What it holds in excess of the baseline, for some time."""
    end = time.monotonic() + 1
    while True:
        now = holdings(machine)
        excess = {key: now[key] - baseline[key] for key in now if now[key] > baseline[key]}
        if not excess or time.monotonic() > end:
            return excess
        time.sleep(0.02)


def measure(daemon: Path, site: Site) -> dict[str, int]:
    """What it holds when nothing fails."""
    machine = Machine(daemon, [site.card], OPTIONS)
    try:
        machine.ask("progress unknown")
        if site.moment == "mastership":
            machine.tell("master 0 0")
            machine.hotplug()
        if not is_moving(machine, PATIENCE):
            raise Gone("shows nothing even without a fault")
        if site.moment == "replaced":
            trigger(machine, site)
        time.sleep(0.2)
        return holdings(machine)
    except Gone as problem:
        print(f"FAILED  {site.name} without a fault: {problem}; it said: {machine.words()}")
        return dict.fromkeys(("files", "fbs", "buffers", "blobs", "descriptors"), 0)
    finally:
        machine.close()


def cell(daemon: Path, site: Site, error: str, baseline) -> tuple[str, list[str]]:
    """The cell's text, and what was wrong."""
    texts, problems = [], []
    for lasting in (False, True):
        if site.moment in LEAVING and not lasting:
            continue
        try:
            texts.append(run_cell(daemon, site, error, lasting, baseline))
        except Wrong as problem:
            texts.append("FAILED")
            duration = "lasting" if lasting else "once"
            problems.append(f"FAILED  {site.name} {error} {duration}: {problem}")
        except Exception as problem:  # a cell must not take the table down
            texts.append("FAILED")
            problems.append(f"FAILED  {site.name} {error}: {problem!r}")
    return ("/".join(texts) if len(set(texts)) > 1 else texts[0]), problems
