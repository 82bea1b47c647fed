# SPDX-License-Identifier: Apache-2.0
"""The kernel's record of the events in a guest, and the checksums of its scanned-out frames."""

import re
import zlib
from dataclasses import dataclass

from kms.checks import GuestError
from kms.image import Image

LINE = re.compile(r"(\d+)\.(\d{6}): (\w+): ?(.*)")


@dataclass(frozen=True)
class Event:
    """An event."""

    microseconds: int  # on CLOCK_MONOTONIC
    name: str
    text: str

    def number(self, field: str) -> int:
        """A field of a kernel event."""
        match = re.search(rf"\b{field}=(\d+)", self.text)
        if not match:
            raise GuestError(f"no {field} in the kernel's event '{self.name}: {self.text}'")
        return int(match.group(1))


class Record:
    """Events in order of time."""

    def __init__(self, text: str):
        self.events = []
        for line in text.splitlines():
            match = LINE.match(line)
            if match:
                seconds, micro, name, rest = match.groups()
                self.events.append(Event(int(seconds) * 1_000_000 + int(micro), name, rest))

    def between(self, start: str, stop: str) -> "Record":
        """The part between two named moments."""
        part = Record("")
        inside = False
        for event in self.events:
            if event.name == "tracing_mark_write":
                inside = (inside or event.text == start) and event.text != stop
            elif inside:
                part.events.append(event)
        if not part.events and not any(event.text == start for event in self.events):
            raise GuestError(f"the record has no moment '{start}'")
        return part

    def of(self, *names: str) -> list[Event]:
        return [event for event in self.events if event.name in names]

    def own_time(self, name: str, start: int, end: int) -> int:
        """How much of a span, in µs, a program ran or slept: all but waiting for a processor.

        The record must have the switches to it and from it.
        """
        waited, since = 0, None
        for event in self.of("sched_switch"):
            if f"prev_comm={name} " in event.text and re.search(r"prev_state=R", event.text):
                since = event.microseconds
            elif f"next_comm={name} " in event.text and since is not None:
                waited += max(min(event.microseconds, end) - max(since, start), 0)
                since = None
        return end - start - waited

    @property
    def flips(self) -> list[Event]:
        """Flips as the driver reported them."""
        return self.of("drm_vblank_event_delivered")

    @property
    def commits(self) -> list[Event]:
        """The frames that the daemon committed."""
        return self.of("commit", "legacy_flip")


class Checksums:
    """vkms's checksum of each frame it scanned out, by frame number."""

    def __init__(self, text: str):
        self.of_frame = {}
        for line in text.replace("\0", "").splitlines():
            words = line.split()
            if len(words) == 2 and all(word.startswith("0x") for word in words):
                self.of_frame[int(words[0], 16)] = int(words[1], 16)

    def changes(self) -> list[int]:
        """The frames with other pixels than the previous frame."""
        frames = sorted(self.of_frame)
        return [
            frame
            for before, frame in zip(frames, frames[1:])
            if self.of_frame[frame] != self.of_frame[before]
        ]


def checksum(image: Image) -> int:
    """vkms's checksum of an image: crc32_le from 0 over 16-bit A, R, G, B of every pixel."""
    pixels = image.pixels
    wide = bytearray(b"\xff" * (image.width * image.height * 8))
    for channel in range(3):
        values = pixels[channel::3]
        wide[2 + 2 * channel :: 8] = values
        wide[3 + 2 * channel :: 8] = values
    return zlib.crc32(wide, 0xFFFFFFFF) ^ 0xFFFFFFFF
