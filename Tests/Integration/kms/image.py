# SPDX-License-Identifier: Apache-2.0
"""Images, to the byte."""

from dataclasses import dataclass
from pathlib import Path

from kms.checks import GuestError


@dataclass(frozen=True)
class Image:
    """Pixels as they come in a PPM file: rows of red, green, blue."""

    width: int
    height: int
    pixels: bytes

    @staticmethod
    def read(file: Path) -> "Image":
        magic, size, depth, pixels = file.read_bytes().split(b"\n", 3)
        width, height = (int(number) for number in size.split())
        if magic != b"P6" or depth != b"255" or len(pixels) != width * height * 3:
            raise GuestError(f"{file} is not a plain PPM image of 8 bits")
        return Image(width, height, pixels)

    def quantised(self) -> "Image":
        """In 16 bits per pixel: 5 of red, 6 of green, 5 of blue."""
        table = [bytes(value >> bits << bits for value in range(256)) for bits in (3, 2, 3)]
        pixels = bytearray(self.pixels)
        for channel in range(3):
            pixels[channel::3] = pixels[channel::3].translate(table[channel])
        return Image(self.width, self.height, bytes(pixels))

    def columns(self, first: int, count: int) -> "Image":
        """Some columns of it, as an image."""
        rows = (
            self.pixels[3 * (row * self.width + first) : 3 * (row * self.width + first + count)]
            for row in range(self.height)
        )
        return Image(count, self.height, b"".join(rows))

    def difference(self, other: "Image") -> str:
        """Nothing where the images are equal, else what differs."""
        if (self.width, self.height) != (other.width, other.height):
            return f"{self.width}x{self.height} instead of {other.width}x{other.height}"
        if self.pixels == other.pixels:
            return ""
        places = [
            at
            for at in range(0, len(self.pixels), 3)
            if self.pixels[at : at + 3] != other.pixels[at : at + 3]
        ]
        columns = [at // 3 % self.width for at in places]
        rows = [at // 3 // self.width for at in places]
        first = places[0]
        return (
            f"{len(places)} pixels differ, all in x {min(columns)}…{max(columns)},"
            f" y {min(rows)}…{max(rows)}; the first"
            f" at ({columns[0]}, {rows[0]}) is {self.pixels[first:first + 3].hex()} instead of"
            f" {other.pixels[first:first + 3].hex()}"
        )
