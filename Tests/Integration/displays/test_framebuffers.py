# SPDX-License-Identifier: Apache-2.0
"""A framebuffer device."""

import socket
import struct
import time

import pytest
from daemon_process import wait_until

FORMATS = {
    "XR24": (32, "16.8 8.8 0.8"),
    "XB24": (32, "0.8 8.8 16.8"),
    "RG24": (24, "16.8 8.8 0.8"),
    "RG16": (16, "11.5 5.6 0.5"),
}
PIXCLOCK = 46_000  # ps, of 336 by 196 pixels with their margins: 330 Hz
PATH = "/devices/fake/graphics/fb0"


def framebuffer(pixel_format: str, rows: int = 180, pans: bool = False,
                pixclock: int = PIXCLOCK) -> str:
    bits, colours = FORMATS[pixel_format]
    return f"fb 320 180 {rows} {bits} {pixclock} {colours}{' pan' if pans else ''}"


def snapshot(daemon) -> tuple[int, int, bytes]:
    """The daemon's frame, as XR24 without gaps."""
    client = daemon.client()
    client.sendall(b"snapshot\n")
    answer, descriptors, _, _ = socket.recv_fds(client, 256, 1)
    width, height, stride = (int(word) for word in answer.split()[1:4])
    assert stride == width * 4
    with open(descriptors[0], "rb") as file:
        return width, height, file.read(stride * height)


def is_same(row: bytes, stored: bytes, pixel_format: str) -> bool:
    """Whether two rows are equal; with 16 bits nearly, because a snapshot is not rounded."""
    if pixel_format != "RG16":
        return row == stored
    return all(
        max(abs((a >> 11) - (b >> 11)), abs((a >> 5 & 63) - (b >> 5 & 63)), abs((a & 31) - (b & 31)))
        <= 1
        for (a,), (b,) in zip(struct.iter_unpack("<H", row), struct.iter_unpack("<H", stored)))


def stored_pixel(blue: int, green: int, red: int, pixel_format: str) -> bytes:
    if pixel_format == "XR24":
        return bytes((blue, green, red, 0))
    if pixel_format == "XB24":
        return bytes((red, green, blue, 0))
    if pixel_format == "RG24":
        return bytes((blue, green, red))
    # To the nearest of 32 and 64 levels.
    word = (red * 31 + 127) // 255 << 11 | (green * 63 + 127) // 255 << 5
    return struct.pack("<H", word | (blue * 31 + 127) // 255)


def stored_rows(pixels: bytes, width: int, height: int, pixel_format: str) -> list[bytes]:
    """The rows of a frame in a framebuffer device's layout."""
    return [b"".join(stored_pixel(*pixels[(y * width + x) * 4:][:3], pixel_format)
                     for x in range(width)) for y in range(height)]


@pytest.mark.parametrize("pans", [False, True], ids=["still", "panning"])
@pytest.mark.parametrize("pixel_format", FORMATS)
def test_the_frame_is_in_the_framebuffer(start_display_daemon, tmp_path, pixel_format, pans):
    daemon = start_display_daemon(framebuffer(pixel_format, 360 if pans else 180, pans),
                                  options=["--dither", "off", "--animation", "download"])
    daemon.ask("progress 40")
    daemon.wait_for_frames(10)
    assert wait_until(daemon.is_at_rest)
    width, height, pixels = snapshot(daemon)
    daemon.kms.send(f"fb dump {tmp_path}/dump")
    state = daemon.kms.state()
    memory = (tmp_path / "dump").read_bytes()
    stride, start = state["stride"], state["yoffset"] * state["stride"]
    expected = stored_rows(pixels, width, height, pixel_format)
    differing = [y for y, row in enumerate(expected)
                 if not is_same(row, memory[start + y * stride:][:len(row)], pixel_format)]
    assert not differing, f"{len(differing)} rows differ"
    assert any(any(row) for row in expected), "the frame is black"
    assert (state["pans"] > 1) == pans
    # The display's mode is unchanged.
    assert state["unblanks"] >= 1
    assert state["puts"] == 0
    before = daemon.kms.state()["polls"]
    time.sleep(0.5)
    assert daemon.kms.state()["polls"] - before <= 1


def test_without_a_pixel_clock_the_rate_is_60_hz(start_display_daemon):
    daemon = start_display_daemon(framebuffer("XR24", pixclock=1))
    assert "refresh=60.000" in daemon.ask("status")
    daemon.ask("progress unknown")
    daemon.wait_for_frames(5)
    # All frames are shown between the two readings of the clock, however long the answers take.
    begin, first = time.monotonic(), daemon.frames()
    daemon.wait_for_frames(first + 60)
    count, seconds = daemon.frames() - first, time.monotonic() - begin
    assert count <= 60 * seconds + 1


def test_a_card_takes_the_place_of_a_framebuffer(start_display_daemon):
    daemon = start_display_daemon(framebuffer("XR24"))
    kms = daemon.kms
    daemon.ask("progress unknown")
    daemon.wait_for_frames(5)
    kms.send("fb remove")
    kms.send_uevent("remove", PATH, subsystem="graphics")
    kms.add_card(0, "1 320x180@60")
    assert kms.wait_for(lambda state: state["flips0.0"] > 5), kms.state()
    daemon.wait_for_status("outputs=1")
    kms.remove_card(0)
    kms.send(framebuffer("XR24"))
    kms.send_uevent("add", PATH, subsystem="graphics")
    daemon.wait_for_frames(5)


def test_panning_is_between_the_two_buffers(start_display_daemon):
    daemon = start_display_daemon(framebuffer("XR24", 360, pans=True))
    daemon.ask("progress unknown")
    daemon.wait_for_frames(6)
    assert daemon.kms.state()["yoffset"] in (0, 180)
