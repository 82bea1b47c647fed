# SPDX-License-Identifier: Apache-2.0
"""The daemon's clock: the machine's local time, as the tool draws it."""

import os
import struct
import subprocess
import time
from pathlib import Path

import pytest
from daemon_process import tool
from themes.pack_reader import xxh64
from themes.snapshots import written

CLOCK = """
flipbook = 1
[background]
color = "101418"
[clock.time]
size = "20%"
anchor = "center"
"""


@pytest.fixture
def pack(theme) -> Path:
    theme("compile", theme.make("clock", CLOCK), "-o", theme.folder / "clock.pack")
    return theme.folder / "clock.pack"


def zone_file(seconds: int) -> bytes:
    """A zone that is always so many seconds ahead of UTC (RFC 9636, version 2, without a rule)."""
    header = struct.pack(">4sc15x6L", b"TZif", b"2", 0, 0, 0, 0, 1, 4)
    body = struct.pack(">lBB4s", seconds, 0, 0, b"XYZ\0")
    return header + body + header + body + b"\n\n"


def snapshot(daemon, folder) -> bytes:
    return written(daemon, folder / "shown.ppm").read_bytes()


def drawn(pack, clock, folder, *options) -> bytes:
    subprocess.run([tool(), "render", "--theme", pack, "--canvas", "320x180", "--clock", clock, "--at", "0", *options,
                    "-o", folder / "drawn.ppm"], check=True, timeout=60)
    return (folder / "drawn.ppm").read_bytes()


def is_local_time(daemon, pack, folder, offset: int, *options) -> bool:
    """Whether the daemon shows the time of a zone, some seconds ahead of UTC; a minute may just begin."""
    def shows() -> bool:
        now = time.gmtime(time.time() + offset)
        return snapshot(daemon, folder) == drawn(pack, f"{now.tm_hour}:{now.tm_min}", folder, *options)
    return shows() or shows()


def timers(daemon) -> int:
    folder = Path(f"/proc/{daemon.pid}/fd")
    return sum("timerfd" in os.readlink(link) for link in folder.iterdir())


@pytest.mark.parametrize("locale", ["de_DE", "en_US"])
def test_a_clock_shows_the_local_time_of_the_machine(start_daemon, pack, tmp_path, locale):
    # In the afternoon for the tests' own time, so that 12 hours are another frame than 24.
    offset = (15 - time.gmtime().tm_hour) * 3600 + 1800
    zone = "XYZ" + ("-" if offset > 0 else "+") + f"{abs(offset) // 3600}:{abs(offset) % 3600 // 60:02}"
    daemon = start_daemon("--theme", pack, "--locale", locale, environment={**os.environ, "TZ": zone})
    assert daemon.log == ""
    assert is_local_time(daemon, pack, tmp_path, offset, "--locale", locale)
    other = "en_US" if locale == "de_DE" else "de_DE"
    assert not is_local_time(daemon, pack, tmp_path, offset, "--locale", other)
    assert timers(daemon) == 1


def test_a_theme_without_a_clock_needs_no_timer(start_daemon, theme):
    theme("compile", theme.make("plain", "flipbook = 1"), "-o", theme.folder / "plain.pack")
    daemon = start_daemon("--theme", theme.folder / "plain.pack")
    assert daemon.status()["frames"] and timers(daemon) == 0


def test_a_confined_daemon_reads_the_machines_zone(machine, start_daemon, pack, tmp_path):
    Path("/etc/localtime").unlink()
    Path("/etc/localtime").write_bytes(zone_file(19_800))
    environment = {name: value for name, value in os.environ.items() if name != "TZ"}
    daemon = start_daemon("--theme", pack, environment=environment)
    assert is_local_time(daemon, pack, tmp_path, 19_800)


def test_an_element_of_a_later_version_is_left_out_with_a_line(start_daemon, pack, tmp_path):
    data = bytearray(pack.read_bytes())
    # The kind of the second node: flipbook-pack(5).
    sections = [data[at:at + 16] for at in range(64, 64 + 16 * data[24], 16)]
    nodes = next(struct.unpack_from("<L", section, 4)[0] for section in sections if section[:4] == b"NODE")
    assert data[10] == 1 and data[nodes + 24] == 6
    (data[10], data[nodes + 24]) = (200, 77)
    data[16:24] = struct.pack("<Q", xxh64(bytes(data[:16]) + bytes(8) + bytes(data[24:])))
    later = tmp_path / "later.pack"
    later.write_bytes(data)
    daemon = start_daemon("--theme", later)
    assert daemon.log == (f"flipbookd: theme {later}: made for a newer version, leaving out elements of unknown "
                          "kinds: 1\n")
    whole = snapshot(daemon, tmp_path)
    # Nothing but the background.
    assert len(set(whole[-320 * 180 * 3:][i:i + 3] for i in range(0, 320 * 180 * 3, 3))) == 1
    assert timers(daemon) == 0
