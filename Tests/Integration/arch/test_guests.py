# SPDX-License-Identifier: Apache-2.0
"""A daemon on the virtio-gpu of a guest of its architecture: the display shows what this machine's daemon draws."""

import pytest
from arch.architectures import Build, chosen, sysroot
from arch.guests import ARM64, DISPLAY, RISCV64, Guest
from arch.test_commands import order, snapshot
from daemon_process import wait_until
from kms.image import Image

STAGE = ("--animation", "download", "--scale", "1")
SECONDS = 240  # until a display is as expected: the guest's processor is emulated
STEPS = (("progress", "42.5"), ("message", "Größe: 2³¹ – fertig"), ("fail",), ("reset",), ("progress", "100"),
         ("done",))
# The static daemon has a guest without any library to itself. The 32-bit one has a 64-bit kernel.
CASES = [(kernel, builds) for kernel, builds in (
    (ARM64, (Build("arm64", "musl"),)),
    (ARM64, (Build("arm64"), Build("armhf"))),
    (ARM64, (Build("armhf", "musl"),)),
    (RISCV64, (Build("riscv64"),)),
) if set(builds) <= set(chosen())]
LIBRARIES = {"arm64": ("lib/ld-linux-aarch64.so.1", "lib/aarch64-linux-gnu/libc.so.6"),
             "armhf": ("lib/ld-linux-armhf.so.3", "lib/arm-linux-gnueabihf/libc.so.6"),
             "riscv64": ("lib/ld-linux-riscv64-lp64d.so.1", "lib/riscv64-linux-gnu/libc.so.6")}


def libraries(build: Build) -> dict[str, bytes]:
    """The C library that a daemon needs, by its path in the guest."""
    if build.libc == "musl":
        return {}
    return {path: (sysroot(build.name) / path).read_bytes() for path in LIBRARIES[build.name]}


def native_image(daemon) -> Image:
    """This machine's daemon's frame."""
    _, pixels = snapshot(daemon)
    width, height = map(int, DISPLAY.split("x"))
    rgb = bytearray(width * height * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[2 - channel::4]
    return Image(width, height, bytes(rgb))


def assert_shown(guest: Guest, native, what) -> None:
    """Waits until the display is, byte for byte, as this machine's daemon draws it, and of more than one colour."""
    seen = []

    def is_same() -> bool:
        image = native_image(native)
        seen[:] = [guest.frame().difference(image)]
        return not seen[0] and len({image.pixels[at:at + 3] for at in range(0, len(image.pixels), 3)}) > 1

    assert wait_until(is_same, SECONDS), (what, seen, guest.sh("cat /tmp/log"))


def run_daemon(guest: Guest, build: Build, native) -> None:
    """Starts the daemon in the guest, sends both daemons the same commands, and ends it."""
    guest.sh(f"ln -s flipbookd /{build}/flipbookctl")
    guest.sh(f"(/{build}/flipbookd {' '.join(STAGE)} 2>/tmp/log; echo $? >/tmp/status) &")
    assert_shown(guest, native, "the first frame")
    for words in STEPS:
        assert order(native, *words) == (0, "", "")
        guest.sh(f"/{build}/flipbookctl " + " ".join(f"'{word}'" for word in words))
        assert_shown(guest, native, words)
    assert f"={DISPLAY}" in guest.sh(f"/{build}/flipbookctl status")
    guest.sh(f"/{build}/flipbookctl quit; until [ -e /tmp/status ]; do sleep 0.1; done; exit $(cat /tmp/status)")


def identity(value) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else value.architecture


# One guest after the other, however many tests run at a time.
@pytest.mark.qemu
@pytest.mark.seconds(60)
@pytest.mark.xdist_group("arch-guests")
@pytest.mark.parametrize(("kernel", "builds"), CASES, ids=identity)
def test_display(kernel, builds, start_daemon):
    files = {}
    for build in builds:
        files |= libraries(build) | {f"{build}/flipbookd": build.daemon.read_bytes()}
    with Guest(kernel, files) as guest:
        for build in builds:
            run_daemon(guest, build, start_daemon(*STAGE, output=f"memory:{DISPLAY}"))
            guest.sh("rm /tmp/status")
