# SPDX-License-Identifier: Apache-2.0
"""The shipped client by both of its names, and servers that imitate daemons."""

import contextlib
import socket
import subprocess
import threading
from pathlib import Path

import pytest
from daemon_process import TIMEOUT, flipbookd


class Clients:
    """Runs the client as `plymouth` and as `flipbookctl`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names = {}
        for name in ("plymouth", "flipbookctl"):
            (folder / name).symlink_to(flipbookd())
            self.names[name] = str(folder / name)

    def start(self, name: str, *words: str, socket_name: str = "", **arguments) -> subprocess.Popen:
        """Starts it with the given socket of Plymouth."""
        environment = {"PATH": "/usr/bin:/bin"}
        if socket_name:
            environment["PLY_BOOT_SOCKET_PATH"] = socket_name
            environment["FLIPBOOK_SOCKET"] = socket_name
        return subprocess.Popen(
            [self.names[name], *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment, **arguments)

    def run(self, name: str, *words: str, socket_name: str = "", **arguments):
        """Runs it to its end: exit status, standard output, standard error."""
        process = self.start(name, *words, socket_name=socket_name, **arguments)
        try:
            out, err = process.communicate(timeout=60 + TIMEOUT)
        finally:
            process.kill()
        return process.returncode, out, err.decode()


@pytest.fixture
def clients(tmp_path) -> Clients:
    return Clients(tmp_path)


class Server:
    """A listener with a function for its connections, each in a thread of its own."""

    def __init__(self, path: str, handle, backlog: int = 16) -> None:
        self.path = path
        self.connections = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(backlog)
        self._handle = handle
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.connections.append(connection)
                threading.Thread(target=self._run, args=(connection,), daemon=True).start()

    def _run(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            self._handle(connection)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.connections:
            connection.close()


@pytest.fixture
def serve(tmp_path):
    """A function that starts servers at paths of their own."""
    servers = []

    def start(handle, **arguments) -> Server:
        path = str(tmp_path / f"socket{len(servers)}")
        servers.append(Server(path, handle, **arguments))
        return servers[-1]

    yield start
    for server in servers:
        server.close()
