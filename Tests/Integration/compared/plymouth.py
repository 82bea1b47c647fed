# SPDX-License-Identifier: Apache-2.0
"""Debian's Plymouth in a guest with a display, drawing the themes of `originals`; and the daemon in the same guest."""

import tempfile
import time
from pathlib import Path

from daemon_process import flipbookd
from kms import conftest as kms
from kms.checks import GuestError
from kms.commands import TIMEOUT_FACTOR, output, run
from kms.image import Image
from kms.machine import Guest, Machine
from kms.payload import LARGE, Payload

HERE = Path(__file__).resolve().parent
ORIGINALS = HERE / "originals"
NAMES = ("harbour", "ember", "kiln")
# Neither window of the importer's simulation has this size.
WIDTH, HEIGHT = 1280, 720
DISPLAY = Guest("bochs", (f"bochs-display,id=display,xres={WIDTH},yres={HEIGHT}",))
THEMES = "usr/share/plymouth/themes"
# As on a machine that boots with a splash; without udev, as no guest has its database.
WORDS = "quiet splash plymouth.ignore-serial-consoles plymouth.ignore-udev"
START = (f"plymouthd --mode=boot --tty=tty1 --no-boot-log --pid-file=/tmp/plymouth.pid --kernel-command-line='{WORDS}'"
         " && plymouth --ping && plymouth show-splash")


def plugins(scratch: Path) -> dict[str, Path]:
    """Plymouth's plugins: those of its package, which is installed, and the two-step plugin of the package of themes."""
    version = output(["dpkg-query", "--show", "--showformat=${Version}", "plymouth"])
    run(["apt-get", "--quiet=2", "-o", "APT::Sandbox::User=root", "download", f"plymouth-themes={version}"], cwd=scratch)
    run(["dpkg-deb", "-x", str(next(scratch.glob("plymouth-themes_*.deb"))), str(scratch / "themes")])
    folder = own_plugins()
    own = {name: folder / name for name in ("script.so", "details.so", "renderers/drm.so")}
    return {f"{folder}/{name}": file for name, file in own.items()} | {
        f"{folder}/two-step.so": scratch / "themes" / str(folder).lstrip("/") / "two-step.so"}


def own_plugins() -> Path:
    """Where the package has its plugins: a folder of the machine's architecture."""
    files = output(["dpkg", "--listfiles", "plymouth"]).splitlines()
    return Path(next(file for file in files if file.endswith("/plymouth/script.so"))).parent


class Bench:
    """A guest with both programs, from the first theme to the last."""

    def __init__(self, packs: Path):
        self.scratch = tempfile.TemporaryDirectory(prefix="flipbook-compared-")
        here = Path(self.scratch.name)
        payload = Payload(here / "payload", LARGE)
        payload.add_program("bin/plymouthd", Path("/usr/sbin/plymouthd"))
        payload.add_program("bin/plymouth", Path("/usr/bin/plymouth"))
        payload.add_program("bin/flipbookd", Path(flipbookd()))
        for path, file in plugins(here).items():
            payload.add_program(path, file)
        payload.add_file("usr/share/plymouth/plymouthd.defaults", b"[Daemon]\nTheme=text\nShowDelay=0\nDeviceTimeout=8\n")
        payload.add_file("job/job.sh", (HERE.parent / "kms/guest/job.sh").read_bytes())
        for name in NAMES:
            for file in (ORIGINALS / name).iterdir():
                payload.add_file(f"{THEMES}/{name}/{file.name}", file.read_bytes())
            payload.add_file(f"job/{name}.pack", (packs / f"{name}.pack").read_bytes())
        payload.write()
        kernel = kms.provided(kms.cache(), kms.FIRST, here)
        self.machine = Machine(DISPLAY, kernel, payload, kms.cache())

    def __enter__(self) -> "Bench":
        self.machine.__enter__()
        self.machine.sh("mkdir -p /etc/plymouth /run/plymouth /var/lib/plymouth /dev/pts && mount -t devpts devpts /dev/pts")
        return self

    def __exit__(self, *_) -> None:
        self.machine.end()
        self.scratch.cleanup()

    def original(self, name: str, commands: str, count: int, pause: float) -> list[Image]:
        """What the display shows of Plymouth's theme after some commands, several times."""
        sh = self.machine.sh
        sh(f"printf '[Daemon]\\nTheme={name}\\nShowDelay=0\\n' >/etc/plymouth/plymouthd.conf")
        sh(START)
        try:
            self.wait_for_splash()
            # From here on nothing changes but what moves by itself.
            sh(f"sleep 2; {commands}; sleep 2", 90)
            return self.frames(count, pause)
        finally:
            sh("plymouth quit; for i in $(seq 100); do pidof plymouthd >/dev/null || break; sleep 0.1; done; ! pidof plymouthd")

    def ours(self, name: str, mode: str, commands: list[str], count: int, pause: float) -> list[Image]:
        """What the display shows of the imported theme."""
        lines = "; ".join(f"send '{command}'" for command in commands)
        self.machine.sh(f". /job/job.sh; daemon_start --theme /job/{name}.pack --mode {mode}; daemon_ready; sleep 1; {lines}; sleep 4")
        try:
            return self.frames(count, pause)
        finally:
            self.machine.sh(". /job/job.sh; daemon_stop; cat /tmp/errors")

    def wait_for_splash(self) -> None:
        """Until the display is no longer black: each theme has a background. A busy host takes seconds for it."""
        end = time.monotonic() + 30 * TIMEOUT_FACTOR
        while self.machine.frame().pixels.count(0) > WIDTH * HEIGHT:
            if time.monotonic() > end:
                raise GuestError("Plymouth shows no splash")
            time.sleep(0.2)

    def frames(self, count: int, pause: float) -> list[Image]:
        taken = []
        for _ in range(count):
            taken.append(self.machine.frame())
            time.sleep(pause)
        return taken
