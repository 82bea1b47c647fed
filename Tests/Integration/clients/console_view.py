# SPDX-License-Identifier: Apache-2.0
"""A daemon whose console is a link, and what it shows of it."""

import os
import socket

from daemon_process import connected, wait_until
from PIL import Image

FAILED = b"[\x1b[0;1;31mFAILED\x1b[0m] Failed to start \x1b[0;1;39mfoo.service\x1b[0m - Foo.\n"


class Console:
    """A daemon whose console is a link, which goes on to a person's terminal."""

    def __init__(self, start_daemon, folder, person, behind, *options) -> None:
        self.link = folder / "console"
        self.log = folder / "boot.log"
        self.behind = behind
        self.daemon = start_daemon(
            "--keyboard", person.path, "--console", behind.path, "--capture-console", self.link, "--boot-log",
            self.log, "--background", "224466", *options, output="memory:640x360")
        assert wait_until(self.link.exists), self.daemon.log

    def write(self, data: bytes) -> None:
        descriptor = os.open(self.link, os.O_WRONLY | os.O_NOCTTY)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)

    def frame(self) -> Image.Image:
        """What the daemon shows."""
        assert wait_until(lambda: self.daemon.status()["frames"] != "0")
        with connected(self.daemon.native) as client:
            client.sendall(b"snapshot\n")
            data, files, _, _ = socket.recv_fds(client, 1024, 1)
        _, width, height, stride, _ = data.decode().split()
        # The file's offset is the daemon's.
        pixels = os.pread(files[0], int(height) * int(stride), 0)
        os.close(files[0])
        return Image.frombuffer("RGB", (int(width), int(height)), pixels, "raw", "BGRX", int(stride), 1)

    def is_shown(self) -> bool:
        """Whether the console is shown: black with no animation."""
        return self.frame().getpixel((0, 0)) == (0, 0, 0)

    def wait_for(self, color) -> bool:
        return wait_until(lambda: color in self.frame().getdata())
