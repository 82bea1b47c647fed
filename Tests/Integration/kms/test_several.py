# SPDX-License-Identifier: Apache-2.0
"""Several cards in one guest: each shows the stage with a layout of its own."""

import pytest
from kms.bench import Bench
from kms.checks import Checks
from kms.displays import Display
from kms.splash import Splash
from kms.trace import checksum

# By QEMU's name.
CARDS = {
    "virtio": (1280, 800, "XR24"),
    "bochs": (1280, 800, "XR24"),
    "cirrus": (1024, 768, "XR24"),
}


@pytest.mark.seconds(15)
def test_several(bench: Bench, display: Display, checks: Checks) -> None:
    with Splash(bench, display, checks) as splash:
        # The card loaded last has the console.
        console = splash.machine.frame("cirrus")
        splash.start()
        checks.demand("rate", "several cards: they move", splash.is_moving())
        before = splash.counts()
        splash.sh("sleep 2")
        splash.settle()
        for name, (width, height, format) in CARDS.items():
            wanted = bench.expected("flow", splash.timeline, width, height, format)
            problem = splash.machine.frame(name).difference(wanted)
            checks.demand("pixels", f"among others, {name} is as rendered", problem)
        card = splash.sh("grep -l vkms /sys/kernel/debug/dri/[0-9]*/name").split("/")[-2]
        wanted = checksum(bench.expected("flow", splash.timeline, 1024, 768))
        shown = splash.checksum(int(card))
        checks.demand(
            "pixels",
            "among others, vkms is as rendered",
            "" if shown == wanted else f"checksum {shown:08x}",
        )
        # Each in turn.
        for name in ("bochs-drm", "virtio-pci"):
            splash.resume()
            splash.sh(
                f"cd /sys/bus/pci/drivers/{name}; for device in 0000:*; do"
                " [ -e $device/drm ] || ls -d $device/virtio*/drm >/dev/null 2>&1 || continue;"
                " echo $device >unbind; echo $device >/tmp/device; done; sleep 1"
            )
            checks.demand("device", f"{name} goes: the others move", splash.is_moving())
            splash.sh(f"cat /tmp/device >/sys/bus/pci/drivers/{name}/bind; sleep 1")
            splash.settle()
            device = "bochs" if name == "bochs-drm" else "virtio"
            wanted = bench.expected("flow", splash.timeline, *CARDS[device])
            problem = splash.machine.frame(device).difference(wanted)
            checks.demand("device", f"{name} is back: as rendered", problem)
        splash.resume()
        splash.is_moving()
        checks.demand("leaks", "several cards: as much held as before", splash.leak_problem(before))
        checks.demand("leaving", "several cards: it leaves with status 0", splash.stop())
        problem = splash.machine.frame("cirrus").difference(console)
        checks.demand("leaving", "several cards: the console is back as it was", problem)
