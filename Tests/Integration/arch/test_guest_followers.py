# SPDX-License-Identifier: Apache-2.0
"""The client of an arm64 guest follows that guest's own RAUC and SWUpdate, whose progress its display shows."""

import time

import pytest
from arch.architectures import Build
from arch.guests import ARM64, Guest
from arch.packages import programs
from arch.test_guests import SECONDS, STAGE, assert_shown
from daemon_process import wait_until
from installers.following import BUS, make_certificate
from installers.rauc_bundle import COMPATIBLE, make_bundle, write_configuration
from installers.swupdate_package import SWUpdate

BUILD = Build("arm64", "musl")
PACKAGES = ("rauc", "dbus-daemon", "swupdate")
FILES = ("usr/bin/rauc", "usr/bin/dbus-daemon", "usr/bin/swupdate", "usr/bin/swupdate-client")
CLIENT = "/bin/flipbookctl"

pytestmark = [pytest.mark.qemu, pytest.mark.seconds(90), pytest.mark.xdist_group("arch-guests")]


class Machine:
    """A guest with installers, a daemon on its display, and this machine's daemon to compare it with."""

    def __init__(self, guest: Guest, native) -> None:
        self.guest, self.native = guest, native
        guest.sh(f"date -s @{int(time.time())}; hostname guest")
        guest.sh("ln -s flipbookd /bin/flipbookctl")
        guest.sh(f"(flipbookd {' '.join(STAGE)} 2>/tmp/log) &")
        assert_shown(guest, native, "the first frame")

    def start(self, name: str, words: str, is_ready: str) -> None:
        """Starts a program, and waits until a command succeeds."""
        self.guest.sh(f"({words} >/tmp/{name}.log 2>&1; echo $? >/tmp/{name}.status) &")
        ready = f"{is_ready} >/tmp/ready.log 2>&1"
        assert wait_until(lambda: "no" not in self.guest.sh(f"{ready} || echo no"), SECONDS), \
            self.guest.sh(f"cat /tmp/{name}.log /tmp/ready.log")

    def follow(self, words: str, environment: str = "") -> None:
        """Starts the client, and waits until it has connected to the installer or its bus."""
        self.start("follow", f"{environment} {CLIENT} follow {words} --once --record /tmp/record",
                   "ls -l /proc/$(pidof flipbookctl)/fd | grep socket:")

    def end(self) -> tuple[int, list[str]]:
        """The client's exit status, and the lines that it sent."""
        assert wait_until(lambda: "yes" in self.guest.sh("test ! -e /tmp/follow.status || echo yes"), SECONDS)
        status = int(self.guest.sh("cat /tmp/follow.status"))
        lines = [line.split(" ", 1)[1] for line in self.guest.sh("cat /tmp/record").splitlines()]
        return status, lines

    def assert_shown(self, lines: list[str]) -> None:
        """The display is, byte for byte, as this machine's daemon draws it after the same lines."""
        for line in lines:
            assert self.native.ask(line).startswith("ok"), line
        assert_shown(self.guest, self.native, lines)

    def assert_followed(self, is_good: bool, reason: str) -> None:
        status, lines = self.end()
        assert (status, lines[-1]) == ((0, "done") if is_good else (1, "fail")), (lines, self.guest.sh("cat /tmp/*.log"))
        sent = [float(line.split()[1]) for line in lines if line.startswith("progress ") and line != "progress unknown"]
        assert sent == sorted(set(sent)) and max(sent, default=0) < 100
        if is_good:
            self.assert_shown(lines)
        else:
            # The frame depends on how far the progress had moved when the update failed.
            status = self.guest.sh(f"{CLIENT} status")
            assert "failed=yes" in status.splitlines() and reason in status


@pytest.fixture
def booted(start_daemon):
    """A function that boots a guest with some files of its own; it ends with the test."""
    guests = []

    def boot(files: dict[str, bytes]) -> Machine:
        guest = Guest(ARM64, programs("arm64", PACKAGES, FILES) | {
            "bin/flipbookd": BUILD.daemon.read_bytes(), "etc/passwd": b"root:x:0:0::/:/bin/sh\n",
            "etc/group": b"root:x:0:\n", "etc/machine-id": b"0" * 31 + b"1\n", **files})
        guests.append(guest)
        return Machine(guest.__enter__(), start_daemon(*STAGE, output="memory:1280x800"))

    yield boot
    for guest in guests:
        guest.__exit__()


def files_of(folder) -> dict[str, bytes]:
    """The files below a folder, by their paths in the guest: the same."""
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("compatible", [COMPATIBLE, "Other"])
def test_rauc(compatible, booted, tmp_path):
    make_certificate(tmp_path)
    write_configuration(tmp_path)
    bundle = make_bundle(tmp_path, compatible)
    machine = booted({**files_of(tmp_path), "etc/bus.conf": BUS.format("/tmp").encode(), str(tmp_path / "mnt/here"): b""})
    bus = "unix:path=/tmp/bus"
    machine.start("bus", "dbus-daemon --config-file=/etc/bus.conf --nofork", "test -S /tmp/bus")
    machine.follow(f"rauc --bus {bus}")
    environment = f"DBUS_SYSTEM_BUS_ADDRESS={bus} DBUS_SESSION_BUS_ADDRESS={bus} DBUS_STARTER_BUS_TYPE=session"
    machine.start("rauc", f"{environment} rauc service --conf={tmp_path}/system.conf --override-boot-slot=A",
                  f"{environment} rauc status")
    machine.guest.sh(f"{environment} rauc install {bundle} || true")
    machine.assert_followed(compatible == COMPATIBLE, "ompatible")


@pytest.mark.parametrize("is_good", [True, False])
def test_swupdate(is_good, booted, tmp_path):
    update = SWUpdate(tmp_path, is_good)
    machine = booted(files_of(tmp_path))
    environment = f"TMPDIR={tmp_path} RUNTIME_DIRECTORY={tmp_path}"
    machine.start("swupdate", f"{environment} swupdate -H board:1.0 -k {tmp_path}/cert.pem",
                  f"test -S {tmp_path}/swupdateprog -a -S {tmp_path}/sockinstctrl")
    machine.follow("swupdate", environment)
    machine.guest.sh(f"{environment} swupdate-client {update.package} || true")
    machine.assert_followed(is_good, "The update failed in step 2 of 2 (img2.bin)")
