# SPDX-License-Identifier: Apache-2.0
"""What a splash costs a boot: Plymouth's themes, none at all and Flipbook in the same guest.

The guest's clock counts instructions, 2 ns each. Only while the guest waits, which is for its disk, does it
go with this machine's: under load by up to 0.6 s in a boot. For how long its processor was busy does not
depend on the load: that is what boots are compared by.
"""

import gzip
import re
import sys
import tempfile
from pathlib import Path

from figures import common

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = ROOT / "Tests" / "Integration" / "system"
TABLE = ROOT / "Documentation" / "comparison.md"
BEGIN, END = "<!-- bench boot -->", "<!-- end of bench boot -->"
PLYMOUTH = (
    "apt-get -y install --no-install-recommends plymouth plymouth-themes plymouth-label 2>&1;"
    " plymouth-set-default-theme {}"
)
FLIPBOOK = "cd /root/in; apt-get -y install ./flipbookd_*.deb ./flipbook-plymouth_*.deb 2>&1"
SPLASHES = {
    "no splash": "true",
    "Plymouth text": PLYMOUTH.format("text"),
    "Plymouth tribar": PLYMOUTH.format("tribar"),
    "Plymouth spinner": PLYMOUTH.format("spinner"),
    "Flipbook": FLIPBOOK,
}
# Has a guest record the idle time of its processor, from the kernel's start, by its command line: a later change of
# the clock would empty the record. As soon as a filter can be set, only the necessary switches are recorded.
RECORD = "trace_clock=mono trace_buf_size=8M trace_event=sched:sched_switch"
RECORD_IDLE = (
    "sed -i -e '/echo mono/d' -e 's#echo 1 >events/sched/sched_process_exec/enable#&"
    '; echo "prev_pid == 0 || next_pid == 0" >events/sched/sched_switch/filter#\''
    " /etc/initramfs-tools/scripts/init-top/zz-trace"
)
ROWS = (
    ("exec", "kernel start to daemon's exec", "s"),
    ("frame", "exec to first frame", "ms"),
    ("total", "boot time in total", "s"),
    ("busy", "in which the processor was busy", "s"),
    ("pss", "PSS while a password is asked for", "MB"),
    ("processor", "processor time, 10 s after that", "s"),
    ("raw", "initramfs, beyond none", "KB"),
    ("gzip", "the same, gzip -9", "KB"),
)


def measure(only: list | None = None) -> dict:
    """The figures of each splash by its name, or of some beside none."""
    sys.path.insert(0, str(SYSTEM))
    import base as bases
    import install

    base = bases.provide(is_quick=False)
    scratch = Path(tempfile.mkdtemp(prefix="bench-boot-", dir=bases.cache()))
    figures = {}
    try:
        for name, script in SPLASHES.items():
            if only and name not in ("no splash", *only):
                continue
            print(f"bench: {name}", flush=True)
            folder = scratch / name.replace(" ", "-")
            tree = base.tree
            if name == "Flipbook":
                tree = scratch / "with-packages"
                bases.as_root("cp", "-a", base.tree, tree)
                bases.as_root("mkdir", "-p", tree / "root/in")
                bases.as_root("cp", *install.packages(), tree / "root/in")
            folder.mkdir()
            install.make_variant(folder, tree, f"{script}\n{RECORD_IDLE}\n{install.REBUILD}")
            system = install.Variant(folder / "made")
            figures[name] = figures_of(base, system, scratch)
            print(f"bench: {name}: {figures[name]}", flush=True)
            bases.as_root("rm", "-rf", folder)
    finally:
        bases.as_root("rm", "-rf", scratch)
    none = dict(figures.get("no splash", {}))
    for one in figures.values():
        for size in ("raw", "gzip"):
            one[size] = (one[size] - none[size]) / 1000 if none else None
    if none:
        figures["no splash"] |= {"raw": None, "gzip": None}
    return figures


