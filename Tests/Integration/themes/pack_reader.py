# SPDX-License-Identifier: Apache-2.0
"""A second reader of packs: header, hash, sections and pixel streams, by flipbook-pack(5) alone."""

import struct
from dataclasses import dataclass, field

MASK = (1 << 64) - 1
PRIMES = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
ORDER = ("META VARI STAG NODE SELE RECD KEYF COLR GRAD STOP SHAD STRS LOCL TEXT PIEC KNOW PLAC FONT GLYF CMAP JOIN LIGA "
         "MARK ANCH KERN OUTL IMAG VECT FRAM PIXL KEYM KEYT PAIR ROLE SWCH").split()
STRIDES = dict(zip(ORDER, (40, 8, 96, 24, 216, 208, 20, 8, 24, 12, 40, 1, 24, 8, 16, 12, 8, 40, 16, 12, 8, 8, 8, 8, 1, 1,
                           32, 32, 24, 1, 24, 10, 6, 4, 6)))
OPTIONAL = ("META", "KEYF", "SHAD", "JOIN", "LIGA", "MARK", "ANCH", "ROLE", "SWCH")


def turned(value: int, count: int) -> int:
    return (value << count | value >> (64 - count)) & MASK


def xxh64(data: bytes) -> int:
    """XXH64 with seed 0 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md)."""
    p1, p2, p3, p4, p5 = PRIMES

    def step(total: int, word: int) -> int:
        return turned((total + word * p2) & MASK, 31) * p1 & MASK

    position = 0
    total = p5
    if len(data) >= 32:
        lanes = [(p1 + p2) & MASK, p2, 0, -p1 & MASK]
        while position + 32 <= len(data):
            words = struct.unpack_from("<4Q", data, position)
            lanes = [step(lane, word) for lane, word in zip(lanes, words)]
            position += 32
        total = sum(turned(lane, count) for lane, count in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            total = ((total ^ step(0, lane)) * p1 + p4) & MASK
    total = (total + len(data)) & MASK
    while position + 8 <= len(data):
        total = (turned(total ^ step(0, struct.unpack_from("<Q", data, position)[0]), 27) * p1 + p4) & MASK
        position += 8
    if position + 4 <= len(data):
        total = (turned(total ^ struct.unpack_from("<I", data, position)[0] * p1 & MASK, 23) * p2 + p3) & MASK
        position += 4
    for byte in data[position:]:
        total = turned(total ^ byte * p5 & MASK, 11) * p1 & MASK
    total = (total ^ total >> 33) * p2 & MASK
    total = (total ^ total >> 29) * p3 & MASK
    return total ^ total >> 32


def decode(stream: bytes, width: int, height: int, before: list | None = None) -> list[tuple[int, int, int, int]]:
    """The pixels of an image, or of a part of it, that had others before; what is wrong is an AssertionError."""
    pixels = []
    table = [(0, 0, 0, 0)] * 64
    last = (0, 0, 0, 0)
    position = 0

    def take(count: int) -> bytes:
        nonlocal position
        assert position + count <= len(stream), "cut off"
        position += count
        return stream[position - count:position]

    while len(pixels) < width * height:
        op = take(1)[0]
        made = None
        if op < 0x40:
            last = table[op]
            pixels.append(last)
        elif op < 0x80:
            r, g, b, a = last
            made = ((r + (op >> 4 & 3) - 2) & 255, (g + (op >> 2 & 3) - 2) & 255, (b + (op & 3) - 2) & 255, a)
        elif op < 0xC0:
            r, g, b, a = last
            d, rest = (op & 63) - 32, take(1)[0]
            made = ((r + d + (rest >> 4) - 8) & 255, (g + d) & 255, (b + d + (rest & 15) - 8) & 255, a)
        elif op in (0xF0, 0xF1):
            made = (*take(3), last[3]) if op == 0xF0 else tuple(take(4))
        else:
            assert op >> 4 in ((12, 14) if before is None else (12, 13, 14)), f"no operation of an image: {op:#x}"
            count = (op & 15) + 1
            if count == 16:
                more = take(1)[0]
                count = 16 + more if more < 255 else 271 + struct.unpack("<H", take(2))[0]
            for _ in range(count):
                if op >> 4 == 14:
                    assert len(pixels) >= width, "no row above"
                    last = pixels[-width]
                if op >> 4 == 13:
                    last = before[len(pixels)]
                pixels.append(last)
        if made:
            last = made
            pixels.append(made)
            r, g, b, a = made
            table[(3 * r + 5 * g + 7 * b + 11 * a) % 64] = made
    assert len(pixels) == width * height and position == len(stream)
    return pixels


@dataclass
class Pack:
    """A pack's sections, checked."""

    data: bytes
    sections: dict[str, list[bytes]] = field(default_factory=dict)

    def __post_init__(self):
        data = self.data
        assert data[:8] == b"FLIPPACK"
        major, minor, size = struct.unpack_from("<HHI", data, 8)
        assert (major, size) == (1, len(data)) and minor <= 7
        assert struct.unpack_from("<Q", data, 16)[0] == xxh64(data[:16] + bytes(8) + data[24:])
        count, zero = struct.unpack_from("<HH", data, 24)
        assert zero == 0 and data[48:64] == bytes(16)
        end = 64 + 16 * count
        names = []
        for index in range(count):
            tag, offset, records, stride, flags = struct.unpack_from("<4sIIHH", data, 64 + 16 * index)
            name = tag.decode()
            assert stride == STRIDES[name] and flags == (name in OPTIONAL)
            assert offset == end + -end % 8 and data[end:offset] == bytes(offset - end)
            end = offset + records * stride
            self.sections[name] = ([data[offset:end]] if stride == 1 else
                                   [data[offset + stride * n:offset + stride * (n + 1)] for n in range(records)])
            names.append(name)
        assert data[end:] == bytes(len(data) - end) and len(data) - end < 8
        assert names == [name for name in ORDER if name in names]

    def image(self, index: int) -> tuple[int, int, list[tuple[int, int, int, int]]]:
        """Width, height and pixels of an image."""
        kind, _, width, height, _, first, count = struct.unpack_from("<BBHHHII", self.sections["IMAG"][index])
        assert kind == 0
        return width, height, decode(self.sections["PIXL"][0][first:first + count], width, height)

    def frames(self, index: int) -> list[list[tuple[int, int, int, int]]]:
        """The pixels of each frame of a sequence; each has the part that differs from the previous frame."""
        kind, _, width, height, _, first, count = struct.unpack_from("<BBHHHII", self.sections["IMAG"][index])
        assert kind == 2
        frames = []
        for record in self.sections["FRAM"][first:first + count]:
            offset, size, x, y, w, h, *differs = struct.unpack("<II8H", record)
            stream = self.sections["PIXL"][0][offset:offset + (size & 0x7FFFFFFF)]
            pixels = list(frames[-1]) if frames else [(0, 0, 0, 0)] * (width * height)
            places = [width * row + column for row in range(y, y + h) for column in range(x, x + w)]
            if size >> 31:
                assert (x, y, w, h) == (0, 0, width, height)
                pixels = decode(stream, width, height)
            else:
                for place, pixel in zip(places, decode(stream, w, h, [pixels[place] for place in places])):
                    pixels[place] = pixel
            if frames:
                left, top, wide, high = differs
                assert all(left <= n % width < left + wide and top <= n // width < top + high
                           for n in range(width * height) if frames[-1][n] != pixels[n])
            frames.append(pixels)
        return frames
