# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium, driven through its debugging pipe: nothing but Python's library is needed."""

import base64
import itertools
import json
import os
import select
import subprocess
import time
from pathlib import Path

TIMEOUT = 240  # seconds for a reply; a busy machine starts a browser slowly


class Browser:
    """One page; its logged errors are in `errors`."""

    def __init__(self, page: Path, folder: Path, width: int = 1280, height: int = 900):
        to_browser, self.writer = os.pipe()
        self.reader, from_browser = os.pipe()

        def give_pipe() -> None:
            # Duplicates above 4 first: the pipe's own numbers may be these.
            first, second = os.dup(to_browser), os.dup(from_browser)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.log = open(folder / "chromium.log", "wb")
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-extensions", "--hide-scrollbars", "--disable-background-networking", "--no-first-run",
             f"--user-data-dir={folder / 'profile'}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, preexec_fn=give_pipe,
            pass_fds=(3, 4))
        os.close(to_browser)
        os.close(from_browser)
        self.numbers = itertools.count(1)
        self.buffer = b""
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.look(width, height)
        self.call("Page.navigate", url=page.as_uri())
        self.wait("document.readyState === 'complete' && window.playground !== undefined")

    def call(self, method: str, **parameters):
        """Calls a method of the protocol; fails with its error."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + TIMEOUT
        while True:
            reply = self.next_message(end - time.monotonic())
            if reply.get("id") == number:
                assert "error" not in reply, f"{method}: {reply['error']}"
                return reply["result"]
            self.note(reply)

    def next_message(self, seconds: float) -> dict:
        while b"\0" not in self.buffer:
            assert select.select([self.reader], [], [], max(seconds, 0))[0], "the browser does not answer"
            got = os.read(self.reader, 1 << 16)
            assert got, "the browser has ended"
            self.buffer += got
        line, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(line)

    def note(self, event: dict) -> None:
        """Records errors of the console, and requests to a network or a file."""
        parameters = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.errors.append(str(parameters["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "warning", "assert"):
                self.errors.append(str(parameters["args"]))
            case "Log.entryAdded" if parameters["entry"]["level"] in ("error", "warning"):
                self.errors.append(str(parameters["entry"]))
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])

    def evaluate(self, expression: str):
        """The value of an expression of JavaScript; that of a promise once it is kept."""
        reply = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in reply, reply["exceptionDetails"]
        return reply["result"].get("value")

    def wait(self, condition: str) -> None:
        """Until an expression is true."""
        end = time.monotonic() + TIMEOUT
        while not self.evaluate(condition):
            assert time.monotonic() < end, f"never: {condition}; {self.errors}"
            time.sleep(0.05)

    def look(self, width: int, height: int, scheme: str = "light") -> None:
        """Gives the page a size and a colour scheme."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, file: Path) -> None:
        """Writes what the page looks like, as far as it is long."""
        reply = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(reply["data"]))

    def close(self) -> None:
        """Ends the browser."""
        os.close(self.writer)
        os.close(self.reader)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
