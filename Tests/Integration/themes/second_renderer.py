# SPDX-License-Identifier: Apache-2.0
"""A second implementation of how images become pixels, in whole numbers: resampling, compositing, rounding, dithering."""

Pixel = tuple[int, int, int, int]  # red, green, blue and alpha, premultiplied


def weights(source: int, target: int) -> tuple[list[list[tuple[int, int]]], int]:
    """For each target pixel of an axis the source pixels that it is made of, each with its weight; and their sum."""
    if source >= target:
        return [[(i, overlap) for i in range(j * source // target, min(source, -(-(j + 1) * source // target)))
                 if (overlap := min((i + 1) * target, (j + 1) * source) - max(i * target, j * source)) > 0]
                for j in range(target)], source
    rows = []
    for j in range(target):
        position = (2 * j + 1) * source - target
        left = position // (2 * target)
        part = position - 2 * target * left
        rows.append([(max(left, 0), 2 * target - part), (min(left + 1, source - 1), part)])
    return rows, 2 * target


def resampled(pixels: list[Pixel], source: tuple[int, int], target: tuple[int, int]) -> list[Pixel]:
    """First along x to 16 bits, then along y to 8; no channel is above its alpha."""
    columns, whole = weights(source[0], target[0])
    rows = []
    for y in range(source[1]):
        row = pixels[y * source[0]:(y + 1) * source[0]]
        rows.append([tuple((514 * sum(weight * row[i][c] for i, weight in pairs) + whole) // (2 * whole) for c in range(4))
                     for pairs in columns])
    lines, whole = weights(source[1], target[1])
    result = []
    for pairs in lines:
        for x in range(target[0]):
            pixel = []
            for c in range(4):
                value = (2 * sum(weight * rows[i][x][c] for i, weight in pairs) + whole) // (2 * whole) + 128
                pixel.append((value - value // 256) // 256)
            result.append(tuple(min(channel, pixel[3]) for channel in pixel))
    return result


def resampled_in_floats(pixels: list[Pixel], source: tuple[int, int], target: tuple[int, int]) -> list[tuple[float, ...]]:
    """The same without rounding."""
    columns, across = weights(source[0], target[0])
    lines, down = weights(source[1], target[1])
    rows = [[tuple(sum(weight * pixels[y * source[0] + i][c] for i, weight in pairs) / across for c in range(4))
             for pairs in columns] for y in range(source[1])]
    return [tuple(sum(weight * rows[i][x][c] for i, weight in pairs) / down for c in range(4))
            for pairs in lines for x in range(target[0])]


def opacity_of(number: int) -> int:
    """The opacity in 1/65536 that the number in a pack stands for, which is one in 1/65535."""
    return ((2 * (number << 30) + 65535) // (2 * 65535) + 8192) >> 14


def composited(pixel: Pixel, opacity: int, under: tuple[int, int, int]) -> tuple[int, int, int]:
    """A pixel with an opacity in 1/65536 over a colour of 16 bits a channel."""
    *channels, alpha = pixel
    if alpha == 0:
        return under
    covered = (((65793 * alpha + 128 >> 8) * opacity) + 32768) >> 16
    return tuple((257 * c * opacity >> 16) + (below * (65536 - covered) + 32768 >> 16)
                 for c, below in zip(channels, under))


def bias(x: int, y: int) -> int:
    """The offset of a channel at a pixel before it is cut off: odd 128ths of 65536, by Bayer's matrix."""
    place = 0
    for bit in range(3):
        place = place << 2 | (x >> bit & 1 ^ y >> bit & 1) << 1 | y >> bit & 1
    return 512 * (2 * place + 1)


def stored(channel: int, bits: int, added: int = 32767) -> int:
    """A channel of 16 bits in fewer, rounded by an offset, of 65535; to nearest without one."""
    if bits == 8:
        value = min(channel + (added + 1 >> 8), 65535)
        return value - (value >> 8) >> 8
    product = channel * ((1 << bits) - 1) + added
    return product + (product >> 16) + 1 >> 16
