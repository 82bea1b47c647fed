# SPDX-License-Identifier: Apache-2.0
"""What a guest gets to run: files on a raw disk that holds a tar archive."""

import io
import re
import subprocess
import tarfile
from pathlib import Path

from kms.checks import GuestError

SIZE = 16 << 20  # the same for all of a guest, since a snapshot remembers its disk's size
LARGE = 96 << 20  # with the tool


class Payload:
    """A disk image with programs, the libraries they link, and scripts."""

    def __init__(self, image: Path, size: int = SIZE):
        self.image, self.size = image, size
        self.files = {}  # path in the guest: (content, mode)

    def add_file(self, path: str, content: bytes, executable: bool = False) -> None:
        self.files[path.lstrip("/")] = (content, 0o755 if executable else 0o644)

    def add_program(self, path: str, program: Path) -> None:
        """Adds a program and, where the host's loader finds them, the libraries that it links."""
        self.add_file(path, program.read_bytes(), executable=True)
        listing = subprocess.run(["ldd", str(program)], capture_output=True, text=True, timeout=160)
        if "not found" in listing.stdout:
            raise GuestError(f"{program} links a library that is missing:\n{listing.stdout}")
        for library in re.findall(r"(/\S+) \(0x", listing.stdout):
            self.add_file(library, Path(library).read_bytes(), executable=True)

    def write(self) -> None:
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for path, (content, mode) in sorted(self.files.items()):
                entry = tarfile.TarInfo(path)
                entry.size, entry.mode = len(content), mode
                archive.addfile(entry, io.BytesIO(content))
        data = buffer.getvalue()
        if len(data) > self.size:
            raise GuestError(f"the guest's programs take {len(data)} bytes; the disk has {self.size}")
        self.image.write_bytes(data + bytes(self.size - len(data)))
