"""What happens to a display over time, told to the daemon by a machine in memory."""

import re
import socket
import struct
import time

from machine import DEVICE, Machine

FRAMEBUFFERS = {
    "XR24": (32, "16.8 8.8 0.8"),
    "XB24": (32, "0.8 8.8 16.8"),
    "RG24": (24, "16.8 8.8 0.8"),
    "RG16": (16, "11.5 5.6 0.5"),
}
PIXCLOCK = 46_000  # of 336 by 196 pixels with their margins: 330 Hz


class Wrong(Exception):
    """What the daemon did that it must not."""


def expect(condition, words: str) -> None:
    if not condition:
        raise Wrong(words)


def framebuffer(name: str, rows: int = 180, pans: bool = False) -> str:
    bits, colours = FRAMEBUFFERS[name]
    return f"fb 320 180 {rows} {bits} {PIXCLOCK} {colours}{' pan' if pans else ''}"


def frames(machine: Machine) -> int:
    return int(re.search(r"\bframes=(\d+)", machine.ask("status"))[1])


def wait_for_frames(machine: Machine, count: int) -> None:
    end = time.monotonic() + 5
    while frames(machine) < count:
        expect(time.monotonic() < end, f"frame {count} did not come")
        time.sleep(0.02)


def wait_for_rest(machine: Machine) -> None:
    """Until no frame has come for a while."""
    end = time.monotonic() + 10
    count = -1
    while (now := frames(machine)) != count:
        expect(time.monotonic() < end, "the picture does not come to rest")
        count = now
        time.sleep(0.5)


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
        first, begin = frames(machine), time.monotonic()
        time.sleep(1)
        rate = (frames(machine) - first) / (time.monotonic() - begin)
        expect(rate < 66, f"{rate:.0f} frames per second")
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
        expect("outputs=2" not in machine.ask("status"), "the framebuffer is still drawn to")
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


def survives_the_plug(daemon, shape: str) -> None:
    """Unplugged, plugged, and replaced by a display of another size."""
    machine = Machine(daemon, [f"card 0 2 320x180@60 {shape}"])
    try:
        machine.ask("progress unknown")
        both = machine.wait_for(lambda s: s["flips0.0"] > 5 and s["flips0.1"] > 5)
        expect(both, "not on both displays")
        machine.tell("connect 0 1 0")
        machine.hotplug()
        time.sleep(0.2)
        alone = machine.state()
        expect(
            machine.wait_for(lambda s: s["flips0.0"] > alone["flips0.0"] + 5),
            "the other display stands still",
        )
        machine.tell("resize 0 1 480 270")
        machine.tell("connect 0 1 1")
        machine.hotplug()
        expect(
            machine.wait_for(lambda s: s["flips0.1"] > alone["flips0.1"] + 5),
            "nothing on the display that was replaced",
        )
        state = machine.wait_for(lambda s: s["fbs"] == both["fbs"])
        expect(state, "framebuffers of the old display are kept")
        expect(state["darkened0.0"] == 0, "the other display went dark")
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


def survives_the_loss_of_the_card(daemon, shape: str) -> None:
    """Gone with a flip on its way, and back under another number, ten times."""
    machine = Machine(daemon, [f"card 0 1 320x180@60 {shape}"])
    try:
        machine.ask("progress unknown")
        held = None
        for turn in range(10):
            card = turn % 2
            key = f"flips{card}.0"
            state = machine.wait_for(lambda s: s.get(key, 0) > 5)
            expect(state, f"nothing on the card at its return {turn}")
            now = (state["files"], state["fbs"], state["buffers"], machine.descriptors())
            expect(held is None or turn < 2 or now == held, f"it holds {now}, before {held}")
            held = now
            machine.tell(f"remove {card}")
            machine.uevent("remove", f"{DEVICE}/card{card}")
            expect(machine.wait_for(lambda s: s["files"] == 0), "the lost card stays open")
            machine.tell(f"card {1 - card} 1 320x180@60 {shape}")
            machine.uevent("add", f"{DEVICE}/card{1 - card}")
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


def waits_for_the_master(daemon, shape: str) -> None:
    machine = Machine(daemon, [f"card 0 1 320x180@60 other-master {shape}"])
    try:
        machine.ask("progress unknown")
        time.sleep(0.3)
        expect(machine.state()["flips0.0"] == 0, "it draws although another is master")
        for _ in range(3):
            flips = machine.state()["flips0.0"]
            machine.tell("master 0 0")
            expect(
                machine.wait_for(lambda s: s["flips0.0"] > flips + 5), "it did not take over"
            )
            machine.tell("master 0 1")
            time.sleep(0.3)
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


STORIES = (
    [
        (f"framebuffer {name}{', panning' if pans else ''}", draws_on_a_framebuffer, (name, pans))
        for name in FRAMEBUFFERS for pans in (False, True)
    ]
    + [
        ("framebuffer without a rate", keeps_the_pace_of_a_framebuffer, ()),
        ("framebuffer given up for a card", gives_a_framebuffer_up_for_a_card, ()),
        ("framebuffer panned back", puts_the_panning_back, ()),
    ]
    + [
        (f"{words}, {shape or 'atomic'}", story, (shape,))
        for words, story in (
            ("plugged and replaced", survives_the_plug),
            ("card lost and back", survives_the_loss_of_the_card),
            ("another master", waits_for_the_master),
        )
        for shape in ("", "legacy", "instant")
    ]
)
