# SPDX-License-Identifier: Apache-2.0
"""Splashes of other programs, made for the tests of the importers."""

import io
import tomllib
import zipfile
from pathlib import Path

from PIL import Image, ImageDraw

BLUE = (120, 200, 255, 255)


def imported(theme, *arguments, status: int = 0) -> tuple[dict, list[str]]:
    """The theme of an import, which compiles without errors, and the lines of its report."""
    run = theme("import", *arguments, "-o", "out", status=status)
    theme("check", "out")
    theme("compile", "out", "-o", "out.pack")
    return tomllib.loads((theme.folder / "out/theme.toml").read_text()), run.stdout.splitlines()


def refused(theme, *arguments, status: int = 2) -> str:
    run = theme("import", *arguments, "-o", "out", status=status)
    assert run.stderr.count("\n") == 1, run.stderr
    assert not (theme.folder / "out/theme.toml").exists()
    return run.stderr


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "png")
    return buffer.getvalue()


def dot(index: int, width: int = 64, height: int = 64, color=BLUE, paper=(0, 0, 0, 0)) -> Image.Image:
    """A disc of 8 pixels that moves to the right by 2 in each frame, in the middle of the height.

    A pixel above it stays, so that no frame is the last one moved.
    """
    image = Image.new("RGBA", (width, height), paper)
    x = width // 2 - 16 + 2 * index % 32
    ImageDraw.Draw(image).ellipse((x - 4, height // 2 - 4, x + 4, height // 2 + 4), fill=color)
    image.putpixel((width // 2, height // 2 - 6), color)
    return image


def frames(folder: Path, count: int = 8, name: str = "f{}.png", **options) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        (folder / name.format(index)).write_bytes(png(dot(index, **options)))
    return folder


def bootanimation(desc: str, parts: dict[str, list[bytes]], method: int = zipfile.ZIP_STORED, **more: bytes) -> bytes:
    """An archive; of the names of more files `__` becomes `/` and `_` becomes `.`."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("desc.txt", desc)
        for folder, files in parts.items():
            for index, data in enumerate(files):
                archive.writestr(f"{folder}/{index:04}.png", data)
        for name, data in more.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return buffer.getvalue()


def plymouth(folder: Path, settings: str = "", modes: str = "", name: str = "acme") -> Path:
    """A two-step theme without images."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.plymouth").write_text(
        f"[Plymouth Theme]\nName=Acme\nModuleName=two-step\n\n[two-step]\n"
        f"ImageDir=/usr/share/plymouth/themes/{name}\n{settings}\n{modes}")
    return folder


def pixbuf_header(image: Image.Image, prefix: str) -> str:
    """An image as `gdk-pixbuf-csource --rle` writes it: runs of up to 127 pixels, and pixels one by one."""
    pixels = list(image.getdata())
    data = bytearray()
    position = 0
    while position < len(pixels):
        length = 1
        while length < 127 and pixels[position:position + 1] == pixels[position + length:position + length + 1]:
            length += 1
        if length > 1:
            data += bytes([128 + length, *pixels[position]])
            position += length
        else:
            data += bytes([1, *pixels[position]])
            position += 1
    text = "".join(chr(byte) if 35 <= byte < 127 and chr(byte) not in '"\\?0123456789' else f"\\{byte:o}" for byte in data)
    # Literals in lines, as the program writes them; an escape is not cut.
    lines, line = [], ""
    for part in text.replace("\\", "\0\\").split("\0"):
        line += part
        if len(line) > 60:
            lines, line = [*lines, line], ""
    body = "\\\n".join(f'  "{part}"' for part in [*lines, line])
    return (f"/* GdkPixbuf {image.mode} C-Source image dump 1-byte-run-length-encoded */\n"
            f"#define {prefix}_IMG_ROWSTRIDE ({len(image.mode) * image.width})\n"
            f"#define {prefix}_IMG_WIDTH ({image.width})\n#define {prefix}_IMG_HEIGHT ({image.height})\n"
            f"#define {prefix}_IMG_BYTES_PER_PIXEL ({len(image.mode)}) /* 3:RGB, 4:RGBA */\n"
            f"#define {prefix}_IMG_RLE_PIXEL_DATA ((uint8*) \\\n{body})\n")


COLORS = """
#define PSPLASH_BACKGROUND_COLOR 0x10,0x20,0x30
#define PSPLASH_TEXT_COLOR 0xff,0xff,0xff // white
#define PSPLASH_BAR_COLOR 0xff,0x80,0x00
#define PSPLASH_BAR_BACKGROUND_COLOR 0x00,0x00,0x00
"""
SETTINGS = """
#define PSPLASH_STARTUP_MSG "Hello\\tthere"
#define PSPLASH_IMG_FULLSCREEN 0
#define PSPLASH_IMG_SPLIT_NUMERATOR 3
#define PSPLASH_IMG_SPLIT_DENOMINATOR 4
"""


def psplash(folder: Path, logo: Image.Image, bar: Image.Image | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "psplash-acme-img.h").write_text(pixbuf_header(logo, "POKY"))
    if bar:
        (folder / "psplash-bar-img.h").write_text(pixbuf_header(bar, "BAR"))
    (folder / "psplash-colors.h").write_text(COLORS)
    (folder / "psplash-config.h").write_text(SETTINGS)
    return folder


def animated(kind: str, images: list[Image.Image], durations: list[int] | int, loop: int | None = 0, **options) -> bytes:
    buffer = io.BytesIO()
    if loop is not None:
        options["loop"] = loop
    images[0].save(buffer, kind, save_all=True, append_images=images[1:], duration=durations, **options)
    return buffer.getvalue()


def script(theme, source: str, name: str = "acme", **files: Image.Image) -> Path:
    """A script theme; the keys of files are their names without `.png`."""
    folder = theme.folder / name
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.plymouth").write_text(
        f"[Plymouth Theme]\nName=Acme\nModuleName=script\n\n[script]\n"
        f"ImageDir=/usr/share/plymouth/themes/{name}\n"
        f"ScriptFile=/usr/share/plymouth/themes/{name}/{name}.script\n")
    (folder / f"{name}.script").write_text(source)
    for file, image in files.items():
        (folder / f"{file}.png").write_bytes(png(image))
    return folder
