# SPDX-License-Identifier: Apache-2.0
"""A studio that runs, and requests to it without a browser."""

import http.client
import os
import re
import signal
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from daemon_process import theme_tool


class Studio:
    """`flipbook-theme edit` with a theme's folder."""

    def __init__(self, folder: Path, *arguments, environment: dict | None = None, program: tuple = ()):
        self.folder = folder
        self.process = subprocess.Popen(
            [*(program or [theme_tool()]), "edit", folder, "--no-browser", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env={**os.environ, **(environment or {})})
        self.address = self.process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}/", self.address), self.process.stderr.read()
        parts = urlsplit(self.address)
        self.port, self.path = parts.port, parts.path
        self.host = f"127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            assert self.end() == 0

    def request(self, method: str, path: str, body: bytes | None = None, **headers) -> tuple[int, bytes]:
        """The status and the body of a reply; a header without a value is not sent."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        own = {"Host": self.host} | ({"Origin": f"http://{self.host}"} if method == "POST" else {})
        own |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in own.items():
            if value is not None:
                connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        reply = connection.getresponse()
        result = reply.status, reply.read()
        connection.close()
        return result

    def end(self, number: int = signal.SIGINT) -> int:
        """Ends it by a signal; its exit status."""
        self.process.send_signal(number)
        status = self.process.wait(30)
        self.process.stdout.close()
        self.process.stderr.close()
        return status
