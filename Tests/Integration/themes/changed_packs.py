# SPDX-License-Identifier: Apache-2.0
"""Theme packs that somebody has changed: the fuzzer's, with words at an end of what 32 bits hold, and bits flipped at
random; size and hash are made right, as somebody would who means harm."""

import random

from daemon_process import ROOT
from themes.pack_reader import xxh64

ENDS = (0, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF)
SIZE, HASH = slice(12, 16), slice(16, 24)  # in a pack's header
HEADER = 64
CHANGED, FLIPPED = 300, 100  # packs of each with a word at an end, and with other bits, at random


def corpus() -> list[bytes]:
    packs = [file.read_bytes() for file in sorted((ROOT / "Fuzzing/Corpora/pack").iterdir())]
    assert packs
    return packs


def sealed(data: bytearray) -> bytes:
    """A pack with size and hash made right."""
    data[SIZE] = len(data).to_bytes(4, "little")
    data[HASH] = bytes(8)
    data[HASH] = xxh64(bytes(data)).to_bytes(8, "little")
    return bytes(data)


def stage_of(pack: bytes) -> range:
    """The positions of the times of a pack's dissolves and fades: with other times no frame comes to rest soon."""
    for entry in range(HEADER, HEADER + 16 * int.from_bytes(pack[24:26], "little"), 16):
        if pack[entry:entry + 4] == b"STAG":
            offset, count, stride = (int.from_bytes(pack[entry + at:entry + at + size], "little")
                                     for at, size in ((4, 4), (8, 4), (12, 2)))
            return range(offset, offset + count * stride)
    return range(0)


def mutations(pack: bytes):
    """Changed packs, each with whether its times are those of the theme."""
    times = stage_of(pack)
    generator = random.Random(14)
    header = [(index, end) for index in range(0, HEADER, 4) for end in ENDS]
    words = range(HEADER, len(pack) - 3, 4)
    for index, end in header + [(generator.choice(words), generator.choice(ENDS)) for _ in range(CHANGED)]:
        data = bytearray(pack)
        data[index:index + 4] = end.to_bytes(4, "little")
        # If the size or the hash was changed, it is not corrected.
        yield bytes(data) if index < HASH.stop else sealed(data), index not in times
    for _ in range(FLIPPED):
        data = bytearray(pack)
        for _ in range(generator.randint(1, 3)):
            data[generator.randrange(HEADER, len(data))] ^= 1 << generator.randrange(8)
        yield sealed(data), False