def figures_of(base, system, scratch: Path) -> dict:
    from guest import COUNTED_TIME, Disk, Guest, Hardware

    initramfs = system.initramfs.read_bytes()
    found = {"raw": len(initramfs), "gzip": len(gzip.compress(initramfs, 9))}
    for words in (f"splash test.trace {RECORD}", "splash test.ask"):
        disk = Disk(scratch / "disk.qcow2", system.image).file
        hardware = Hardware(system.initramfs, words=words, clock=COUNTED_TIME)
        with Guest(base, hardware, disk) as guest:
            guest.wait_for_agent(300)
            if "trace" in words:
                found["state"] = guest.wait_until_running(300)
                text = guest.sh("systemd-analyze time")
                found["total"] = seconds(re.search(r"= (.*)", text)[1])
                trace = guest.sh("cat /sys/kernel/tracing/trace", check=False)
                found["busy"] = found["total"] - idle_before(trace, found["total"])
                found |= traced(trace)
            elif guest.attempt("pgrep '^(@?flipbookd|plymouthd)$'")[1] == 0:
                guest.wait_for("ls /run/systemd/ask-password/ask.*")
                found |= of_process(guest)
        disk.unlink()
    return found


def of_process(guest) -> dict:
    """Memory and processor time ten seconds after a password was asked for."""
    guest.sh("sleep 10")
    pid = guest.sh("pgrep '^(@?flipbookd|plymouthd)$'")
    pss = int(guest.sh(f"awk '/^Pss:/ {{ print $2 }}' /proc/{pid}/smaps_rollup"))
    ticks = guest.sh(f"cut -d' ' -f14,15 /proc/{pid}/stat").split()
    return {"pss": pss / 1024, "processor": sum(map(int, ticks)) / 100}


def traced(trace: str) -> dict:
    """When the daemon was started, and how long after that it set a display."""
    started = re.search(r" (\d+\.\d+): sched_process_exec: filename=\S*(?:flipbookd|plymouthd)", trace)
    if not started:
        return {}
    begin = float(started[1])
    calls = re.findall(r" (\d+\.\d+): kms_(?:setcrtc|atomic_ioctl)", trace)
    after = [float(time) for time in calls if float(time) > begin]
    return {"exec": begin, "frame": (after[0] - begin) * 1000 if after else None}


def idle_before(trace: str, end: float) -> float:
    """For how long before an instant the guest's one processor had nothing to do."""
    idle, since = 0.0, None
    for found in re.finditer(r" (\d+\.\d+): sched_switch: .*prev_pid=(\d+) .*next_pid=(\d+)", trace):
        time = min(float(found[1]), end)
        if found[2] == "0" and since is not None:
            idle += time - since
        since = time if found[3] == "0" else None
    return idle


def seconds(text: str) -> float:
    """A duration of systemd's, such as `1min 2.345s` or `980ms`."""
    units = {"min": 60, "s": 1, "ms": 0.001}
    parts = re.findall(r"([\d.]+)(min|ms|s)\b", text)
    return sum(float(number) * units[unit] for number, unit in parts)


def show(figures: dict) -> str:
    """The table, which is printed and written into the comparison; what was not measured stays there."""
    document = TABLE.read_text()
    if BEGIN not in document:
        raise common.Failure(f"{TABLE} has no line {BEGIN}")
    before, rest = document.split(BEGIN, 1)
    old, after = rest.split(END, 1)
    columns = columns_of(old)
    for name, found in figures.items():
        columns[name] = [text(found.get(key), key) for key, _, _ in ROWS]
    names = [name for name in SPLASHES if name in columns]
    lines = ["| | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for row, (_, title, unit) in enumerate(ROWS):
        lines.append(f"| {title} ({unit}) | " + " | ".join(columns[name][row] for name in names) + " |")
    table = "\n".join(lines)
    print(table)
    TABLE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}")
    return table


def columns_of(table: str) -> dict:
    """The cells of a table that `show` has made, by the names at their heads."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.strip().splitlines()]
    return {name: [row[column] for row in rows[2:]] for column, name in enumerate(rows[0], 1)}


def text(value, key: str) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if key in ("raw", "gzip") else f"{value:.2f}"
