# SPDX-License-Identifier: Apache-2.0
"""Initramfs images: a writer of the format that the kernel unpacks, and the guests' base image."""

import stat
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Archive:
    """A cpio archive in the "newc" format (Linux: driver-api/early-userspace/buffer-format)."""

    def __init__(self):
        self.data = bytearray()
        self.folders = set()
        self.inode = 0

    def add_folder(self, path: str) -> None:
        """Adds a folder and those above it, once."""
        parts = path.strip("/").split("/")
        for length in range(1, len(parts) + 1):
            folder = "/".join(parts[:length])
            if folder and folder not in self.folders:
                self.folders.add(folder)
                self._entry(folder, stat.S_IFDIR | 0o755, b"")

    def add_file(self, path: str, content: bytes, executable: bool = False) -> None:
        self._parent(path)
        self._entry(path.lstrip("/"), stat.S_IFREG | (0o755 if executable else 0o644), content)

    def add_link(self, path: str, target: str) -> None:
        self._parent(path)
        self._entry(path.lstrip("/"), stat.S_IFLNK | 0o777, target.encode())

    def finished(self) -> bytes:
        self._entry("TRAILER!!!", 0, b"")
        return bytes(self.data)

    def _parent(self, path: str) -> None:
        parent = path.strip("/").rpartition("/")[0]
        if parent:
            self.add_folder(parent)

    def _entry(self, name: str, mode: int, content: bytes) -> None:
        self.inode += 1
        encoded = name.encode() + b"\0"
        # inode, mode, uid, gid, links, mtime, size, four device numbers, length of the name,
        # checksum
        fields = (self.inode, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(encoded), 0)
        self.data += b"070701" + b"".join(b"%08X" % field for field in fields) + encoded
        self.data += bytes(-len(self.data) % 4)
        self.data += content
        self.data += bytes(-len(self.data) % 4)


def write_base(target: Path, release: str, modules: list[Path], scratch: Path) -> None:
    """What every guest boots with: busybox, the modules and the init that takes orders."""
    archive = Archive()
    for folder in ("bin", "dev", "proc", "sys", "run", "tmp", "root", "job"):
        archive.add_folder(folder)
    archive.add_link("sbin", "bin")
    archive.add_file("bin/busybox", Path("/bin/busybox").read_bytes(), executable=True)
    archive.add_link("bin/sh", "busybox")
    archive.add_file("init", (HERE / "guest/init").read_bytes(), executable=True)
    tree = scratch / f"guest-{release}"
    folder = tree / "lib/modules" / release
    folder.mkdir(parents=True)
    for module in modules:
        (folder / module.name).write_bytes(module.read_bytes())
    subprocess.run(["depmod", "-b", str(tree), release], check=True, capture_output=True)
    for file in sorted(folder.iterdir()):
        if file.suffix == ".ko" or file.name in ("modules.dep", "modules.alias"):
            archive.add_file(f"lib/modules/{release}/{file.name}", file.read_bytes())
    target.write_bytes(archive.finished())
