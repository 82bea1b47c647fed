"""What happens on a framebuffer device, told to the daemon by a machine in memory."""

import socket
import struct
import time

from machine import DEVICE, Machine
from watching import expect, frames, wait_for_frames, wait_for_rest

FRAMEBUFFERS = {
    "XR24": (32, "16.8 8.8 0.8"),
    "XB24": (32, "0.8 8.8 16.8"),
    "RG24": (24, "16.8 8.8 0.8"),
    "RG16": (16, "11.5 5.6 0.5"),
}
PIXCLOCK = 46_000  # of 336 by 196 pixels with their margins: 330 Hz


def framebuffer(name: str, rows: int = 180, pans: bool = False) -> str:
    bits, colours = FRAMEBUFFERS[name]
    return f"fb 320 180 {rows} {bits} {PIXCLOCK} {colours}{' pan' if pans else ''}"


def snapshot(machine: Machine) -> tuple[int, int, bytes]:
    """The picture that the daemon believes to show, as XRGB8888."""
    machine.client.sendall(b"snapshot\n")
    answer, descriptors, _, _ = socket.recv_fds(machine.client, 256, 1)
    width, height, stride = (int(word) for word in answer.split()[1:4])
    expect(stride == width * 4, "a snapshot has gaps")
    with open(descriptors[0], "rb") as file:
        return width, height, file.read(stride * height)


def is_same(row: bytes, stored: bytes, name: str) -> bool:
    """Whether two rows are; of 16 bits, of which a snapshot does not know the rounding, nearly."""
    if name != "RG16":
        return row == stored
    return all(
        max(abs((a >> 11) - (b >> 11)), abs((a >> 5 & 63) - (b >> 5 & 63)), abs((a & 31) - (b & 31)))
        <= 1
        for (a,), (b,) in zip(struct.iter_unpack("<H", row), struct.iter_unpack("<H", stored))
    )


def as_stored(pixels: bytes, width: int, height: int, name: str) -> list[bytes]:
    """Rows of a picture as a framebuffer device stores them."""
    rows = []
    for y in range(height):
        row = bytearray()
        for x in range(width):
            blue, green, red, _ = pixels[(y * width + x) * 4:][:4]
            if name == "XR24":
                row += bytes((blue, green, red, 0))
            elif name == "XB24":
                row += bytes((red, green, blue, 0))
            elif name == "RG24":
                row += bytes((blue, green, red))
            else:
                # To the nearest of 32 and 64 levels.
                word = (red * 31 + 127) // 255 << 11 | (green * 63 + 127) // 255 << 5
                row += struct.pack("<H", word | (blue * 31 + 127) // 255)
        rows.append(bytes(row))
    return rows


def draws_on_a_framebuffer(daemon, name: str, pans: bool) -> None:
    rows = 360 if pans else 180
    machine = Machine(
        daemon, [framebuffer(name, rows, pans)], ["--dither", "off", "--animation", "download"]
    )
    try:
        machine.ask("progress 40")
        wait_for_frames(machine, 10)
        wait_for_rest(machine)
        width, height, pixels = snapshot(machine)
        path = machine.log.name + ".dump"
        machine.tell(f"fb dump {path}")
        state = machine.state()
        with open(path, "rb") as file:
            memory = file.read()
        stride, start = state["stride"], state["yoffset"] * state["stride"]
        expected = as_stored(pixels, width, height, name)
        differing = [
            y for y, row in enumerate(expected)
            if not is_same(row, memory[start + y * stride:][:len(row)], name)
        ]
        expect(not differing, f"rows differ: {differing[:8]} of {len(differing)}")
        expect(any(any(row) for row in expected), "the picture is black")
        expect((state["pans"] > 1) == pans, f"panned {state['pans']} times")
        expect(state["unblanks"] >= 1 and state["puts"] == 0, "the display's mode was touched")
        quiet(machine)
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


def quiet(machine: Machine) -> None:
    """A still picture wakes nobody."""
    before = machine.state()["polls"]
    time.sleep(0.5)
    after = machine.state()["polls"]
    expect(after - before <= 1, f"{after - before} wake-ups of a still picture")


def keeps_the_pace_of_a_framebuffer(daemon) -> None:
    """60 Hz where the pixel clock is nonsense."""
    machine = Machine(daemon, [framebuffer("XR24").replace(str(PIXCLOCK), "1")])
    try:
        expect("refresh=60.000" in machine.ask("status"), "the rate is not 60 Hz")
        machine.ask("progress unknown")
        wait_for_frames(machine, 5)
        # All frames were shown between the two looks at the clock, however long the answers took.
        begin, first = time.monotonic(), frames(machine)
        wait_for_frames(machine, first + 60)
        count, seconds = frames(machine) - first, time.monotonic() - begin
        expect(count <= 60 * seconds + 1, f"{count} frames in {seconds:.3f} s")
    finally:
        machine.close()


def gives_a_framebuffer_up_for_a_card(daemon) -> None:
    machine = Machine(daemon, [framebuffer("XR24")])
    try:
        machine.ask("progress unknown")
        wait_for_frames(machine, 5)
        machine.tell("fb remove")
        machine.uevent("remove", "/devices/fake/graphics/fb0", subsystem="graphics")
        machine.tell("card 0 1 320x180@60")
        machine.uevent("add", f"{DEVICE}/card0")
        expect(
            machine.wait_for(lambda state: state["flips0.0"] > 5, 3), "nothing on the new card"
        )
        expect("screens=1 " in machine.ask("status"), "the framebuffer is still drawn to")
        machine.tell("remove 0")
        machine.uevent("remove", f"{DEVICE}/card0")
        machine.tell(framebuffer("XR24"))
        machine.uevent("add", "/devices/fake/graphics/fb0", subsystem="graphics")
        wait_for_frames(machine, 5)
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


def puts_the_panning_back(daemon) -> None:
    machine = Machine(daemon, [framebuffer("XR24", 360, True)])
    try:
        machine.ask("progress unknown")
        wait_for_frames(machine, 6)
        expect(machine.state()["yoffset"] in (0, 180), "panned to nowhere")
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


STORIES = [
    (f"framebuffer {name}{', panning' if pans else ''}", draws_on_a_framebuffer, (name, pans))
    for name in FRAMEBUFFERS for pans in (False, True)
] + [
    ("framebuffer without a rate", keeps_the_pace_of_a_framebuffer, ()),
    ("framebuffer given up for a card", gives_a_framebuffer_up_for_a_card, ()),
    ("framebuffer panned back", puts_the_panning_back, ()),
]
