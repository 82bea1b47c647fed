# SPDX-License-Identifier: Apache-2.0
"""A viewer of a display of QEMU's, by RFB 3.8 (RFC 6143): as its window grows, so does the display.

Only what resizing needs is spoken. The guest's driver sees it as another monitor.
"""

import socket
import struct

from kms.checks import GuestError

EXTENDED_DESKTOP_SIZE = -308


class Viewer:
    """A connection to one head, which lasts as long as its monitor shall be there."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        connection.settimeout(80)
        self._read(12)
        connection.sendall(b"RFB 003.008\n")
        self._read(self._read(1)[0])
        connection.sendall(b"\x01")  # no authentication
        if self._read(4) != bytes(4):
            raise GuestError("QEMU does not let a viewer in")
        connection.sendall(b"\x01")  # others may stay
        self.width, self.height = struct.unpack(">HH", self._read(4))
        self._read(16)  # its pixel format
        self._read(struct.unpack(">I", self._read(4))[0])
        connection.sendall(struct.pack(">BBHi", 2, 0, 1, EXTENDED_DESKTOP_SIZE))
        connection.sendall(struct.pack(">BBHHHH", 3, 1, 0, 0, 1, 1))

    def resize(self, width: int, height: int) -> None:
        """Asks for another size of the display (SetDesktopSize); 0x0 is no display."""
        screen = struct.pack(">IHHHHI", 0, 0, 0, width, height, 0)
        self.connection.sendall(struct.pack(">BBHHBB", 251, 0, width, height, 1, 0) + screen)

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            chunk = self.connection.recv(count - len(data))
            if not chunk:
                raise GuestError("QEMU closed a viewer's connection")
            data += chunk
        return data
