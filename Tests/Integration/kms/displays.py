# SPDX-License-Identifier: Apache-2.0
"""The rows of the matrix: displays in guests."""

from dataclasses import dataclass, replace

from kms.machine import Clock, Guest


@dataclass(frozen=True)
class Display:
    """A driver and its display."""

    name: str
    guest: Guest
    width: int
    height: int
    rate: int
    format: str = "XR24"  # what the daemon must choose
    adapter_bits: int = 32  # what the adapter itself stores per pixel
    tests: tuple = ()  # names of test functions, without "test_"
    short: tuple = ()  # those of them that are run in a short run, too
    # What loads its driver, where that is late.
    load: str = ""

    def with_clock(self, clock: Clock) -> Guest:
        return replace(self.guest, clock=clock)

    @property
    def counts_vblanks(self) -> bool:
        return self.guest.modules.startswith("vkms")


MONITORS = "poll=1:width=1024:height=768"
ADAPTER = "VGA,id=display"
FAULTS = ("leaving", "master", "terminal")
# Room for a device that is plugged into it while the guest runs.
ROOT_PORT = (
    "pcie-root-port,id=rootport,chassis=1,slot=1,addr=4.0,mem-reserve=32M,pref64-reserve=32M"
)
SEVERAL = (
    "virtio-gpu-pci,id=virtio",
    "bochs-display,id=bochs",
    "cirrus-vga,id=cirrus",
)
FIRMWARE = "firmwarefb:bpp=32:format=x8r8g8b8,simpledrm"
FIRMWARE_16 = "firmwarefb:bpp=16:format=r5g6b5,simpledrm"


def vkms(name: str, options: str, tests: tuple, short: tuple, size=(1024, 768), rate=60):
    modules = "vkms" + (f":{options}" if options else "")
    guest = Guest(modules, clock=Clock.EXACT)
    return Display(name, guest, *size, rate, tests=tests, short=short, load="modprobe vkms")


def viewed(name: str, heads: int, tests: tuple) -> Display:
    """Monitors that a viewer resizes, plugs and unplugs."""
    device = f"virtio-gpu-pci,id=display,max_outputs={heads}"
    guest = Guest("virtio_pci,virtio-gpu", (device,), heads=heads)
    return Display(name, guest, 1280, 800, 75, tests=tests)


def cirrus(count: int, format: str) -> Display:
    guest = Guest(f"cirrus:formats={count}", ("cirrus-vga,id=display",))
    bits = 16 if format == "RG16" else 24
    tests = ("rate", "frames", *FAULTS, "unbind", "remove")
    return Display(f"cirrus {format}", guest, 1024, 768, 60, format, bits, tests)


def framebuffer(bits: int, mode: int) -> Display:
    """vesafb in a mode that the firmware has set: no DRM device at all."""
    guest = Guest("", (ADAPTER,), options=f"vga={mode}", has_firmware=True)
    format = {16: "RG16", 24: "RG24", 32: "XR24"}[bits]
    name = f"vesafb {bits} bpp"
    return Display(name, guest, 1024, 768, 60, format, bits, tests=("framebuffer",))


DISPLAYS = [
    vkms(
        "vkms",
        "",
        ("paced", "checksums", "costs", "memory", "slow", "endless", *FAULTS, "suspend", "late", "doctor", "kiosk_paced"),
        ("paced", "checksums", "costs", "memory", "slow", "leaving", "master", "late"),
    ),
    vkms("vkms legacy", "no_atomic=1", ("paced", "checksums", *FAULTS), ("paced",)),
    *(
        vkms(
            f"vkms {rate} Hz",
            f"width=640:height=480:rate={rate}",
            ("paced", "checksums", "leaving"),
            ("paced",) if rate > 60 else (),
            (640, 480),
            rate,
        )
        for rate in (30, 144)
    ),
    # Its monitor can be taken away, which the kernel then reports.
    vkms("vkms monitors", MONITORS, ("paced", "unplug", "sound", "kiosk_unplug"), ("unplug",)),
    vkms("vkms legacy monitors", f"no_atomic=1:{MONITORS}", ("paced", "unplug"), ()),
    Display(
        "vkms heads",
        Guest("vkmsheads:enable_writeback=0", clock=Clock.EXACT),
        1024,
        768,
        60,
        tests=("joint", "sum", "lost", "colours", "lease"),
        short=("joint", "sum", "lost", "lease"),
    ),
    Display(
        "vkms tiles",
        Guest("vkmsheads:enable_writeback=0:tiled=1", clock=Clock.EXACT),
        2048,
        768,
        60,
        tests=("tiles",),
        short=("tiles",),
    ),
    Display(
        "virtio-gpu",
        Guest("virtio_pci,virtio-gpu", ("virtio-gpu-pci,id=display",)),
        1280,
        800,
        75,
        tests=("rate", "frames", *FAULTS, "unbind", "remove", "hand_over", "doctor", "kiosk", "seat", "seats"),
        short=("rate", "frames", "leaving", "kiosk", "seat", "seats"),
    ),
    viewed("virtio-gpu head", 1, ("heads",)),
    viewed("virtio-gpu heads", 3, ("rate", "leaving", "unbind", "heads")),
    Display(
        "bochs",
        Guest("bochs", ("bochs-display,id=display",)),
        1280,
        800,
        75,
        tests=(
            *("rate", "frames", *FAULTS, "unbind", "remove", "suspend", "late", "hand_over"),
            "doctor",
        ),
        short=("rate", "frames", "unbind", "hand_over"),
        load="modprobe bochs",
    ),
    replace(cirrus(1, "RG16"), short=("frames",)),
    cirrus(2, "RG24"),
    cirrus(3, "XR24"),
    Display(
        "simpledrm",
        Guest(FIRMWARE, (ADAPTER,)),
        1024,
        768,
        60,
        tests=("rate", "frames", *FAULTS, "unbind", "take_over", "emulated", "doctor"),
        short=("take_over", "emulated"),
    ),
    Display(
        "simpledrm 16 bpp",
        Guest(FIRMWARE_16, (ADAPTER,)),
        1024,
        768,
        60,
        # It also accepts XR24, and converts that to its own format itself.
        adapter_bits=16,
        tests=("rate", "frames", *FAULTS, "unbind", "take_over"),
    ),
    Display(
        "secondary-vga",
        Guest("bochs", (ROOT_PORT,)),
        1280,
        800,
        75,
        tests=("hot_plug",),
        short=("hot_plug",),
    ),
    Display(
        "several cards",
        Guest("vkms,virtio_pci,virtio-gpu,bochs,cirrus", SEVERAL),
        0,
        0,
        0,
        tests=("several",),
        short=("several",),
    ),
    *(framebuffer(bits, mode) for bits, mode in ((16, 0x317), (24, 0x318), (32, 0x344))),
    # Guests of their own, in which the daemon cannot show anything.
    Display("no display", Guest("virtio_pci"), 0, 0, 0, tests=("errors",), short=("errors",)),
]
