# SPDX-License-Identifier: Apache-2.0
"""A service manager's end of NOTIFY_SOCKET."""

import os
import socket
import time

from daemon_process import TIMEOUT


class NotifySocket:
    def __init__(self) -> None:
        self.name = f"flipbook-notify-{os.getpid()}-{id(self):x}"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + self.name)
        self.messages = []
        self.descriptors = {}

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "NOTIFY_SOCKET": "@" + self.name}

    def wait(self, text: str) -> str:
        """The first message from now on that begins with a text; the descriptors are kept by name."""
        end = time.monotonic() + TIMEOUT
        while True:
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            data, descriptors, _, _ = socket.recv_fds(self.socket, 4096, 8)
            message = data.decode()
            self.messages.append(message)
            if descriptors:
                name = message.split("FDNAME=")[1].split("\n")[0]
                self.descriptors.setdefault(name, []).extend(descriptors)
            if message.startswith(text):
                return message

    def close(self) -> None:
        self.socket.close()
        for descriptors in self.descriptors.values():
            for descriptor in descriptors:
                os.close(descriptor)
